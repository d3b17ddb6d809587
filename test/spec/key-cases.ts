import { z } from 'zod'
import { createdKey, keyRow } from './shapes.ts'
import type { Act, Expectation, SpecCase, SpecWorld, Step } from './spec-case.ts'
import { triggerStep } from './trigger-cases.ts'

const done: Expectation = { status: 200, meaning: 'done' }
const archived: Expectation = { ...done, body: { success: true, message: 'API key archived successfully' } }
const reactivated: Expectation = { ...done, body: { success: true, message: 'API key reactivated successfully' } }
const unauthorized: Expectation = {
  status: 401,
  meaning: 'unauthorized',
  body: { detail: 'Invalid or expired API key' },
}
const notFound: Expectation = { status: 404, meaning: 'notFound', body: { detail: 'API key not found' } }
const listed = (count: number): Expectation => ({ ...done, shape: z.array(keyRow).length(count) })

type Ask = (world: SpecWorld) => Step

const ask =
  (
    act: (world: SpecWorld) => Act,
    expect: Expectation,
    key: (world: SpecWorld) => string = ({ own }) => own.keys.active,
  ): Ask =>
  (world) => ({ act: act(world), key: key(world), expect })

const create = ask(() => ({ operation: 'createKey', name: 'Night shift' }), { ...done, shape: createdKey })
const list = (expect: Expectation, includeArchived = false) =>
  ask(() => ({ operation: 'listKeys', includeArchived }), expect)
const archiveCreated = ask(({ created }) => ({ operation: 'archiveKey', keyId: created?.id ?? 0 }), archived)
const reactivateCreated = ask(({ created }) => ({ operation: 'reactivateKey', keyId: created?.id ?? 0 }), reactivated)
const withCreated = (expect: Expectation) =>
  ask(
    () => ({ operation: 'agents' }),
    expect,
    ({ created }) => created?.text ?? '',
  )

/** Without the prefix, as specification section 4.2 writes these paths. */
const bare = (method: string, path: (world: SpecWorld) => string, expect: Expectation, body?: string): Ask => {
  return (world) => ({
    raw: {
      method,
      path: path(world),
      headers: { 'x-api-key': world.own.keys.active, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    },
    expect,
  })
}

/** Specification sections 4.2 and 5: keys are listed, made, archived and reactivated. */
export const keyCases: readonly SpecCase[] = [
  { section: '4.2', title: 'keys are listed without their texts, archived ones left out', steps: [list(listed(2))] },
  { section: '4.2', title: 'archived keys are listed when asked for', steps: [list(listed(3), true)] },
  {
    section: '5.4',
    title: 'a key is shown in full at its creation and never again',
    steps: [create, list(listed(3)), list(listed(4), true)],
  },
  { section: '5.1', title: 'a new key works at once', steps: [create, withCreated(done)] },
  {
    section: '5.6',
    title: 'archiving revokes at once and reactivating restores the same text',
    steps: [
      create,
      withCreated(done),
      archiveCreated,
      withCreated(unauthorized),
      archiveCreated,
      reactivateCreated,
      withCreated(done),
    ],
  },
  {
    section: '5.6',
    title: 'a trigger with an archived key is refused and rings nowhere, and after reactivation rings',
    steps: [
      ask(({ own }) => ({ operation: 'reactivateKey', keyId: own.keys.archivedId }), reactivated),
      (world) => triggerStep(world, { ...done, rings: 1 }, { key: world.own.keys.archived }),
      ask(({ own }) => ({ operation: 'archiveKey', keyId: own.keys.archivedId }), archived),
      (world) =>
        triggerStep(
          world,
          { status: 401, meaning: 'unauthorized', body: { detail: 'Invalid API key' } },
          { key: world.own.keys.archived },
        ),
    ],
  },
  {
    section: '5.6',
    title: 'a key that archives itself is locked out, its own reactivation included',
    steps: [
      ask(({ own }) => ({ operation: 'archiveKey', keyId: own.keys.activeId }), archived),
      ask(({ own }) => ({ operation: 'reactivateKey', keyId: own.keys.activeId }), unauthorized),
    ],
  },
  {
    section: '4.2',
    title: 'an unknown key cannot be archived',
    steps: [ask(() => ({ operation: 'archiveKey', keyId: 9999 }), notFound)],
  },
  {
    section: '4.2',
    title: 'an unknown key cannot be reactivated',
    steps: [ask(() => ({ operation: 'reactivateKey', keyId: 9999 }), notFound)],
  },
  {
    section: '5.3',
    title: "another organization's key cannot be archived",
    steps: [ask(({ other }) => ({ operation: 'archiveKey', keyId: other.keys.activeId }), notFound)],
  },
  {
    section: '4.2',
    title: 'the four key endpoints also stand where the specification writes them, without the prefix',
    steps: [
      bare('GET', () => '/user/api-keys', listed(2)),
      bare('POST', () => '/user/api-keys', { ...done, shape: createdKey }, '{"name":"Night shift"}'),
      bare('DELETE', ({ own }) => `/user/api-keys/${own.keys.archivedId}`, archived),
      bare('PUT', ({ own }) => `/user/api-keys/${own.keys.archivedId}/reactivate`, reactivated),
    ],
  },
  {
    section: '7',
    title: 'a key needs a name',
    steps: [
      bare(
        'POST',
        () => '/api/v1/user/api-keys',
        {
          status: 422,
          meaning: 'invalid',
          body: { detail: [{ type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: {} }] },
        },
        '{}',
      ),
    ],
  },
]
