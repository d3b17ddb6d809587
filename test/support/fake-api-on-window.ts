import '../../src/renderer/without-eval.ts'
import type { Api } from '../../src/contract/api.ts'
import { createFakeApi } from './fake-api.ts'
import { createFakeMillion } from './fake-api/large-history.ts'
import { withHostileTexts } from './fake-api/hostile-texts.ts'
import { sceneOptions } from './fake-api/scenes.ts'

// The address names the scene, so that one script serves all of them: ?scene=standard, ?scene=candidate, …
const scene = new URLSearchParams(location.search).get('scene') ?? 'standard'

const api = createFakeApi(sceneOptions(scene, Date.now()))
if (scene === 'million') Object.assign(api, createFakeMillion(1_000_000, Date.now()))
if (scene === 'quitting')
  api.onCallsChanged(() =>
    api.announce('quitPending', { calls: 1, unwritten: 0, milliseconds: 318_000, mayLeave: false }),
  )

if (scene === 'exporting')
  api.exportCalls = () => {
    api.announce('exportChanged', { calls: 12_400 })
    return new Promise(() => undefined)
  }

const never = () => new Promise<never>(() => undefined)
/** Operations that never respond in a scene. */
const silent: Record<string, (keyof Api)[]> = {
  opening: ['listProfiles'],
  startup: ['listProfiles'],
  loading: ['listAgents', 'listTelephonyConfigurations', 'listCalls', 'checkHealth', 'listKeys'],
}
for (const name of silent[scene] ?? []) Object.assign(api, { [name]: never })

if (scene === 'talkComes') {
  const { readRecording } = api
  api.readRecording = (input) => (input.from === 0 ? readRecording(input) : never())
}

/** The first response of `listProfiles`: a failure, or an invalid value. */
const firstAnswers: Record<string, unknown> = {
  shut: { ok: false, failure: { kind: 'storage', reason: 'unavailable' } },
  strange: { ok: true, value: {} },
}
if (scene in firstAnswers) {
  const { listProfiles } = api
  let requests = 0
  Object.assign(api, {
    listProfiles: async (input: Parameters<Api['listProfiles']>[0]) =>
      (requests += 1) === 1 ? firstAnswers[scene] : listProfiles(input),
  })
}
// Switch profiles slowly: in the meantime, key presses could go to the wrong profile.
if (scene === 'slowChoice') {
  const { selectProfile } = api
  api.selectProfile = async (input) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    return selectProfile(input)
  }
}

const isHostile = new URLSearchParams(location.search).has('hostile')
Object.defineProperty(window, 'api', { value: isHostile ? withHostileTexts(api) : api })
