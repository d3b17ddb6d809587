/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The first of some variables that says something; small letters win, as with other programs. */
const first = (env: Environment, ...names: string[]): string | null => {
  const values = names.flatMap((name) => [env[name], env[name.toUpperCase()]])
  return values.find((value) => value !== undefined && value.trim() !== '') ?? null
}

/** The proxy that the environment names for an origin (`https_proxy`, `http_proxy`, `all_proxy`), as written; or null. */
export const proxyOfEnvironment = (env: Environment, protocol: string): string | null =>
  first(env, protocol === 'https:' ? 'https_proxy' : 'http_proxy', 'all_proxy')

/** What the environment exempts from proxies; empty when nothing. */
export const exemptOfEnvironment = (env: Environment): string => first(env, 'no_proxy') ?? ''
