import { describe, expect, it } from 'vitest'
import { callLinkSchema, linkProblems, maxLinkLength } from '../../../../src/contract/external-request.ts'
import { readLink } from '../../../../src/main/features/external-requests/index.ts'
import { createSeededRandom } from '../../../labs/seeded-random.ts'

const uuid = '7f3c2a10-5b1e-4c8d-9a2f-0d6e8b9c9b21'

const linkOf = (text: string) => {
  const read = readLink(text)
  if (!read.ok) throw new Error(`refused: ${read.why}`)
  return read.link
}

describe('a tel: link', () => {
  it.each([
    ['tel:+14155550123', '+14155550123'],
    ['TEL:+1-(415)-555.0123', '+14155550123'],
    ['tel://+14155550123', '+14155550123'],
    ['tel:%2B1%20415%20555%200123', '+14155550123'],
    ['  tel:+441632960960\n', '+441632960960'],
    ['tel:4155550123', '4155550123'],
    // A local number with a context may not be a complete number (RFC 3966, section 5.1.5).
    ['tel:863-1234;phone-context=+1-914-555', '8631234'],
    ['tel:+14155550123;isub=12345;unheard-of=1', '+14155550123'],
  ])('%j means %s', (text, number) =>
    expect(linkOf(text)).toEqual({ scheme: 'tel', number, extension: null, agentUuid: null, context: [] }),
  )

  it('returns an extension, which is not dialed', () =>
    expect(linkOf('tel:+1-415-555-0123;ext=4-5')).toMatchObject({ number: '+14155550123', extension: '45' }))

  it.each([
    ['tel:', 'noNumber'],
    ['tel: ', 'noNumber'],
    ['tel:*21*+14155550123#', 'code'],
    ['tel:*%2306%23', 'code'],
    ['tel:+14155550123,,99', 'notANumber'],
    ['tel:+1415555p0123', 'notANumber'],
    ['tel:1-800-FLOWERS', 'notANumber'],
    ['tel:+1234567890123456', 'notANumber'],
    ['tel:+1', 'notANumber'],
    ['tel:++14155550123', 'notANumber'],
    ['tel:+14155550123?body=hello', 'notANumber'],
    ['tel:+14155550123;ext=1;ext=2', 'malformed'],
    ['tel:+14155550123;ext=call-me', 'malformed'],
    ['tel:+14155550123;;', 'malformed'],
    ['tel:+1415%E0%A4%A', 'malformed'],
    ['tel:+1415555\u202e0123', 'malformed'],
    ['tel:+14155550123%0a+14155550177', 'malformed'],
  ])('%j is refused: %s', (text, why) => expect(readLink(text)).toEqual({ ok: false, why }))
})

describe('a rundesk: link', () => {
  it('contains a number, an agent and exact context values', () =>
    expect(
      linkOf(
        `rundesk://call?number=+1-415-555-0123&agent=${uuid.toUpperCase()}&context.customer_name=Jane%20Doe&context.adviser.name=A%26B+C&context.due=`,
      ),
    ).toEqual({
      scheme: 'rundesk',
      number: '+14155550123',
      extension: null,
      agentUuid: uuid,
      context: [
        { name: 'customer_name', value: 'Jane Doe' },
        { name: 'adviser.name', value: 'A&B+C' },
        { name: 'due', value: '' },
      ],
    }))

  it.each(['rundesk:call?number=4155550123', 'RunDesk://CALL/?number=4155550123'])('%j is also accepted', (text) =>
    expect(linkOf(text).number).toBe('4155550123'),
  )

  it.each([
    ['rundesk://app/index.html', 'unknownAction'],
    ['rundesk://erase?number=+14155550123', 'unknownAction'],
    ['rundesk://call@evil.example?number=+14155550123', 'unknownAction'],
    ['rundesk://call/../app?number=+14155550123', 'unknownAction'],
    ['rundesk://call?number=+14155550123#x', 'unknownAction'],
    ['rundesk://call', 'noNumber'],
    [`rundesk://call?agent=${uuid}`, 'noNumber'],
    ['rundesk://call?number=', 'noNumber'],
    ['rundesk://call?number=%2321%23', 'code'],
    ['rundesk://call?number=sip:a@b', 'notANumber'],
    ['rundesk://call?number=+14155550123&dial=now', 'unknownParameter'],
    ['rundesk://call?number=+14155550123&Number=+14155550177', 'unknownParameter'],
    ['rundesk://call?number=+14155550123&number=+14155550177', 'repeatedParameter'],
    ['rundesk://call?number=+14155550123&context.a=1&context.a=2', 'repeatedParameter'],
    ['rundesk://call?number=+14155550123&agent=renewal', 'agentUuid'],
    ['rundesk://call?number=+14155550123&context.__proto__.x=1', 'malformed'],
    ['rundesk://call?number=+14155550123&context.constructor=1', 'malformed'],
    ['rundesk://call?number=+14155550123&context.=1', 'malformed'],
    ['rundesk://call?number=+14155550123&context.a..b=1', 'malformed'],
    ['rundesk://call?number=+14155550123&context.a=%00', 'malformed'],
    ['rundesk://call?number=+14155550123&context.a=%E2%80%AE', 'malformed'],
    ['rundesk://call?number=+14155550123&context.a=%zz', 'malformed'],
    ['rundesk://call?number=+14155550123&', 'malformed'],
  ])('%j is refused: %s', (text, why) => expect(readLink(text)).toEqual({ ok: false, why }))

  const values = (count: number): string => Array.from({ length: count }, (_, at) => `&context.v${at}=1`).join('')

  it.each([
    ['with a value that is too long', `&context.a=${'x'.repeat(2_001)}`, 'malformed'],
    ['with too many values', values(51), 'tooManyValues'],
    ['that is too long', `&context.a=${'x'.repeat(maxLinkLength)}`, 'tooLong'],
  ])('%s is refused', (_title, rest, why) =>
    expect(readLink(`rundesk://call?number=+14155550123${rest}`)).toEqual({ ok: false, why }),
  )

  it('accepts the maximum number of values', () =>
    expect(linkOf(`rundesk://call?number=+14155550123${values(50)}`).context).toHaveLength(50))
})

it.each(['', 'https://rundesk.example/call?number=1', 'javascript:alert(1)', '--remote-debugging-port=1', 'tel'])(
  '%j is not a supported link',
  (text) => expect(readLink(text)).toEqual({ ok: false, why: 'unknownScheme' }),
)

/** Fragments of hostile links, joined at random. */
const pieces = [
  'tel:',
  'rundesk://call?',
  'rundesk:call?',
  'rundesk://',
  'number=',
  'agent=',
  'context.',
  'context.name=',
  '&',
  '=',
  ';',
  'ext=',
  '+14155550123',
  '+1',
  '0',
  '*21#',
  uuid,
  '__proto__',
  'constructor',
  '.',
  '%',
  '%2B',
  '%00',
  '%F0%9F%98%80',
  '\u202e',
  '\ud800',
  '\n',
  ' ',
  '"',
  '<img src=x>',
  '${7*7}',
  '../../',
  'x'.repeat(1_500),
  '9'.repeat(30),
]

/** Returns what is wrong with an accepted link; null if nothing is. */
const faultOf = (text: string): string | null => {
  const { context, ...link } = linkOf(text)
  const steps = context.flatMap(({ name }) => name.split('.'))
  if (!callLinkSchema.safeParse({ ...link, context }).success) return 'not of the contract'
  if (text.length > maxLinkLength) return 'too long'
  if (steps.some((step) => ['', '__proto__', 'constructor'].includes(step))) return 'a way to a prototype'
  return /[\0\u202e\n]/.test(context.map(({ name, value }) => name + value).join('')) ? 'a hidden sign' : null
}

it('reads 10,000 hostile links without throwing, and accepts only valid ones', () => {
  const random = createSeededRandom(5)
  const below = (most: number): number => Math.floor(random() * most)
  const glue = (count: number): string => Array.from({ length: count }, () => pieces[below(pieces.length)]).join('')
  const beginnings = ['', 'tel:', 'rundesk://call?number=+14155550123&', 'rundesk://call?']
  const links = Array.from({ length: 10_000 }, () => `${beginnings[below(4)]}${glue(below(14))}`)
  const found = links.map((text) => ({ text, read: readLink(text) }))
  const good = found.filter(({ read }) => read.ok)
  const reasons = new Set(found.flatMap(({ read }) => (read.ok ? [] : [read.why])))
  expect(good.map(({ text }) => faultOf(text)).filter((fault) => fault !== null)).toEqual([])
  // The test is meaningful only if it produces accepted links and nearly all reasons for refusal.
  expect(good.length).toBeGreaterThan(25)
  const byHand = ['off', 'locked', 'tooManyValues']
  expect([...reasons].toSorted()).toEqual(linkProblems.filter((why) => !byHand.includes(why)).toSorted())
})
