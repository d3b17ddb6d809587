import { describe, expect, it } from 'vitest'
import { doctorFindings, type DoctorFindingCode, type DoctorLine } from '../../src/contract/doctor.ts'
import { messages } from '../../src/messages/index.ts'
import { everyDoctorFinding } from '../support/every-doctor-finding.ts'

const lineOf = (code: DoctorFindingCode): DoctorLine => ({
  check: 'tcp',
  step: 'done',
  finding: { code, details: everyDoctorFinding },
  because: null,
  milliseconds: 1,
})
const findingOf = (code: DoctorFindingCode) => messages.doctor.describe(lineOf(code))
// Object.keys widens keys to string.
const codes = Object.keys(doctorFindings) as DoctorFindingCode[]

it.each(codes)('says what %s found, and how to fix it if it is a problem', (code) => {
  const text = findingOf(code)
  expect(text?.found).toMatch(/^\S.*\.$/s)
  const result = doctorFindings[code]
  expect([result, text?.next === null]).not.toEqual(['bad', true])
  expect([result, text?.next === null]).not.toEqual(['good', false])
  expect(text?.next ?? 'Nothing.').toMatch(/^\S.*\.$/s)
  for (const sentence of [text?.found, text?.next]) expect(sentence ?? '').not.toMatch(/undefined|null|NaN|\(\)/)
})

it('suggests a different fix for each of the seven common problems', () => {
  const common: DoctorFindingCode[] = [
    'tcpRefused',
    'nameNotFound',
    'tlsExpired',
    'proxyRefused',
    'clockOff',
    'keychainLocked',
    'versionTooOld',
  ]
  expect(new Set(common.map((code) => findingOf(code)?.next)).size).toBe(7)
})

it('shows details in readable units and names', () => {
  expect(findingOf('clockOff')?.found).toContain('60 min')
  expect(findingOf('versionTooOld')?.found).toContain('Agent UUID')
  expect(findingOf('versionTooOld')?.found).not.toContain('callByAgentUuid')
})

const foundWith = (code: DoctorFindingCode, details: Record<string, string>) =>
  messages.doctor.describe({ ...lineOf(code), finding: { code, details: { ...everyDoctorFinding, ...details } } })
    ?.found

it.each([
  [172_799, '48 h'],
  [172_800, '2 days'],
  [31_536_000, '365 days'],
])('shows a clock difference of %d s as %s', (seconds, shown) => {
  expect(foundWith('clockOff', { seconds: String(seconds) })).toContain(` ${shown} `)
})

it('says that part of the history was lost only if calls or lists are known to be missing', () => {
  const shownFor = (missingCalls: string, missingLists: string) =>
    foundWith('historyIncomplete', { reason: 'damaged', missingCalls, missingLists })
  expect(shownFor('5', '')).toMatch(/ was lost\..*\b5 calls\b/)
  expect(shownFor('0', '2')).toMatch(/ was lost\..*\b2 call lists\b/)
  expect(shownFor('', '')).toMatch(/ may be missing\.$/)
})

it('says of a loss of the whole history what its notice says', () => {
  const loss = { cause: 'damaged', missing: null, lostLists: null, lostAll: true } as const
  const details = { reason: 'damaged', missingCalls: '', missingLists: '', lostAll: 'true' }
  const title = messages.settings.history.recovered(loss)
  expect(title).not.toBe(messages.settings.history.recovered({ ...loss, lostAll: false }))
  for (const code of ['historyIncomplete', 'historyLossNoted'] as const)
    expect(foundWith(code, details)?.startsWith(`${title}.`)).toBe(true)
})

it('says that equal clocks match, without a number', () => {
  const clock = (seconds: number) => foundWith('clockRight', { seconds: String(seconds) })
  expect(clock(0)).not.toMatch(/\d/)
  expect(clock(3)).toContain('3 s')
})

describe('the conclusion', () => {
  const conclusionOf = (...lines: DoctorLine[]) => messages.doctor.conclusion(lines, true)

  it('lists every problem', () => {
    const refused = findingOf('tcpRefused')?.found
    expect(conclusionOf(lineOf('diskEnough'), lineOf('tcpRefused'))).toBe(refused)
    expect(conclusionOf(lineOf('tcpRefused'), lineOf('keyRefused'))).toBe(
      `${refused} ${findingOf('keyRefused')?.found}`,
    )
  })

  it('does not start with the test runtime, which is not the cause of any problem that the checks find', () => {
    expect(conclusionOf(lineOf('runtimeTrial'), lineOf('tcpRefused'))).toBe(findingOf('tcpRefused')?.found)
  })

  it('is null while the checks are running, and differs between a complete and a stopped run without problems', () => {
    expect(messages.doctor.conclusion([lineOf('diskEnough')], false)).toBeNull()
    const complete = conclusionOf(lineOf('diskEnough'), lineOf('versionLacks'))
    const stopped = conclusionOf({ ...lineOf('diskEnough'), step: 'cancelled', finding: null })
    expect(complete).toMatch(/\S{2,}/)
    expect(stopped).toMatch(/\S{2,}/)
    expect(complete).not.toBe(stopped)
  })
})

it.each([
  ['keychainLocked', 'locked'],
  ['keychainTimedOut', 'timedOut'],
  ['keychainUnavailable', 'unavailable'],
] as const)('says for %s what the other screens say', (code, reason) => {
  const finding = { code, details: { ...everyDoctorFinding, platform: 'linux' } }
  expect(messages.doctor.describe({ ...lineOf(code), finding })?.next).toBe(messages.failure.keychainNext[reason])
})
