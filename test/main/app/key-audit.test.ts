import { expect, it } from 'vitest'
import type { AuditEntry } from '../../../src/contract/audit.ts'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { ListedKey } from '../../../src/contract/key.ts'
import type { Operations } from '../../../src/contract/operations.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { createOperationAudit } from '../../../src/main/app/audit.ts'
import { auditActions } from '../../../src/renderer/features/settings/settings-screen.tsx'
import { acme, fakeKeys } from '../../support/fake-api/data.ts'
import { anId } from '../../support/a-call.ts'
import { waitFor } from '../../support/wait-for.ts'

const lost = { ...fail({ kind: 'internal', reference: 'Q7' }), unconfirmed: true } as const
const [first] = fakeKeys as [ListedKey] // The fake list is not empty.
const key = { ...first, archived: false }
const name = `${key.name} (${key.prefix}…)`

const open = () => {
  const entries: AuditEntry[] = []
  let keys: Outcome<ListedKey[]> = succeed([key])
  let answer: Outcome<never> | Promise<Outcome<never>> = lost
  // The audit uses no other operations of the storage and of the app in these tests.
  const storage = {
    run: (_name: string, { entry }: { entry: AuditEntry }) => Promise.resolve(succeed(entries.push(entry))),
  } as never
  // As above.
  const operations = {
    listKeys: () => Promise.resolve(keys),
    archiveKey: async () => answer,
    reactivateKey: async () => answer,
  } as unknown as Operations
  const audit = createOperationAudit({
    storage,
    profiles: { find: () => Promise.resolve(succeed(acme)) },
    settings: { known: () => defaultSettings },
    clock: () => Date.parse('2026-11-21T09:00:00Z'),
    createUuid: anId,
    operator: 'ana',
    computer: 'desk-07',
    redact: { scrub: (text) => text, scrubName: (text) => text },
    announce: () => undefined,
  })
  const audited = audit.audited(operations)
  return {
    entries,
    list: async (archived: boolean) => {
      keys = succeed([{ ...key, archived }])
      await audited.listKeys({ profileId: acme.id, includeArchived: true })
    },
    setAnswer: (next: typeof answer) => void (answer = next),
    archive: () =>
      audited.archiveKey({ profileId: acme.id, apiKeyId: key.id, confirmation: key.name, compromised: null }),
    reactivate: () => audited.reactivateKey({ profileId: acme.id, apiKeyId: key.id, reason: '' }),
    phases: () => entries.map(({ phase }) => phase),
  }
}

it('names a listed key although it is unknown whether the key was archived', async () => {
  const { entries, list, archive } = open()
  await list(false)
  await archive()
  expect(entries.map(({ phase, about }) => [phase, about])).toEqual([
    ['started', name],
    ['unknown', name],
  ])
})

it('appends an entry once a later list shows that the key was archived', async () => {
  const { entries, list, archive, phases } = open()
  await list(false)
  await archive()
  await list(false)
  expect(phases()).toEqual(['started', 'unknown'])
  await list(true)
  await list(true)
  expect(phases()).toEqual(['started', 'unknown', 'done'])
  expect(new Set(entries.map(({ actionId }) => actionId)).size).toBe(1)
  expect(entries.at(-1)?.about).toContain(name)
  const listed = entries.map((entry, index) => ({ ...entry, sequence: index + 1, isRunning: false }))
  expect(auditActions(listed.toReversed()).map(({ end }) => end)).toEqual(['done'])
})

it('does not take a later change of the key for the one whose outcome is unknown', async () => {
  const { list, archive, reactivate, phases } = open()
  await list(false)
  await archive()
  await reactivate()
  await list(true)
  expect(phases()).toEqual(['started', 'unknown', 'started', 'unknown'])
})

it.each(['archive', 'reactivate'] as const)('still expects an unknown change after a failure to %s', async (second) => {
  const { entries, list, archive, setAnswer, phases, ...changes } = open()
  await list(false)
  await archive()
  setAnswer(fail({ kind: 'unreachable', cause: 'refused' }))
  await { ...changes, archive }[second]()
  await list(true)
  expect(phases()).toEqual(['started', 'unknown', 'started', 'failed', 'done'])
  expect(entries.at(-1)?.actionId).toBe(entries[0]?.actionId)
})

it.each([
  { second: lost, expected: ['started', 'unknown', 'started', 'unknown', 'done'], made: 1 },
  {
    second: fail({ kind: 'unreachable', cause: 'refused' }),
    expected: ['started', 'unknown', 'started', 'failed', 'done'],
    made: 0,
  },
])('does not take a list during a second try for the result of the first one: $second', async (one) => {
  const { entries, list, archive, setAnswer, phases } = open()
  const answer = Promise.withResolvers<Outcome<never>>()
  await list(false)
  await archive()
  setAnswer(answer.promise)
  const second = archive()
  await waitFor(() => expect(phases()).toEqual(['started', 'unknown', 'started']))
  await list(true)
  expect(phases()).toEqual(['started', 'unknown', 'started'])
  answer.resolve(one.second)
  await second
  await list(true)
  expect(phases()).toEqual(one.expected)
  const actions = [...new Set(entries.map(({ actionId }) => actionId))]
  expect(actions.indexOf(entries.at(-1)?.actionId ?? '')).toBe(one.made)
})

it('still expects an unknown change after another one ended with an error', async () => {
  const { list, archive, setAnswer, phases } = open()
  await list(false)
  await archive()
  const error = new Error('broken')
  setAnswer(Promise.reject(error))
  await expect(archive()).rejects.toBe(error)
  await list(true)
  expect(phases()).toEqual(['started', 'unknown', 'started', 'failed', 'done'])
})
