import { invalid, type IssueCode, type Outcome, succeed } from '../../contract/failure.ts'
import { isOnLan } from '../../contract/lan.ts'
import { isLoopback } from '../../contract/loopback.ts'

const path = ['origin']
const refuse = (code: IssueCode, words?: string) => invalid(path, code, words)

/** People paste the address of the API, of its health page, or of the dashboard's front door: all mean the same origin. */
const meansTheOrigin = (pathname: string): boolean => /^\/?(api(\/v1)?(\/health)?)?\/?$/.test(pathname)

const withScheme = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)

const schemeIssue = (url: URL, plainHttpOnLan: boolean): ReturnType<typeof refuse> | null => {
  if (url.protocol === 'https:') return null
  if (url.protocol !== 'http:') return refuse('originScheme', url.protocol.replace(':', ''))
  // SECURITY: over plain http a key could be read on its way; on loopback there is no way.
  return isLoopback(url.hostname) || (plainHttpOnLan && isOnLan(url.hostname))
    ? null
    : refuse('originPlainHttp', url.host)
}

/**
 * Turns what a person pasted into an origin: `https://host[:port]`, or `http` for loopback and, by policy, a local network.
 * `…/api/v1` and trailing slashes are taken off; other paths, queries, credentials and schemes are refused with the reason.
 */
export const readOrigin = (text: string, plainHttpOnLan = false): Outcome<string> => {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('required')
  if (/\s/.test(trimmed) || !URL.canParse(withScheme(trimmed))) return refuse('origin')
  const url = new URL(withScheme(trimmed))
  if (url.username !== '' || url.password !== '') return refuse('originCredentials')
  const issue = schemeIssue(url, plainHttpOnLan)
  if (issue) return issue
  if (url.hostname === '') return refuse('origin')
  if (url.search !== '' || url.hash !== '' || !meansTheOrigin(url.pathname))
    return refuse('originPath', url.pathname + url.search)
  return succeed(url.origin)
}

/** True for an origin on this computer. */
export const isLoopbackOrigin = (origin: string): boolean => isLoopback(new URL(origin).hostname)

/** Which services this computer may connect besides what holds everywhere. */
export type OriginRules = {
  /** True on a runtime out of support: only origins on this computer may be connected. */
  trialRuntime: boolean
  /** Whether the policy of this computer allows an origin, and whether it lets keys go over plain http on a local network. */
  allows: (origin: string) => boolean
  plainHttpOnLan: () => boolean
}

/** Reads an origin that may be connected here, or says why it may not. */
export const readAllowedOrigin = (text: string, rules: OriginRules): Outcome<string> => {
  const origin = readOrigin(text, rules.plainHttpOnLan())
  if (!origin.ok) return origin
  if (rules.trialRuntime && !isLoopbackOrigin(origin.value)) return refuse('originTrialRuntime', origin.value)
  return rules.allows(origin.value) ? origin : refuse('originNotAllowed', origin.value)
}

/** Whether an origin that was connected once may still be. */
export const mayConnect = (origin: string, { trialRuntime, allows }: OriginRules): boolean =>
  (!trialRuntime || isLoopbackOrigin(origin)) && allows(origin)
