/** Every call of a recorded thing: the path of its name, and what it was called with. */
export type Recorded = { name: string; args: readonly unknown[] }

type Listener = (...args: unknown[]) => unknown

export type Recorder<T> = {
  part: T
  calls: readonly Recorded[]
  /** The names of everything that was set or listened to, in order. */
  names: () => string[]
  /** Tells the listeners of an event its facts. */
  tell: (event: string, ...facts: unknown[]) => void
  /** Tells them an event that can be prevented, and says whether one of them did. */
  emit: (event: string, ...facts: unknown[]) => boolean
  /** Calls the function that was handed to a setter, the last one that was. */
  call: (name: string, ...args: unknown[]) => unknown
}

/**
 * Stands in for a part of Electron and writes down all that is done to it. What is registered (`on`, or a function handed
 * to a setter) can be called afterwards as Electron would call it.
 */
export const createRecorder = <T>(): Recorder<T> => {
  const calls: Recorded[] = []
  const record =
    (name: string) =>
    (...args: unknown[]): unknown => {
      calls.push({ name, args })
      return name.startsWith('has') ? false : Promise.resolve()
    }
  const at = (path: string): unknown =>
    new Proxy(record(path), { get: (_target, key) => at(path === '' ? String(key) : `${path}.${String(key)}`) })

  const functionsOf = (name: string, first?: string): Listener[] =>
    calls
      .filter((call) => call.name === name && (first === undefined || call.args[0] === first))
      .flatMap(({ args }) => args.filter((arg): arg is Listener => typeof arg === 'function'))

  return {
    // A proxy answers to every name, so to those of T.
    part: at('') as T,
    calls,
    names: () => calls.map(({ name, args }) => (name === 'on' ? `on ${String(args[0])}` : name)),
    tell: (event, ...facts) => functionsOf('on', event).forEach((listener) => listener(...facts)),
    emit: (event, ...facts) => {
      let prevented = false
      const happening = { preventDefault: () => (prevented = true) }
      for (const listener of functionsOf('on', event)) listener(happening, ...facts)
      return prevented
    },
    call: (name, ...args) => {
      const handed = functionsOf(name).at(-1)
      if (handed === undefined) throw new Error(`Nothing was handed to ${name}.`)
      return handed(...args)
    },
  }
}
