import { readdirSync, readFileSync } from 'node:fs'

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // A process that has just ended has no file any more.
    return null
  }
}

/** What follows the name in /proc/<id>/stat: a name may hold blanks and brackets. */
const statOf = (id: number): readonly string[] => {
  const text = read(`/proc/${id}/stat`) ?? ''
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** The ids of a process and of all that it started, they included that those started; Linux only. */
export const processTree = (root: number): readonly number[] => {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(ids.map((id) => [Number(id), Number(statOf(Number(id))[1])]))
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id)
    return id === root || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow)
}

/** The memory of all of them in megabytes, what they share counted once (PSS). */
export const megabytesOf = (ids: readonly number[]): number => {
  const kilobytes = ids.map((id) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${id}/smaps_rollup`) ?? '')?.[1] ?? 0))
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

/** The time that all of them have had of a processor so far, in milliseconds: the kernel counts hundredths of a second. */
export const processorMilliseconds = (ids: readonly number[]): number =>
  ids.reduce((sum, id) => sum + (Number(statOf(id)[11] ?? 0) + Number(statOf(id)[12] ?? 0)) * 10, 0)
