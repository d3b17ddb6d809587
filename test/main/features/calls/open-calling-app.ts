import type { CallDraft } from '../../../../src/contract/call.ts'
import { runIdOf } from '../../../../src/domain/call-state.ts'
import { aDraft } from '../../../support/a-call.ts'
import { type TestAppOptions, openTestApp, startService, valueOf } from '../../../support/test-app.ts'
import { connectService } from '../../../support/connect-service.ts'

/** How much faster the reconciliation's clock runs; sockets and the service use real time. */
const speed = 60

export const fasterTime = {
  monotonic: () => performance.now() * speed,
  after: (milliseconds: number, act: () => void) => {
    const timer = setTimeout(act, milliseconds / speed).unref()
    return () => clearTimeout(timer)
  },
}

/** Opens an app with one profile at its own practice service; time can be advanced. */
export const openCallingApp = async (changes: TestAppOptions = {}) => {
  const server = await startService()
  let [ahead, set] = [0, 0]
  const clock = (): number => Date.now() + ahead + set
  const monotonic = (): number => fasterTime.monotonic() + ahead
  const test = openTestApp({ ...changes, parts: { ...fasterTime, clock, monotonic, ...changes.parts } })
  const { operations } = test
  await valueOf(test.app.start())

  const addProfile = async (name: string): Promise<string> =>
    (await connectService(operations, { name, origin: server.origin, key: server.key })).id
  const profileId = await addProfile('Acme')
  const agents = await valueOf(operations.listAgents({ profileId }))
  const agentUuid = agents.find((one) => one.status === 'active' && one.agentUuid !== null)?.agentUuid ?? ''
  const withoutIds = { telephonyConfigurationId: null, fromPhoneNumberId: null }
  const draft = (change: Partial<CallDraft> = {}): CallDraft =>
    aDraft({ profileId, agentUuid, ...withoutIds, ...change })

  /**
   * Creates another caller's run for the same agent. The lone surrogate in its context breaks every page that contains
   * it.
   */
  const breakLists = async (): Promise<void> => {
    const body = '{"phone_number":"+442079460018","initial_context":{"name":"\\ud83d"}}'
    const headers = { 'x-api-key': server.key, 'content-type': 'application/json' }
    const url = `${server.origin}/api/v1/public/agent/workflow/${agentUuid}`
    const { response } = await server.service.handle(new Request(url, { method: 'POST', headers, body }))
    if (response.status !== 200) throw new Error(`not placed: ${response.status}`)
  }

  return {
    ...test,
    breakLists,
    server,
    service: server.service,
    profileId,
    addProfile,
    draft,
    /** Advances the time. */
    putForward: (milliseconds: number): void => void (ahead += milliseconds),
    /** Sets the wall clock without advancing the time. */
    setClock: (milliseconds: number): void => void (set = milliseconds),
    /** Places a call and waits until its response is stored. */
    call: async (change: Partial<CallDraft> = {}) => {
      const sent = draft(change)
      const answer = await operations.triggerCall(sent)
      await test.app.settled()
      return { draft: sent, answer }
    },
    /** Reads the run of an accepted call, as the screen that shows it does. */
    async readRun({ callId }: Pick<CallDraft, 'callId'>): Promise<void> {
      const workflowRunId = runIdOf((await valueOf(operations.getCall({ callId }))).call)
      if (workflowRunId === null) throw new Error('The call has no run.')
      await valueOf(operations.getRun({ profileId, workflowRunId }))
    },
    recordOf: async ({ callId }: Pick<CallDraft, 'callId'>) => (await valueOf(operations.getCall({ callId }))).call,
  }
}

export type CallingApp = Awaited<ReturnType<typeof openCallingApp>>
