/** A recorded call: its path and its arguments. */
export type RecordedCall = { name: string; args: readonly unknown[] }

type Listener = (...args: unknown[]) => unknown

export type Recorder<T> = {
  part: T
  calls: readonly RecordedCall[]
  /** The names of all properties that were set and events with listeners, in order. */
  names: () => string[]
  /** Emits an event with these arguments only. */
  emit: (event: string, ...details: unknown[]) => void
  /** Emits an event with an event object, and returns whether a listener prevented it. */
  emitWithEvent: (event: string, ...details: unknown[]) => boolean
  /** Calls the function that was last passed to a setter. */
  call: (name: string, ...args: unknown[]) => unknown
}

/**
 * Replaces a part of Electron and records every use. Tests can call registered functions (`on`, or a function passed to
 * a setter) as Electron would.
 */
export const createRecorder = <T>(): Recorder<T> => {
  const calls: RecordedCall[] = []
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
    // The proxy accepts every name, including those of T.
    part: at('') as T,
    calls,
    names: () => calls.map(({ name, args }) => (name === 'on' ? `on ${String(args[0])}` : name)),
    emit: (event, ...details) => functionsOf('on', event).forEach((listener) => listener(...details)),
    emitWithEvent: (event, ...details) => {
      let prevented = false
      const happening = { preventDefault: () => (prevented = true) }
      for (const listener of functionsOf('on', event)) listener(happening, ...details)
      return prevented
    },
    call: (name, ...args) => {
      const handed = functionsOf(name).at(-1)
      if (handed === undefined) throw new Error(`Nothing was handed to ${name}.`)
      return handed(...args)
    },
  }
}
