import { describe, expect, it } from 'vitest'
import {
  fileProblems,
  issueCodes,
  keychainReasons,
  keyObstacles,
  rotationStops,
  stateConflicts,
  tableProblems,
  storageReasons,
  unavailableCauses,
  unreachableCauses,
  type Failure,
  invalid,
} from '../../src/contract/failure.ts'
import { messages } from '../../src/messages/index.ts'

const earlier = {
  callId: '01KAJ0000000000000000000AB',
  state: 'unknown',
  at: '2026-11-21T09:14:00.000Z',
  profileName: 'Acme Billing',
  phoneNumberDisplay: '+1 415 555 0123',
}
const confirmation = '7f3c2a1e-5d4b-4c3a-9f8e-000000009b21'

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
  { kind: 'numberLocked', call: earlier },
  { kind: 'repeat', reason: 'calledRecently', call: earlier, confirmation },
  { kind: 'repeat', reason: 'inProgress', call: earlier, confirmation },
  { kind: 'repeat', reason: 'inProgress', call: { ...earlier, state: 'resolvedNotPlaced' }, confirmation },
  { kind: 'repeat', reason: 'shortNumber', call: null, confirmation },
  { kind: 'repeat', reason: 'historyGap', call: null, confirmation },
  { kind: 'closing' },
]

const failureOf = (code: (typeof issueCodes)[number]) =>
  messages.failure.describe({ kind: 'invalid', issues: [{ path: [], code, words: '' }] })

describe('failures', () => {
  it.each(failures)('say what happened, why, and what to do: %o', (failure) => {
    const text = messages.failure.describe(failure)
    for (const sentence of [text.title, text.why, text.next]) expect(sentence).toMatch(/\S{2,}/)
    expect(text.title + text.next).not.toMatch(/\boops\b|\bfailed\b|undefined|null|\[object/i)
  })

  it('do not say that a call is unchanged if its run belongs to another call, because the same reading may end it', () => {
    const { title, why, next } = failureOf('runOfAnotherCall')
    expect([title, why, next].join(' ')).not.toMatch(/\b(un)?changed\b/)
  })

  it('do not name the keychain if a list’s key can’t be read, because the key may be kept for this session', () => {
    const { title, text } = messages.lists.run.brake('keyUnreadable')
    expect(title + text).not.toMatch(/keychain/i)
  })

  it('do not blame the carrier for a list’s failed calls, because a run may fail before the carrier is called', () => {
    const { title, text } = messages.lists.run.brake('carrierFailures')
    expect(title + text).not.toMatch(/carrier|caller ID/i)
  })

  it('say only that a found run may be the run of a call that was resolved as not placed', () => {
    const call = { ...earlier, state: 'resolvedNotPlaced' }
    const { why } = messages.failure.describe({ kind: 'repeat', reason: 'calledRecently', call, confirmation })
    const { lastCall } = messages.lists.drawer.question
    for (const text of [why, messages.repeatCall.resolvedNotPlaced('', '', ''), lastCall('', null, 'possible')])
      expect(text).toMatch(/found a run that may be/)
    const own = { ...call, foundRun: 'own' as const }
    const ofOwn = messages.failure.describe({ kind: 'repeat', reason: 'calledRecently', call: own, confirmation })
    for (const text of [ofOwn.why, messages.repeatCall.resolvedNotPlaced('', '', '', 'own'), lastCall('', null, 'own')])
      expect(text).toMatch(/found its run/)
    const answered = { ...call, foundRun: 'answered' as const }
    for (const text of [
      messages.failure.describe({ kind: 'repeat', reason: 'calledRecently', call: answered, confirmation }).why,
      messages.repeatCall.resolvedNotPlaced('', '', '', 'answered'),
      lastCall('', null, 'answered'),
    ]) {
      expect(text).toMatch(/its run shows that the call was answered/)
      expect(text).not.toMatch(/may have rung/)
    }
  })

  it('name the file that lists a number or its prefix, and not a person', () => {
    const listed = { reason: 'Registry T', addedAt: earlier.at, addedBy: 'root' }
    const whyOf = (importExpiresAt?: string | null, erased?: { phoneNumber: null }) =>
      messages.failure.describe({
        kind: 'repeat',
        reason: 'doNotCall',
        call: null,
        confirmation,
        doNotCall: { ...listed, importExpiresAt, ...erased },
      }).why
    expect(whyOf()).toBe(messages.doNotCall.since(listed))
    const erased = { phoneNumber: null }
    expect(whyOf(undefined, erased)).toBe(messages.doNotCall.since({ ...listed, ...erased }))
    expect(whyOf(null)).toMatch(/file \(Registry T\) lists this number or a prefix of it. root imported it on [^;]*\.$/)
    const end = new Date(2027, 0, 31, 23, 59, 59, 999)
    expect(whyOf(end.toISOString())).toContain(`until ${messages.time.date(end.toISOString())}.`)
    // The end of a day in another time zone.
    const hourEarlier = new Date(end.getTime() - 3_600_000).toISOString()
    const untilTime = `until ${messages.time.minute(new Date(2027, 0, 31, 23).toISOString())}`
    expect(whyOf(hourEarlier)).toContain(untilTime)
    const file = { numbers: 1, fileName: null, addedAt: earlier.at, addedBy: 'root', expiresAt: hourEarlier }
    const about = messages.doNotCall.files.about({ ...file, importId: '', practice: false, source: '' })
    expect(about).toContain(untilTime)
  })

  it('end the reason of a do-not-call entry with one punctuation mark', () => {
    const textsOf = (reason: string) => {
      const doNotCall = { reason, addedAt: earlier.at, addedBy: 'root' }
      const failure: Failure = { kind: 'repeat', reason: 'doNotCall', call: null, confirmation, doNotCall }
      return [messages.failure.describe(failure).why, messages.doNotCall.since(doNotCall)]
    }
    expect(textsOf('Moved away.')).toEqual(textsOf('Moved away'))
    for (const text of textsOf('Moved away?')) expect(text).toMatch(/away\?$/)
  })

  it('say that a key file kept for a session-only key needs its passphrase', () => {
    for (const text of [messages.keyExport.importText.session, messages.keyExport.importedNext.session])
      expect(text).toMatch(/Keep the key file and its passphrase/)
  })

  it('say that nothing else was changed only if a file was saved', () => {
    const nextOf = (code: 'sessionKey' | 'passphraseUnshown') =>
      messages.failure.describe(invalid([], code).failure).next
    expect(nextOf('sessionKey')).toBe('Nothing was changed.')
    expect(nextOf('passphraseUnshown')).toBe('Nothing else was changed.')
  })

  it('say that a key may have been removed from the keychain only if there was one', () => {
    expect(messages.failure.describe({ kind: 'keychain', reason: 'locked' }).why).toMatch(/removed/)
    expect(messages.failure.keychainWhy.locked).not.toMatch(/removed/)
  })

  it('say that a rejected key may be archived, and how to get a working one', () => {
    const { why, next } = messages.failure.describe({ kind: 'unauthorized', detail: '' })
    expect(why).toMatch(/archived/)
    expect(next).toMatch(/Enter an active key.*reactivate/)
    expect(next).toContain(messages.keys.showArchived)
  })

  it('do not say that a rejected or unreadable key prevents calls, because each call is sent with the key as it is then', () => {
    const { groups, keyLine, keyRefused, keyUnreadable, keyRefusedTitle, keyRefusedText, emptyText } = messages.inbox
    const texts = [
      groups.keys,
      keyLine,
      keyRefused,
      keyUnreadable,
      keyRefusedTitle,
      keyRefusedText(earlier.at),
      emptyText,
    ]
    for (const text of texts) expect(text).not.toMatch(/block|can’t (be used|place|call)/i)
    expect(messages.keys.archiveOwnText(['Acme Billing'])).toMatch(/reactivated/)
  })

  it('repeat the service’s message, or nothing if it sent none', () => {
    expect(messages.failure.describe({ kind: 'unauthorized', detail: 'Invalid key' }).service).toBe('Invalid key')
    expect(messages.failure.describe({ kind: 'unauthorized', detail: '' }).service).toBeNull()
  })

  it('have a different reason for each cause', () => {
    const reasons = failures.map((failure) => messages.failure.describe(failure).why)
    expect(new Set(reasons).size).toBe(reasons.length)
  })
})

const wrongValue = failureOf('originPath')

describe('problems with a file or a table', () => {
  it.each([...fileProblems, ...tableProblems])('are not shown as invalid input: %s', (code) => {
    const text = failureOf(code)
    expect(text.title).not.toBe(wrongValue.title)
    expect(text.next).not.toBe(wrongValue.next)
  })

  it.each(tableProblems)('do not ask for a file if the table may have been pasted: %s', (code) => {
    expect(failureOf(code).title + failureOf(code).next).not.toMatch(/file/i)
  })
})

describe('obstacles to a key action', () => {
  it.each([...keyObstacles, ...rotationStops])('are not shown as invalid input: %s', (code) => {
    const text = failureOf(code)
    expect(text.title).not.toBe(wrongValue.title)
    expect(text.next).not.toBe(wrongValue.next)
    expect(text.why).not.toMatch(/^\w+: /)
  })

  it.each(rotationStops)('do not claim that nothing was changed once a rotation has started: %s', (code) => {
    const [obstacle] = keyObstacles
    expect(failureOf(code).next).not.toBe(obstacle && failureOf(obstacle).next)
    expect(failureOf(code).next).not.toMatch(/nothing/i)
  })

  it.each(['bothKeysRefused', 'oldKeyLast'] as const)(
    'ask for a working key only unless the profile’s key was replaced since then: %s',
    (code) => {
      const { why } = failureOf(code)
      expect(why).toContain(messages.profiles.replaceKey.replace('…', ''))
      expect(why).toMatch(/\bunless you’ve replaced\b/i)
      expect(why).not.toMatch(/\bdoesn’t work\b/)
    },
  )

  it('do not claim that the new key works if it was rejected or no profile has it', () => {
    const { status, statusOverride } = messages.rotation
    const rejected = statusOverride('switching', { kind: 'unauthorized', detail: '' })
    const unused = statusOverride('switching', invalid([], 'newKeyUnused').failure)
    expect(rejected).not.toMatch(/works|profiles/)
    expect(unused).toMatch(/\S{2,}/)
    expect(Object.values(status)).not.toContain(unused)
    expect(statusOverride('switching', { kind: 'keychain', reason: 'locked' })).toBeNull()
  })

  it.each(['oldKeyStays', 'oldKeyCompromised'] as const)('do not claim that the old key may work: %s', (code) => {
    const { status, statusOverride } = messages.rotation
    const { failure } = invalid([], code)
    expect(statusOverride('archiving', failure)).toMatch(/\S{2,}/)
    expect(Object.values(status)).not.toContain(statusOverride('archiving', failure))
    expect(statusOverride('switching', failure)).toBeNull()
  })
})

describe('problems that are not in a field', () => {
  it.each([...stateConflicts, 'keySame', 'service', 'passphrase'] as const)(
    'are not shown as wrong entries: %s',
    (code) => {
      const text = failureOf(code)
      expect(text.title).not.toBe(wrongValue.title)
      for (const sentence of [text.title, text.next]) expect(sentence).toMatch(/\S{2,}/)
    },
  )
})

it('does not ask the user to enter a key in texts that the import of a key file shows, too', () => {
  const { title, why, next } = failureOf('keySame')
  expect(`${title} ${why} ${next}`).not.toMatch(/\benter\b/i)
  expect(failureOf('keyExpired').why).not.toMatch(/\bkey\b/i)
})

it('does not claim that nothing was changed while it is not clear whether an agent was created', () => {
  const [conflict] = stateConflicts
  expect(failureOf('agentUnclear').next).not.toBe(failureOf(conflict).next)
})

describe('rejected values', () => {
  it.each(issueCodes)('have a message: %s', (code) => {
    expect(messages.issue.text({ path: [], code, words: '70000' })).toMatch(/^\S.*[.}”)]$/)
  })

  it('name the numbers that were read, and say what to enter instead', () => {
    const textOf = (words?: string) =>
      messages.issue.text({ path: ['phoneNumber'], code: 'severalNumbers', ...(words && { words }) })
    const read = '+1 415 555 0123, +44 20 7946 0018'
    expect(textOf(read)).toContain(read)
    for (const text of [textOf(read), textOf()]) expect(text).toMatch(/\. Enter only /)
    expect(textOf()).not.toContain('undefined')
  })

  it('name the field from the outside in', () => {
    expect(messages.issue.withField({ path: ['initialContext', 'customer', 0], code: 'nul' })).toMatch(
      /^\S+ › customer › 0: /,
    )
  })
})

it.each(keychainReasons.filter((reason) => reason !== 'missing'))(
  'does not say that a key could not be read if saving or deleting one may have failed: %s',
  (reason) => {
    const { title } = messages.failure.describe({ kind: 'keychain', reason })
    expect(title).not.toBe(messages.failure.describe({ kind: 'keychain', reason: 'missing' }).title)
  },
)

it('does not send the user to Support on the Support screen', () => {
  const failure = { kind: 'unavailable', cause: 'busy' } as const
  const { next } = messages.failure.describe(failure)
  expect(next).toContain(messages.shell.screens.support)
  expect(messages.failure.describe(failure, true).next).not.toContain(messages.shell.screens.support)
  expect(next).toContain(messages.failure.describe(failure, true).next)
})

it('does not say twice that the service is busy', () => {
  const { title, why } = messages.failure.describe({ kind: 'unavailable', cause: 'busy' })
  expect(why.toLowerCase()).not.toContain(title.toLowerCase().replace('service ', ''))
})
