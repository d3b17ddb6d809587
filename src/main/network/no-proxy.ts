const plain = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

/** Whether a host is this computer. Nothing of this computer ever goes through a proxy. */
export const isThisComputer = (host: string): boolean => {
  const name = plain(host)
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

const split = (entry: string): { name: string; port: number | null } => {
  const [, bracketed, bracketedPort] = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry) ?? []
  if (bracketed !== undefined) return { name: bracketed, port: bracketedPort ? Number(bracketedPort) : null }
  const [, name = entry, port] = /^([^:]+):(\d+)$/.exec(entry) ?? []
  return { name, port: port ? Number(port) : null }
}

const matches = (entry: string, host: string, port: number): boolean => {
  if (entry === '*') return true
  const { name, port: only } = split(entry)
  if (only !== null && only !== port) return false
  const suffix = plain(name).replace(/^\*?\./, '')
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`))
}

/**
 * Whether `NO_PROXY` exempts a host: entries apart by commas or blanks, each a name that stands for itself and all
 * below it (with or without a leading dot or `*.`), an address, either with `:port`, or `*` for everything.
 */
export const isExempt = (noProxy: string, host: string, port: number): boolean =>
  noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => matches(entry, plain(host), port))
