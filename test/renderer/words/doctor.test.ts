import { describe, expect, it } from 'vitest'
import { doctorFindings, type DoctorFindingCode, type DoctorLine } from '../../../src/contract/doctor.ts'
import { words } from '../../../src/renderer/words/words.ts'
import { everyDoctorFact } from '../../support/every-doctor-fact.ts'

const lineOf = (code: DoctorFindingCode, given = everyDoctorFact): DoctorLine => ({
  check: 'tcp',
  step: 'done',
  finding: { code, facts: given },
  because: null,
  milliseconds: 1,
})
const say = (code: DoctorFindingCode, given = everyDoctorFact) => words.doctor.inWords(lineOf(code, given))
// The names of a constant object are its keys.
const codes = Object.keys(doctorFindings) as DoctorFindingCode[]

it.each(codes)('%s says what was found, and what to do where anything is wrong', (code) => {
  const told = say(code)
  expect(told?.found).toMatch(/^\S.*\.$/s)
  const verdict = doctorFindings[code]
  expect([verdict, told?.next === null]).not.toEqual(['bad', true])
  expect([verdict, told?.next === null]).not.toEqual(['good', false])
  expect(told?.next ?? 'Nothing.').toMatch(/^\S.*\.$/s)
  for (const text of [told?.found, told?.next]) expect(text ?? '').not.toMatch(/undefined|null|NaN|\(\)/)
})

it('has a remedy of its own for each of the seven troubles', () => {
  const seven = [
    'tcpRefused',
    'nameNotFound',
    'tlsExpired',
    'proxyRefused',
    'clockOff',
    'keychainLocked',
    'versionTooOld',
  ]
  const remedies = codes.filter((code) => seven.includes(code)).map((code) => say(code)?.next)
  expect(new Set(remedies).size).toBe(7)
  expect(say('clockOff')?.found).toBe('The clock of this computer is 60 min behind the service’s.')
  expect(say('versionTooOld')?.found).toContain('calling by Agent UUID')
})

describe('the conclusion', () => {
  const conclude = (...lines: DoctorLine[]) => words.doctor.conclude(lines, true)
  it('is every trouble, one after the other', () => {
    expect(conclude(lineOf('diskEnough'), lineOf('tcpRefused'))).toBe(say('tcpRefused')?.found)
    expect(conclude(lineOf('tcpRefused'), lineOf('keyRefused'))).toBe(
      `${say('tcpRefused')?.found} ${say('keyRefused')?.found}`,
    )
  })
  it('is nothing while it is not known, and good news at the end', () => {
    expect(words.doctor.conclude([lineOf('diskEnough')], false)).toBeNull()
    expect(conclude(lineOf('diskEnough'), lineOf('versionLacks'))).toBe('Nothing stands in the way.')
    expect(conclude({ ...lineOf('diskEnough'), step: 'cancelled', finding: null })).toBe('Stopped before the end.')
  })
})
