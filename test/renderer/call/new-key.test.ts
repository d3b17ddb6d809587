import { expect, it, vi } from 'vitest'
import type { Failure } from '../../../src/contract/failure.ts'
import { createCallDesk } from '../../../src/renderer/call/call-desk.ts'
import { keyFact } from '../../../src/renderer/call/key-light.ts'
import { aCall } from '../../support/a-call.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { acme, fakeConfigurations } from '../../support/fake-desk/fake-world.ts'

const unauthorized: Failure = { kind: 'unauthorized', detail: 'Invalid API key' }

/** The desk of a profile whose key was archived while it stood open: a call was the first to be refused. */
const refusedDesk = async () => {
  let time = Date.parse('2026-11-21T09:00:00Z')
  const now = () => (time += 1_000)
  const failing: NonNullable<NonNullable<Parameters<typeof createFakeDesk>[0]>['failing']> = {}
  const fake = createFakeDesk({ profiles: [acme], failing })
  const asked: string[] = []
  const desk = {
    ...fake,
    listAgents: vi.fn(fake.listAgents),
    listCallerIds: (input: Parameters<typeof fake.listCallerIds>[0]) => {
      asked.push(`caller IDs of ${input.telephonyConfigurationId}`)
      return fake.listCallerIds(input)
    },
  }
  const call = createCallDesk({ desk, now, randomBytes: (length) => new Uint8Array(length) }, acme)
  await Promise.all([call.agents.ask(), call.configurations.ask()])
  const refused = aCall({
    outcome: { state: 'rejected', status: 401, detail: '', issues: [] },
    changedAt: new Date(now()).toISOString(),
  })
  const light = () =>
    keyFact(
      acme,
      [call.agents, call.configurations].map((fact) => fact.store.getState()),
      [refused],
    )
  return { fake, desk, failing, call, light, asked, refused }
}

it('is asked with at once, so that what was refused to the old key says nothing any more', async () => {
  const { fake, light } = await refusedDesk()
  expect(light()).toMatchObject([{ is: 'refused' }])
  await fake.replaceKey({ profileId: acme.id, entryId: crypto.randomUUID(), custody: 'keychain' })
  await vi.waitFor(() => expect(light()).toMatchObject([{ is: 'works' }]))
})

it('that does not work either is told so, in place of what the old one was answered', async () => {
  const { fake, failing, call, light } = await refusedDesk()
  await Promise.all([call.agents.ask(), call.configurations.ask()])
  expect(light()).toMatchObject([{ is: 'works' }])
  Object.assign(failing, { listAgents: unauthorized, listTelephonyConfigurations: unauthorized })
  fake.announce('profilesChanged', { rekeyed: acme.id })
  await vi.waitFor(() => expect(light()).toMatchObject([{ is: 'refused' }]))
})

it('brings the caller IDs that were looked at, and no others', async () => {
  const { fake, call, asked } = await refusedDesk()
  const [first] = fakeConfigurations
  if (!first) throw new Error('no configuration')
  await call.callerIdsOf(first.id).ask()
  fake.announce('profilesChanged', { rekeyed: acme.id })
  await vi.waitFor(() => expect(asked).toEqual([`caller IDs of ${first.id}`, `caller IDs of ${first.id}`]))
})

it('of another profile, or no new key at all, is no reason to ask', async () => {
  const { fake, desk, call } = await refusedDesk()
  const before = desk.listAgents.mock.calls.length
  fake.announce('profilesChanged', {})
  fake.announce('profilesChanged', { rekeyed: '01K00000000000000000000009' })
  call.close()
  fake.announce('profilesChanged', { rekeyed: acme.id })
  await Promise.resolve()
  expect(desk.listAgents.mock.calls.length).toBe(before)
})
