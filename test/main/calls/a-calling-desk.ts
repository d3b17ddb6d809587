import type { CallDraft } from '../../../src/contract/call.ts'
import { aDraft } from '../../support/a-call.ts'
import { type DeskChanges, openTestDesk, startService, valueOf } from '../../support/test-desk.ts'

/** How much faster than in life time passes for the look-ups here; the sockets and the service know nothing of it. */
const haste = 60

export const hurried = {
  monotonic: () => performance.now() * haste,
  after: (milliseconds: number, act: () => void) => {
    const timer = setTimeout(act, milliseconds / haste).unref()
    return () => clearTimeout(timer)
  },
}

/** A desk with one profile at a service of its own, in whose world one can look; time can be put forward. */
export const aCallingDesk = async (changes: DeskChanges = {}) => {
  const server = await startService()
  let [ahead, set] = [0, 0]
  const clock = (): number => Date.now() + ahead + set
  const monotonic = (): number => hurried.monotonic() + ahead
  const test = openTestDesk({ ...changes, parts: { ...hurried, clock, monotonic, ...changes.parts } })
  const { ask } = test
  await valueOf(test.desk.start())

  const addProfile = async (name: string): Promise<string> => {
    const { entryId } = await valueOf(ask.enterKey({ from: 'typed', text: server.key }))
    const form = { kind: 'service', name, color: 'blue', origin: server.origin, custody: 'keychain' } as const
    const { profile } = await valueOf(ask.addProfile({ ...form, entryId, unchecked: false }))
    return profile.id
  }
  const profileId = await addProfile('Acme')
  const agents = await valueOf(ask.listAgents({ profileId }))
  const agentUuid = agents.find((one) => one.status === 'active' && one.agentUuid !== null)?.agentUuid ?? ''
  const withoutIds = { telephonyConfigurationId: null, fromPhoneNumberId: null }
  const draft = (change: Partial<CallDraft> = {}): CallDraft =>
    aDraft({ profileId, agentUuid, ...withoutIds, ...change })

  /** Somebody else's call to the same agent, with half an emoji in its context: it breaks every page that holds its run. */
  const poison = async (): Promise<void> => {
    const body = '{"phone_number":"+442079460018","initial_context":{"name":"\\ud83d"}}'
    const headers = { 'x-api-key': server.key, 'content-type': 'application/json' }
    const url = `${server.origin}/api/v1/public/agent/workflow/${agentUuid}`
    const { response } = await server.service.handle(new Request(url, { method: 'POST', headers, body }))
    if (response.status !== 200) throw new Error(`not placed: ${response.status}`)
  }

  return {
    ...test,
    poison,
    service: server.service,
    profileId,
    addProfile,
    draft,
    /** Lets so much time pass at once. */
    putForward: (milliseconds: number): void => void (ahead += milliseconds),
    /** Sets the computer's clock; no time passes. */
    setClock: (milliseconds: number): void => void (set = milliseconds),
    /** Places a call and waits until its own answer is written down. */
    call: async (change: Partial<CallDraft> = {}) => {
      const sent = draft(change)
      const answer = await ask.triggerCall(sent)
      await test.desk.settled()
      return { draft: sent, answer }
    },
    recordOf: async ({ callId }: Pick<CallDraft, 'callId'>) => (await valueOf(ask.getCall({ callId }))).call,
  }
}

export type CallingDesk = Awaited<ReturnType<typeof aCallingDesk>>
