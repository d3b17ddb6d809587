import { echoForms } from '../../fuzz/echo-key.ts'
import { poisoned } from '../echo.ts'
import { type Scene, valueOf } from './scene.ts'

/** So many of the newest calls are handed over, in every state that the flows before brought about. */
const most = 16

const look = async ({ desk, profileId, service }: Scene, form: (key: string) => string): Promise<void> => {
  service.answer('/api/v1/health', async ({ ordinary, key }) => poisoned(await ordinary(), form(key)), Infinity)
  for (const subject of [
    { kind: 'profile', profileId },
    { kind: 'origin', origin: service.origin },
    { kind: 'here' },
  ] as const) {
    await desk.ask('startDoctor', { subject })
    for (let waited = 0; waited < 200; waited += 1) {
      const report = await desk.ask('readDoctor', {})
      if (report?.ok === true && report.value?.endedAt) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  await desk.ask('cancelDoctor', {})
  await desk.ask('listHealth', { profileId })
  service.forget()
}

/** Everything that a person hands to somebody else, made while the service echoes the key wherever it can. */
export const handOver = async (scene: Scene): Promise<void> => {
  const { desk, service, draw } = scene
  const form = draw.pick(echoForms)
  await look(scene, form)
  const { calls } = await valueOf(desk.ask('listCalls', { search: '', after: null, limit: most }))
  service.answer('/api/v1/', async ({ ordinary, key }) => poisoned(await ordinary(), form(key)), Infinity)
  for (const { callId } of calls) {
    await desk.ask('saveEvidence', { callId })
    await valueOf(desk.ask('checkEvidence', { seal: null }))
  }
  service.forget()
  const { diagnosticsId } = await valueOf(desk.ask('showDiagnostics', {}))
  await valueOf(desk.ask('saveDiagnostics', { diagnosticsId }))
}
