import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * The files on a call's path from the button to the socket, each with a pattern for the line that calls the next one.
 */
const path: [file: string, nextCall: RegExp][] = [
  ['src/renderer/features/call/form/call-button.tsx', /onClick=\{.*\btriggerCall\b/],
  ['src/renderer/features/call/form/call-screen.tsx', /call\.form\.triggerCall\(/],
  ['src/renderer/features/call/form/call-form.ts', /api\.triggerCall\(draft\)/],
  ['src/preload/bridge.ts', /wire\.invoke\(/],
  ['src/main/index.ts', /ipcMain\.handle\(operationChannel\(name\)/],
  ['src/main/ipc/handle.ts', /await handler\(parsed\.data\)/],
  [
    'src/main/features/calls/trigger-call.ts',
    /\.triggerCall\(request, \{ maySend: maySend\.promise, onMayHaveLeft, isCurrent \}\)/,
  ],
  ['src/main/service/trigger-call.ts', /await transport\.send\(/],
  ['src/main/service/exchange.ts', /async send\(request\)/],
]

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

it('passes a call through at most ten files', () => expect(path.length).toBeLessThanOrEqual(10))

it.each(path)('%s uses the name triggerCall and calls the next file', (file, nextCall) => {
  const text = read(file)
  expect(text).toMatch(nextCall)
  expect(text).toContain('triggerCall')
})

it('records a call before the service client may send it', () => {
  expect(read('src/main/features/calls/record-call.ts')).toMatch(/storage\.run\('recordCall'/)
  const text = read('src/main/features/calls/trigger-call.ts')
  expect(text).toMatch(/await recording\.finally\(\(\) => inFlight\.endRecord\(callId\)\)\s+if \(!recorded\.ok\)/)
  expect(text).toMatch(/finally \{\s+maySend\.resolve\(mustSend\)/)
})
