import { connect } from 'node:net'
import { saying, startProxy } from '../../../main/network/recording-proxy.ts'
import { answering, startRawServer } from '../../../support/raw-server.ts'
import { answerWith } from '../echo.ts'
import { placeCall } from './place-calls.ts'
import { draftTo, type Scene } from './scene.ts'

/** A client that goes where it is sent, with all its headers. */
const followCarelessly = async ({ service, sinks, canaries }: Scene): Promise<void> => {
  const target = await startRawServer(answering('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'))
  service.answer('/planted', async () =>
    answerWith(new Response(null, { status: 307, headers: { location: `${target.origin}/` } })),
  )
  await fetch(`${service.origin}/planted`, { headers: { 'x-api-key': canaries.planted.text } })
  sinks.look('redirect target', 'planted', target.received())
  await target.close()
}

/** A client that tells a proxy the headers of its request. */
const connectCarelessly = async ({ sinks, canaries }: Scene): Promise<void> => {
  const proxy = await startProxy(saying('HTTP/1.1 200 OK\r\n\r\n'))
  const socket = connect(proxy.port, '127.0.0.1')
  socket.write(`CONNECT service.test:443 HTTP/1.1\r\nX-API-Key: ${canaries.planted.text}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
  sinks.look('proxy', 'planted', proxy.received())
  await proxy.close()
}

/** Puts a text that is no secret into every kind of sink: whatever searches them must find it there. */
export const plantEverywhere = async (scene: Scene): Promise<void> => {
  const { desk, canaries } = scene
  const { text } = canaries.planted
  await desk.wish({ wish: 'plant', text })
  await desk.ask('copyText', { text })
  const draft = { ...draftTo(scene), initialContext: { planted: text } }
  await placeCall(scene, draft)
  await desk.ask('getCall', { callId: draft.callId })
  await desk.ask('exportCalls', { search: '', format: 'jsonLines' })
  await desk.wish({ wish: 'backUp' })
  await followCarelessly(scene)
  await connectCarelessly(scene)
}
