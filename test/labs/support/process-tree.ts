import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells of a process, or null when it has gone meanwhile. */
const read = (pid: number, name: string): Buffer | null => {
  try {
    return readFileSync(`/proc/${pid}/${name}`)
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
    if (gone) return null
    throw error
  }
}

/** The fourth field, counted from behind the name in brackets, which may hold anything. */
const parentOf = (pid: number): number | null => {
  const stat = read(pid, 'stat')?.toString('latin1')
  return stat === undefined ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

const processes = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** A process and everything it has started that still runs. Linux only. */
export const processTree = (pid: number): number[] => {
  const parents = new Map(processes().map((one) => [one, parentOf(one)]))
  const tree = [pid]
  for (const one of tree) tree.push(...[...parents].filter(([, parent]) => parent === one).map(([child]) => child))
  return tree
}

/** With which arguments and in which environment a process runs; both null when it has gone. Linux only. */
export const readProcess = (pid: number): { cmdline: Buffer | null; environ: Buffer | null } => ({
  cmdline: read(pid, 'cmdline'),
  environ: read(pid, 'environ'),
})
