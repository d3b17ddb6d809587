import { agentUuidSchema } from '../../contract/agent.ts'
import { type CallLink, mostLinkValues } from '../../contract/asked.ts'
import { decode, hasHiddenSigns, type LinkReading, readLinkNumber, refused } from './link-reading.ts'

type Part = { name: string; value: string }

/** Where values for the context begin: `context.customer_name=Jane`. */
const prefix = 'context.'

const readPart = (text: string): Part | null => {
  const at = text.indexOf('=')
  const [name, value] = at < 0 ? [null, null] : [decode(text.slice(0, at)), decode(text.slice(at + 1))]
  return name === null || value === null || hasHiddenSigns(name) || hasHiddenSigns(value) ? null : { name, value }
}

const isValue = ({ name }: Part): boolean => name.startsWith(prefix)

/** Every step of a name's way is a word of its own, and none leads to what all objects inherit. */
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
    return refused('unknownPart')
  if (new Set(names).size !== names.length) return refused('partTwice')
  const valueOf = (name: string): string | undefined => parts.find((part) => part.name === name)?.value
  const number = readLinkNumber(valueOf('number') ?? '')
  if (!number.ok) return number
  const agent = valueOf('agent')?.trim().toLowerCase()
  if (agent !== undefined && !agentUuidSchema.safeParse(agent).success) return refused('agentUuid')
  const values = parts.filter(isValue)
  if (values.length > mostLinkValues) return refused('tooManyValues')
  const context = readContext(values)
  if (context === null) return refused('malformed')
  const agentUuid = agent ?? null
  return { ok: true, link: { scheme: 'rundesk', number: number.number, extension: null, agentUuid, context } }
}

/**
 * Reads what follows `rundesk:`, of which there is one kind: `//call?number=+14155550123&agent=<Agent UUID>&context.<name>=<text>`.
 * Percent signs are resolved once, a plus is a plus, every value is text, and what is not known refuses the whole link.
 */
export const readRundesk = (rest: string): LinkReading => {
  const [, query] = /^(?:\/\/)?call\/?\?([^#]*)$/i.exec(rest) ?? []
  if (query === undefined) return /^(?:\/\/)?call\/?$/i.test(rest) ? refused('noNumber') : refused('unknownAct')
  const parts = query.split('&').map(readPart)
  const whole = parts.filter((part) => part !== null)
  return whole.length === parts.length ? readParts(whole) : refused('malformed')
}
