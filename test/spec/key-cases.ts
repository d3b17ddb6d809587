import { z } from 'zod'
import { createdKey, keyRow } from './shapes.ts'
import type { SpecOperation, Expectation, SpecCase, SpecWorld, Step } from './spec-case.ts'
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

type MakeStep = (world: SpecWorld) => Step

const step =
  (
    act: (world: SpecWorld) => SpecOperation,
    expect: Expectation,
    key: (world: SpecWorld) => string = ({ own }) => own.keys.active,
  ): MakeStep =>
  (world) => ({ act: act(world), key: key(world), expect })

const create = step(() => ({ operation: 'createKey', name: 'Night shift' }), { ...done, shape: createdKey })
const list = (expect: Expectation, includeArchived = false) =>
  step(() => ({ operation: 'listKeys', includeArchived }), expect)
const archiveCreated = step(({ created }) => ({ operation: 'archiveKey', keyId: created?.id ?? 0 }), archived)
const reactivateCreated = step(({ created }) => ({ operation: 'reactivateKey', keyId: created?.id ?? 0 }), reactivated)
const withCreated = (expect: Expectation) =>
  step(
    () => ({ operation: 'agents' }),
    expect,
    ({ created }) => created?.text ?? '',
  )

/** A key endpoint without the prefix, as in specification section 4.2. */
const bare = (method: string, path: (world: SpecWorld) => string, expect: Expectation, body?: string): MakeStep => {
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

/** Specification sections 4.2 and 5: keys are listed, created, archived and reactivated. */
export const keyCases: readonly SpecCase[] = [
  { section: '4.2', title: 'keys are listed without their text and without archived ones', steps: [list(listed(2))] },
  { section: '4.2', title: 'archived keys are listed on request', steps: [list(listed(3), true)] },
  {
    section: '5.4',
    title: 'a key is returned in full only when it is created',
    steps: [create, list(listed(3)), list(listed(4), true)],
  },
  { section: '5.1', title: 'a new key works immediately', steps: [create, withCreated(done)] },
  {
    section: '5.6',
    title: 'archiving revokes a key immediately and reactivating restores it',
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
    title: 'a trigger with an archived key is rejected without ringing, and rings after reactivation',
    steps: [
      step(({ own }) => ({ operation: 'reactivateKey', keyId: own.keys.archivedId }), reactivated),
      (world) => triggerStep(world, { ...done, rings: 1 }, { key: world.own.keys.archived }),
      step(({ own }) => ({ operation: 'archiveKey', keyId: own.keys.archivedId }), archived),
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
    title: 'a key that archives itself cannot reactivate itself',
    steps: [
      step(({ own }) => ({ operation: 'archiveKey', keyId: own.keys.activeId }), archived),
      step(({ own }) => ({ operation: 'reactivateKey', keyId: own.keys.activeId }), unauthorized),
    ],
  },
  {
    section: '4.2',
    title: 'an unknown key cannot be archived',
    steps: [step(() => ({ operation: 'archiveKey', keyId: 9999 }), notFound)],
  },
  {
    section: '4.2',
    title: 'an unknown key cannot be reactivated',
    steps: [step(() => ({ operation: 'reactivateKey', keyId: 9999 }), notFound)],
  },
  {
    section: '5.3',
    title: "another organization's key cannot be archived",
    steps: [step(({ other }) => ({ operation: 'archiveKey', keyId: other.keys.activeId }), notFound)],
  },
  {
    section: '4.2',
    title: 'the four key endpoints may have no prefix, as in the specification',
    keyPrefixes: [''],
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
