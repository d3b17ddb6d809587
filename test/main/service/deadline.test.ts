import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKeylessGet } from '../../../src/main/service/keyless-get.ts'
import { createConnector } from '../../../src/main/service/connector.ts'
import { httpAnswer, startRawServer } from '../../support/raw-server.ts'
import { closeAfterTest } from '../../support/close-after-test.ts'
import { createTestClient, createTrigger } from './create-test-client.ts'

const started = '{"status":"initiated","workflow_run_id":12345,"workflow_run_name":"WR-API-7823"}'
const deadline = 200

/**
 * Starts a service in another thread. `blockUntilLate` blocks this thread until the service has responded and the
 * deadline has passed.
 */
const startAnsweringThread = async (answer: string) => {
  const written = new SharedArrayBuffer(4)
  const thread = new Worker(new URL('./answering-thread.ts', import.meta.url), { workerData: { answer, written } })
  onTestFinished(async () => void (await thread.terminate()))
  const { port } = await new Promise<AddressInfo>((resolve) => thread.once('message', resolve))
  return {
    origin: `http://127.0.0.1:${port}`,
    blockUntilLate(): void {
      Atomics.wait(new Int32Array(written), 0, 0)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, deadline * 2)
    },
  }
}

describe('a response that arrived before the deadline', () => {
  it.each([
    ['in one piece', ''],
    ['in many pieces', ' '.repeat(200_000)],
  ])('is read even though the process noticed the deadline first: %s', async (_name, padding) => {
    const service = await startAnsweringThread(httpAnswer('200 OK', started + padding))
    const client = createTestClient(service.origin, { limits: { dialMilliseconds: deadline } })
    // The next turn of the event loop writes the request.
    const call = client.triggerCall(createTrigger(), {
      onMayHaveLeft: () => void setImmediate(service.blockUntilLate),
    })
    expect((await call).outcome).toMatchObject({ state: 'accepted', workflowRunId: 12345 })
  })

  it('is also read by a download', async () => {
    const service = await startAnsweringThread(httpAnswer('200 OK', 'x'.repeat(100_000)))
    const onSend = (): void => void setImmediate(service.blockUntilLate)
    subscribe('undici:client:sendHeaders', onSend)
    onTestFinished(() => void unsubscribe('undici:client:sendHeaders', onSend))
    const connect = createConnector({ connectMilliseconds: 2_000 })
    const get = createKeylessGet({ connectTo: () => connect, deadlineMilliseconds: deadline })
    expect(await get(new URL(service.origin), 200_000)).toMatchObject({ ok: true, value: { status: 200 } })
  })
})

describe('a service that keeps writing', () => {
  it('does not keep an exchange open after the deadline', async () => {
    const server = closeAfterTest(
      await startRawServer({
        onRequest: (socket) => {
          const hint = (): void => {
            if (socket.destroyed) return
            socket.write('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n')
            setImmediate(hint)
          }
          hint()
        },
      }),
    )
    const client = createTestClient(server.origin, { limits: { dialMilliseconds: deadline } })
    expect((await client.triggerCall(createTrigger())).outcome).toMatchObject({ state: 'unknown', cause: 'timedOut' })
  })
})
