import { readdirSync, readFileSync } from 'node:fs'

/** Reads a file of a process; returns null if the process has exited. */
const read = (pid: number, name: string): Buffer | null => {
  try {
    return readFileSync(`/proc/${pid}/${name}`)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
    if (isMissing) return null
    throw error
  }
}

/**
 * Returns the fourth field of /proc/<pid>/stat, located from the end of the name in parentheses, which may contain
 * anything.
 */
const parentOf = (pid: number): number | null => {
  const stat = read(pid, 'stat')?.toString('latin1')
  return stat === undefined ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

const processes = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** Returns a process and all its running descendants. Linux only. */
export const processTree = (pid: number): number[] => {
  const parents = new Map(processes().map((one) => [one, parentOf(one)]))
  const tree = [pid]
  for (const one of tree) tree.push(...[...parents].filter(([, parent]) => parent === one).map(([child]) => child))
  return tree
}

/** Returns the arguments and the environment of a process; null if it has exited. Linux only. */
export const readProcess = (pid: number): { cmdline: Buffer | null; environ: Buffer | null } => ({
  cmdline: read(pid, 'cmdline'),
  environ: read(pid, 'environ'),
})
