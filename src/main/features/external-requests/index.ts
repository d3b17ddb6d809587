import {
  type CallLink,
  type ExternalRequest,
  type LinkProblem,
  maxLinkLength,
  maxLinkValues,
} from '../../../contract/external-request.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { Operations } from '../../../contract/operations.ts'
import type { Pasted } from '../../../contract/pasted.ts'
import type { Settings } from '../../../contract/settings.ts'
import type { OsIntegration } from '../../app/runtime.ts'
import { agentUuidSchema } from '../../../contract/agent.ts'

type ExternalRequestsDeps = {
  settings: { known: () => Pick<Settings, 'links'> }
  osIntegration: Pick<OsIntegration, 'isLocked' | 'holdsSecret' | 'status'>
  readPhoneNumber: Operations['readPhoneNumber']
  readPasted: Operations['readPasted']
  clipboard: { read(): Promise<string> }
  announce: () => void
}

/** Maximum length of text read from the clipboard, in characters: enough for one spreadsheet row. */
const maxClipboardLength = 100_000

/**
 * Receives links, the global shortcut and clicked notifications, and keeps the last one until the page takes it. None
 * of them starts a call. SECURITY: links are refused while the screen is locked, and the page gets only call data from
 * the clipboard.
 */
export const createExternalRequests = (deps: ExternalRequestsDeps) => {
  const { settings, osIntegration, readPhoneNumber, readPasted, clipboard, announce } = deps
  let waiting: ExternalRequest | null = null

  const put = (request: ExternalRequest): void => {
    waiting = request
    announce()
  }

  const displayOf = async ({ number }: CallLink): Promise<string> => {
    const read = await readPhoneNumber({ text: number, asTyped: false })
    return read.ok ? read.value.display : number
  }

  const problemOf = ({ scheme }: CallLink): LinkProblem | null => (settings.known().links[scheme] ? null : 'off')

  const readClipboard = async (): Promise<string | null> => {
    const text = await clipboard.read()
    if (osIntegration.holdsSecret(text)) return null
    const start = text.slice(0, maxClipboardLength)
    const pasted = await readPasted({ text: start, names: null, agentUuid: null, callerId: null })
    return pasted.ok && pasted.value.kind === 'row' ? start : numbersIn(pasted)
  }

  const operations = {
    async takeExternalRequest() {
      const request = waiting
      waiting = null
      return succeed({ request })
    },
    readOsIntegration: async () => succeed(osIntegration.status()),
  } satisfies Partial<Operations>

  return {
    operations,
    async linkOpened(text: string): Promise<void> {
      if (osIntegration.isLocked()) return put({ by: 'refusedLink', why: 'locked' })
      const read = readLink(text)
      const why = read.ok ? problemOf(read.link) : read.why
      if (!read.ok || why !== null) return put({ by: 'refusedLink', why: why ?? 'malformed' })
      put({ by: 'link', link: read.link, display: await displayOf(read.link) })
    },
    async shortcutPressed(): Promise<void> {
      if (osIntegration.isLocked()) return
      put({ by: 'shortcut', text: await readClipboard() })
    },
    notificationClicked: (callId: string | null): void => put({ by: 'notification', callId }),
  }
}

/** Returns the numbers in pasted text, formatted for display; the rest of the text stays in the main process. */
const numbersIn = (pasted: Outcome<Pasted>): string | null => {
  if (!pasted.ok) return null
  if (pasted.value.kind === 'number') return pasted.value.reading.display
  return pasted.value.kind === 'offers' ? pasted.value.readings.map(({ text }) => text).join(' ; ') : null
}

/**
 * Reads a `tel:` or `rundesk:` link; returns its content, or the reason why it is refused. SECURITY: links come from
 * strangers, so a link with any unknown part is refused as a whole. Never throws.
 */
export const readLink = (text: string): LinkReading => {
  if (text.length > maxLinkLength) return refused('tooLong')
  const link = text.trim()
  if (!link.isWellFormed() || hasHiddenSigns(link)) return refused('malformed')
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/i.exec(link) ?? []
  switch (scheme.toLowerCase()) {
    case 'tel':
      return readTelLink(rest)
    case 'rundesk':
      return readRundeskLink(rest)
    default:
      return refused('unknownScheme')
  }
}

type Parameter = { name: string; value: string }

const readParameter = (text: string): Parameter | null => {
  const [, name, value = ''] = /^([a-z\d-]{1,50})(?:=([^;=]{0,200}))?$/i.exec(text) ?? []
  return name === undefined ? null : { name: name.toLowerCase(), value }
}

/** RFC 3966 allows only digits and visual separators in an extension. */
const readExtension = (parameters: readonly Parameter[]): string | null | undefined => {
  const all = parameters.filter(({ name }) => name === 'ext')
  const [first] = all
  if (!first) return null
  const digits = first.value.replaceAll(/[().-]/g, '')
  return all.length === 1 && /^\d{1,20}$/.test(digits) ? digits : undefined
}

/**
 * Reads what follows `tel:` (RFC 3966). A number without a plus is kept as it is: its `phone-context` says where it is
 * valid, but combining the two may not result in a valid number. Unknown parameters are ignored.
 */
const readTelLink = (rest: string): LinkReading => {
  const text = decode(rest.replace(/^\/\//, ''))
  if (text === null || hasHiddenSigns(text)) return refused('malformed')
  const [subscriber = '', ...further] = text.split(';')
  const parameters = further.map(readParameter)
  const known = parameters.filter((one) => one !== null)
  if (known.length !== parameters.length || parameters.length > 20) return refused('malformed')
  const number = readLinkNumber(subscriber)
  if (!number.ok) return number
  const extension = readExtension(known)
  if (extension === undefined) return refused('malformed')
  return { ok: true, link: { scheme: 'tel', number: number.number, extension, agentUuid: null, context: [] } }
}

type Part = { name: string; value: string }

/** Prefix of context values, such as `context.customer_name=Jane`. */
const prefix = 'context.'

const readPart = (text: string): Part | null => {
  const at = text.indexOf('=')
  const [name, value] = at < 0 ? [null, null] : [decode(text.slice(0, at)), decode(text.slice(at + 1))]
  return name === null || value === null || hasHiddenSigns(name) || hasHiddenSigns(value) ? null : { name, value }
}

const isValue = ({ name }: Part): boolean => name.startsWith(prefix)

/** Returns whether no part of a dotted name is blank or the name of an inherited object property. */
const isContextName = (name: string): boolean =>
  name.length <= 300 &&
  name.split('.').every((step) => step.trim() !== '' && !['__proto__', 'constructor', 'prototype'].includes(step))

const readContext = (parts: readonly Part[]): CallLink['context'] | null => {
  const context = parts.map(({ name, value }) => ({ name: name.slice(prefix.length), value }))
  return context.every(({ name, value }) => isContextName(name) && value.length <= 2_000) ? context : null
}

const readParts = (parts: readonly Part[]): LinkReading => {
  const names = parts.map(({ name }) => name)
  if (parts.some((part) => part.name !== 'number' && part.name !== 'agent' && !isValue(part)))
    return refused('unknownParameter')
  if (new Set(names).size !== names.length) return refused('repeatedParameter')
  const valueOf = (name: string): string | undefined => parts.find((part) => part.name === name)?.value
  const number = readLinkNumber(valueOf('number') ?? '')
  if (!number.ok) return number
  const agent = valueOf('agent')?.trim().toLowerCase()
  if (agent !== undefined && !agentUuidSchema.safeParse(agent).success) return refused('agentUuid')
  const values = parts.filter(isValue)
  if (values.length > maxLinkValues) return refused('tooManyValues')
  const context = readContext(values)
  if (context === null) return refused('malformed')
  const agentUuid = agent ?? null
  return { ok: true, link: { scheme: 'rundesk', number: number.number, extension: null, agentUuid, context } }
}

/**
 * Reads what follows `rundesk:`; the only form is `//call?number=+14155550123&agent=<Agent
 * UUID>&context.<name>=<text>`. Percent encoding is decoded once, a plus sign stays a plus sign, every value is a
 * string, and an unknown part makes the whole link invalid.
 */
const readRundeskLink = (rest: string): LinkReading => {
  const [, query] = /^(?:\/\/)?call\/?\?([^#]*)$/i.exec(rest) ?? []
  if (query === undefined) return /^(?:\/\/)?call\/?$/i.test(rest) ? refused('noNumber') : refused('unknownAction')
  const parts = query.split('&').map(readPart)
  const whole = parts.filter((part) => part !== null)
  return whole.length === parts.length ? readParts(whole) : refused('malformed')
}

/** The content of a link, or why it is refused. */
type LinkReading = { ok: true; link: CallLink } | { ok: false; why: LinkProblem }

const refused = (why: LinkProblem): LinkReading => ({ ok: false, why })

/** Decodes the percent encoding of a part once; null if it is invalid. */
const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Returns whether the text contains invisible characters or characters that change the text direction. */
const hasHiddenSigns = (text: string): boolean => /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u.test(text)

/** Allows up to 15 digits with a plus sign (E.164), and up to 20 without, which may include dialing prefixes. */
const isNumber = (digits: string): boolean => /^(\+\d{7,15}|\d{3,20})$/.test(digits)

/**
 * Reads a number with visual separators (RFC 3966) and spaces, and returns its digits or a problem. SECURITY: `*` and
 * `#` are refused, because carrier codes can redirect a line.
 */
const readLinkNumber = (text: string): { ok: true; number: string } | { ok: false; why: LinkProblem } => {
  const written = text.trim()
  if (written === '') return { ok: false, why: 'noNumber' }
  if (/^[+\d\s().*#-]+$/.test(written) && /[*#]/.test(written)) return { ok: false, why: 'code' }
  const number = written.replaceAll(/[\s().-]/g, '')
  return isNumber(number) ? { ok: true, number } : { ok: false, why: 'notANumber' }
}
