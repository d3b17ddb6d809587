import { readFileSync, readlinkSync } from 'node:fs'

/** The sandbox of a process as the kernel reports it. */
export type SandboxState = {
  user: number
  /** 0: none, 1: strict, 2: a filter. */
  seccomp: number
  noNewPrivileges: boolean
  /** The names of its namespaces. */
  namespaces: { user: string; pid: string; net: string }
}

const fieldOf = (status: string, name: string): number => {
  const value = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]
  if (value === undefined) throw new Error(`This kernel says nothing of ${name}.`)
  return Number(value)
}

/** Reads the sandbox of a process by its ID; Linux only. */
export const readSandbox = (id: number): SandboxState => {
  const status = readFileSync(`/proc/${id}/status`, 'utf8')
  const namespace = (kind: string): string => readlinkSync(`/proc/${id}/ns/${kind}`)
  return {
    user: fieldOf(status, 'Uid'),
    seccomp: fieldOf(status, 'Seccomp'),
    noNewPrivileges: fieldOf(status, 'NoNewPrivs') === 1,
    namespaces: { user: namespace('user'), pid: namespace('pid'), net: namespace('net') },
  }
}

/** Returns whether the page's process has a seccomp filter, cannot gain privileges, and has its own namespaces. */
export const hasStrictSandbox = (page: SandboxState, main: SandboxState): boolean =>
  page.seccomp === 2 &&
  page.noNewPrivileges &&
  page.namespaces.user !== main.namespaces.user &&
  page.namespaces.pid !== main.namespaces.pid &&
  page.namespaces.net !== main.namespaces.net
