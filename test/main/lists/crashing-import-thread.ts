import { parentPort } from 'node:worker_threads'
import type { ThreadMessage } from '../../../src/main/lists/import-protocol.ts'

// An import thread that crashes in the middle of its first job, as if it ran out of memory.
const port = parentPort
if (port === null) throw new Error('This file runs in a thread.')
const post = port.postMessage.bind(port)
port.postMessage = (message: ThreadMessage) => {
  post(message)
  if (message.kind === 'first' && message.id === 1) process.exit()
}
await import('../../../src/main/lists/import-thread.ts')
