import { answerWith } from '../echo.ts'
import { placeCall } from './place-calls.ts'
import { draftTo, type Scene } from './scene.ts'
import { answering, startRawServer } from '../../../support/raw-server.ts'

const statuses = [301, 302, 303, 307, 308]

/**
 * The service sends the client elsewhere: on its own origin and to another one, with the key in the address and without.
 * What arrives there is looked at. Gives how many requests arrived, which must be none.
 */
export const followRedirects = async (scene: Scene): Promise<number> => {
  const { service, desk, profileId, sinks } = scene
  const target = await startRawServer(answering('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'))
  const places = (key: string) => [
    `${target.origin}/elsewhere`,
    `${target.origin}/elsewhere?key=${encodeURIComponent(key)}`,
    `http://localhost:${target.port}/`,
    '/practice/redirected',
  ]
  for (const status of statuses) {
    for (const index of places('').keys()) {
      const send = async ({ key }: { key: string }) =>
        answerWith(new Response(`see ${key}`, { status, headers: { location: places(key)[index] ?? '' } }))
      service.answer('/api/v1/', send)
      await placeCall(scene, draftTo(scene))
      service.answer('/api/v1/', send)
      await desk.ask('listAgents', { profileId })
      service.forget()
    }
  }
  sinks.look('redirect target', 'elsewhere', target.received())
  const arrived = target.requestCount()
  await target.close()
  return arrived
}
