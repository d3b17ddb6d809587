import '../../src/renderer/without-eval.ts'
import type { Desk } from '../../src/contract/desk.ts'
import { createFakeDesk } from './fake-desk.ts'
import { createFakeMillion } from './fake-desk/fake-million.ts'
import { sceneOptions } from './fake-desk/scenes.ts'

// The scene is named in the address, so that one script serves every picture: ?scene=desk, ?scene=candidate, …
const scene = new URLSearchParams(location.search).get('scene') ?? 'desk'

const desk = createFakeDesk(sceneOptions(scene, Date.now()))
if (scene === 'million') Object.assign(desk, createFakeMillion(1_000_000, Date.now()))
if (scene === 'quitting')
  desk.onCallsChanged(() =>
    desk.announce('quitWaits', { calls: 1, unwritten: 0, milliseconds: 318_000, mayLeave: false }),
  )

if (scene === 'exporting')
  desk.exportCalls = () => {
    desk.announce('exportChanged', { calls: 12_400 })
    return new Promise(() => undefined)
  }

const never = () => new Promise<never>(() => undefined)
/** What never answers in a scene: the service and the disk in one, everything in another. */
const silent: Record<string, (keyof Desk)[]> = {
  opening: ['listProfiles'],
  drawn: ['listProfiles'],
  loading: ['listAgents', 'listTelephonyConfigurations', 'listCalls', 'checkHealth', 'listKeys'],
}
for (const name of silent[scene] ?? []) Object.assign(desk, { [name]: never })

if (scene === 'talkComes') {
  const { readRecording } = desk
  desk.readRecording = (input) => (input.from === 0 ? readRecording(input) : never())
}

/** The first answer to which profiles there are: a failure, or nothing that a screen could be made of. */
const firstAnswers: Record<string, unknown> = {
  shut: { ok: false, failure: { kind: 'storage', reason: 'unavailable' } },
  strange: { ok: true, value: {} },
}
if (scene in firstAnswers) {
  const { listProfiles } = desk
  let asked = 0
  Object.assign(desk, {
    listProfiles: async (input: Parameters<Desk['listProfiles']>[0]) =>
      (asked += 1) === 1 ? firstAnswers[scene] : listProfiles(input),
  })
}
// A choice that takes its time, so that there is a while in which the wrong profile could be written to.
if (scene === 'slowChoice') {
  const { selectProfile } = desk
  desk.selectProfile = async (input) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    return selectProfile(input)
  }
}

Object.defineProperty(window, 'desk', { value: desk })
