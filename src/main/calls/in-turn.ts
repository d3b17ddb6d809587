/** Lets work about one name happen one after the other, whatever comes of each; work about other names does not wait. */
export const createInTurn = () => {
  const last = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(name)
    const done = before === undefined ? work() : before.then(work, work)
    last.set(name, done)
    const leave = (): void => {
      if (last.get(name) === done) last.delete(name)
    }
    done.then(leave, leave)
    return done
  }
}
