import { vi } from 'vitest'
import type { Api } from '../../../../src/contract/api.ts'
import type { Call } from '../../../../src/contract/call.ts'
import type { LeftProfile } from '../../../../src/renderer/features/call/form/call-form-state.ts'
import { parseDelay } from '../../../../src/renderer/features/call/form/call-form.ts'
import { createCallScreenModel } from '../../../../src/renderer/features/call/form/call-screen-model.ts'
import { type Readiness, readinessOf } from '../../../../src/renderer/features/call/form/call-button.tsx'
import { preflightChecks } from '../../../../src/renderer/features/call/preflight/preflight-line.tsx'
import { configurationInUse } from '../../../../src/renderer/lib/routes.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { acme, fakeAgents } from '../../../support/fake-api/data.ts'

/** The ID of the configuration that the fake API lists as the default. */
const defaultConfigurationId = 11

/**
 * Creates the Call screen's model for the profile `acme` with the fake API. `overrides` replaces individual operations.
 * The test must use fake timers.
 */
export const openCallScreen = async (options: FakeApiOptions = {}, overrides: Partial<Api> = {}) => {
  let counter = 0
  const api = { ...createFakeApi({ profiles: [acme], ...options }), ...overrides }
  const triggerCall = vi.fn<Api['triggerCall']>(api.triggerCall)
  const deps = {
    api: { ...api, triggerCall },
    now: () => Date.now(),
    randomBytes: (length: number) => new Uint8Array(length).fill((counter += 1)),
  }
  const call = createCallScreenModel(deps, acme)
  void call.callerIdsOf(defaultConfigurationId).load()
  await vi.advanceTimersByTimeAsync(0)

  const state = () => call.form.store.getState()
  /** The ID of the listed configuration in use. */
  const configurationId = () => {
    const listed = call.configurations.store.getState().data?.value ?? []
    return configurationInUse(state().route, listed)?.id ?? defaultConfigurationId
  }
  const routeQueries = () => ({
    configurations: call.configurations.store.getState(),
    callerIds: call.callerIdsOf(configurationId()).store.getState(),
    labels: call.routeLabels.list.store.getState().data?.value ?? [],
  })
  const readiness = (): Readiness => readinessOf(state(), routeQueries(), acme)
  return {
    call,
    api,
    triggerCall,
    state,
    readiness,
    preflight: () =>
      preflightChecks({
        form: state(),
        profile: acme,
        keyQueries: [],
        refused: null,
        today: [],
        agentText: null,
        doNotCall: null,
        missing: null,
        repeatMinutes: 10,
        openedAt: call.openedAt,
        now: Date.now(),
        ...routeQueries(),
      }),
    /** Triggers a call from the form, which must be ready. */
    triggerReadyCall: async () => {
      const ready = readiness()
      if (!ready.ready) throw new Error(JSON.stringify(ready.missing))
      await call.form.triggerCall(ready.draft)
    },
    chooseAgent: (name = 'Renewal reminder') => call.form.typeAgent(name, fakeAgents),
    typeNumber: async (text: string) => {
      call.form.typeNumber(text)
      await afterParsing()
    },
    /** Fills in the form from an earlier call. */
    fillFrom: async (earlier: Call, as: 'redial' | 'repeat' | 'again', leftProfile: LeftProfile | null = null) => {
      const detail = await api.getCall({ callId: earlier.callId })
      if (!detail.ok) throw new Error(detail.failure.kind)
      call.form.fillFrom(detail.value, call.configurations.store.getState().data?.value ?? [], as, leftProfile)
      await afterParsing()
    },
  }
}

/** Advances the fake clock until a typed number has been parsed. */
export const afterParsing = () => vi.advanceTimersByTimeAsync(parseDelay + 20)
