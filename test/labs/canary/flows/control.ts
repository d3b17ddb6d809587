import { connect } from 'node:net'
import { respondWith, startProxy } from '../../../main/network/recording-proxy.ts'
import { answering, startRawServer } from '../../../support/raw-server.ts'
import { answerWith } from '../echo.ts'
import { placeCall } from './calls.ts'
import { draftTo, type FlowContext } from './flow-context.ts'

/** A careless client that follows a redirect with all headers. */
const followRedirectWithKey = async ({ service, sinks, canaries }: FlowContext): Promise<void> => {
  const target = await startRawServer(answering('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'))
  service.answer('/control', async () =>
    answerWith(new Response(null, { status: 307, headers: { location: `${target.origin}/` } })),
  )
  await fetch(`${service.origin}/control`, { headers: { 'x-api-key': canaries.control.text } })
  sinks.search('redirect target', 'control', target.received())
  await target.close()
}

/** A careless client that sends its request headers to a proxy. */
const sendKeyToProxy = async ({ sinks, canaries }: FlowContext): Promise<void> => {
  const proxy = await startProxy(respondWith('HTTP/1.1 200 OK\r\n\r\n'))
  const socket = connect(proxy.port, '127.0.0.1')
  socket.write(`CONNECT service.test:443 HTTP/1.1\r\nX-API-Key: ${canaries.control.text}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
  sinks.search('proxy', 'control', proxy.received())
  await proxy.close()
}

/** Writes text to every kind of sink, where the search must find it. */
export const writeEverywhere = async (context: FlowContext): Promise<void> => {
  const { app, canaries } = context
  const { text } = canaries.control
  await app.command({ command: 'write', text })
  await app.run('copyText', { text })
  const draft = { ...draftTo(context), initialContext: { control: text } }
  await placeCall(context, draft)
  await app.run('getCall', { callId: draft.callId })
  await app.run('exportCalls', { search: '', format: 'jsonLines' })
  await app.command({ command: 'backUp' })
  await followRedirectWithKey(context)
  await sendKeyToProxy(context)
}
