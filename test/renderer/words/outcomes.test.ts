import { describe, expect, it } from 'vitest'
import type { CallStateName } from '../../../src/contract/call.ts'
import { isUnresolved } from '../../../src/contract/call-resolution.ts'
import {
  issueCodes,
  keychainReasons,
  keyObstacles,
  rotationStops,
  storageReasons,
  unavailableCauses,
  unreachableCauses,
  type Failure,
  invalid,
} from '../../../src/contract/failure.ts'
import { words } from '../../../src/renderer/words/words.ts'
import { everyState } from './every-state.ts'

const at = '2026-11-21T09:14:00.000Z'

const failures: Failure[] = [
  { kind: 'unauthorized', detail: 'Invalid or expired API key' },
  { kind: 'forbidden', detail: 'Not yours' },
  { kind: 'notFound', detail: 'Workflow not found' },
  { kind: 'invalid', issues: [{ path: ['origin'], code: 'originPath' }] },
  { kind: 'refused', status: 409, detail: 'Conflict' },
  { kind: 'internal', reference: 'ab12' },
  ...unreachableCauses.map((cause): Failure => ({ kind: 'unreachable', cause })),
  ...unavailableCauses.map((cause): Failure => ({ kind: 'unavailable', cause })),
  ...keychainReasons.map((reason): Failure => ({ kind: 'keychain', reason })),
  ...storageReasons.map((reason): Failure => ({ kind: 'storage', reason })),
]

const earlier = {
  callId: '01KAJ0000000000000000000AB',
  state: 'unknown',
  at,
  profileName: 'Acme Billing',
  phoneNumberDisplay: '+1 415 555 0123',
}
const confirmation = '7f3c2a1e-5d4b-4c3a-9f8e-000000009b21'
failures.push(
  { kind: 'numberLocked', call: earlier },
  { kind: 'repeat', reason: 'calledLately', call: earlier, confirmation },
  { kind: 'repeat', reason: 'historyGap', call: null, confirmation },
  { kind: 'closing' },
)

const all = Object.values(everyState).flatMap((variants) => Object.entries(variants))
const placedOf = (name: CallStateName) =>
  new Set(Object.values(everyState[name]).map((state) => words.callState.inWords(state).placed))

const unfit = /\boops\b|\bfailed\b|undefined|null|\[object/i

describe('failures in words', () => {
  it.each(failures)('says what happened, why and what next: %o', (failure) => {
    const said = words.failure.inWords(failure)
    for (const sentence of [said.title, said.why, said.next]) expect(sentence).toMatch(/\S{2,}/)
    expect(said.title + said.next).not.toMatch(unfit)
  })

  it('repeats the service’s own words and nothing where it gave none', () => {
    expect(words.failure.inWords({ kind: 'unauthorized', detail: 'Invalid key' }).service).toBe('Invalid key')
    expect(words.failure.inWords({ kind: 'unauthorized', detail: '' }).service).toBeNull()
  })

  it('knows which codes stand in the way of an act and which stop a rotation', () => {
    expect(keyObstacles.toSorted().join(' ')).toBe(
      'clipboardRefused keyGone keysBusy ownKeyUnclear passphraseUncopied passphraseUnshown practiceKey rotationNone rotationOpen sessionKey windowRefused',
    )
    expect(rotationStops.toSorted().join(' ')).toBe(
      'bothKeysRefused newKeyUnused oldKeyAlive oldKeyCompromised oldKeyLast oldKeyStays oldKeyUnused',
    )
  })

  it.each([...keyObstacles, ...rotationStops])(
    'does not ask anybody to mend a value where none is wrong: %s',
    (code) => {
      const said = words.failure.inWords({ kind: 'invalid', issues: [{ path: [], code, words: '' }] })
      expect([said.title, said.next].join(' ')).not.toMatch(/mend|not right/i)
      expect(said.why).not.toMatch(/^\w+: /)
    },
  )

  it.each(rotationStops)('does not say that nothing was changed where a rotation has made a key: %s', (code) => {
    const said = words.failure.inWords({ kind: 'invalid', issues: [{ path: [], code, words: '' }] })
    expect(said.next).toBe('No copy of a key is dropped until you decide.')
  })

  it('says nothing of a new key at work where a rotation stopped because it is refused, or with no profile', () => {
    const { standing, standingBut } = words.rotation
    expect(standing.switching).toMatch(/^The new key works. Some profiles may have it/)
    expect(standingBut({ kind: 'unauthorized', detail: '' })).not.toMatch(/works|profiles/)
    expect(standingBut(invalid([], 'newKeyUnused').failure)).toMatch(/no profile has it/)
    expect(standingBut({ kind: 'keychain', reason: 'locked' })).toBeNull()
  })

  it('gives each cause a sentence of its own', () => {
    const whys = failures.map((failure) => words.failure.inWords(failure).why)
    expect(new Set(whys).size).toBe(whys.length)
  })
})

describe('call states in words', () => {
  it.each(all)('answers all four questions: %s', (_name, state) => {
    const said = words.callState.inWords(state)
    for (const sentence of [said.tag, said.title, said.why, said.next]) expect(sentence).toMatch(/\S{2,}/)
    expect(words.callState.placed(said.placed)).toMatch(/^Was a call placed: /)
    expect([said.title, said.why, said.next].join(' ')).not.toMatch(/\boops\b|undefined|null|\[object| {2}/i)
    expect(said.next).toMatch(/[.:]$/)
  })

  it('tells every situation in words of its own, without the service’s', () => {
    const texts = all.map(([name, state]) => {
      const { title, placed, why, next } = words.callState.inWords(state)
      return { name, text: [title, placed, why, next].join(' ') }
    })
    const twice = texts.filter(({ name, text }) => texts.some((one) => one.text === text && one.name !== name))
    expect(twice).toEqual([])
  })

  it.each(all.filter(([, state]) => isUnresolved(state) && state.state !== 'queued'))(
    'says of what is open not to call again, and never that it failed: %s',
    (_name, state) => {
      const said = words.callState.inWords(state)
      expect(said.placed).toMatch(/unknown|notYet/)
      expect(said.next).toContain('Do not call again')
      expect(`${said.tag} ${said.title}`).not.toMatch(/fail/i)
    },
  )

  it('says no only of what was surely not placed, and yes only of a run or of a person’s word', () => {
    for (const name of ['rejected', 'notSent', 'cancelled', 'notFound'] as const)
      expect(placedOf(name)).toEqual(new Set(['no']))
    for (const name of ['queued', 'sending'] as const) expect(placedOf(name)).toEqual(new Set(['notYet']))
    expect(placedOf('unknown')).toEqual(new Set(['unknown']))
    expect(placedOf('candidate')).toEqual(new Set(['unknown']))
    expect(placedOf('failedAtProvider')).toEqual(new Set(['no', 'unknown']))
    expect(placedOf('accepted')).toEqual(new Set(['yes', 'notYet', 'unknown']))
    expect(placedOf('closedByOperator')).toEqual(new Set(['yes', 'no']))
  })

  it('says of a call that was not found that it may be called again', () => {
    const [state] = Object.values(everyState.notFound)
    expect(state && words.callState.inWords(state)).toMatchObject({
      title: 'Not placed: the service has no run of it',
      next: expect.stringContaining('called again') as string,
    })
  })

  it('does not say no of a trigger that failed in a way nobody foresaw', () => {
    expect(words.callState.ofFailure({ kind: 'internal', reference: 'x' }).placed).toBe('unknown')
    expect(words.callState.ofFailure({ kind: 'unavailable', cause: 'cut' }).placed).toBe('unknown')
    expect(words.callState.ofFailure({ kind: 'storage', reason: 'full' }).placed).toBe('no')
  })
})

describe('refused values in words', () => {
  it.each(issueCodes)('has a sentence for %s', (code) => {
    expect(words.issue.sentence({ path: [], code, words: '70000' })).toMatch(/^\S.*[.}”]$/)
  })

  it('names the place from the outside in', () => {
    expect(words.issue.located({ path: ['initialContext', 'customer', 0], code: 'nul' })).toMatch(
      /^context › customer › 0: /,
    )
  })
})
