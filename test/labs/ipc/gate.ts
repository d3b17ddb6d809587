import { type Outcome, succeed } from '../../../src/contract/failure.ts'
import { operationChannel, type OperationName, operationNames } from '../../../src/contract/names.ts'
import type { Operations } from '../../../src/contract/operations.ts'
import { type FrameEvent, isTrustedFrame } from '../../../src/main/platform/security.ts'
import { createHandle, type HandleDeps } from '../../../src/main/ipc/handle.ts'

type Deps = Omit<HandleDeps<FrameEvent>, 'operations'> & {
  handlers: Operations
  /** Registers a listener for a channel, like Electron's `ipcMain.handle`. */
  handle: (channel: string, listener: (event: FrameEvent, request: unknown) => Promise<string>) => void
}

/** Registers every operation, with the real gate or one with an injected bug. */
export type MakeGate = (deps: Deps) => void

export const realGate: MakeGate = ({ handlers, handle: register, ...deps }) => {
  const handle = createHandle({ ...deps, operations: Promise.resolve(handlers) })
  for (const name of operationNames) register(operationChannel(name), (event, request) => handle(name, event, request))
}

/** A gate whose handlers record their inputs and return a given outcome. */
export type Gate = {
  request(name: OperationName, event: FrameEvent, request: unknown): Promise<string>
  /** Returns the inputs since the last call. */
  reached(): unknown[]
  /** Sets the outcome that every handler returns. */
  answerWith(answer: () => Outcome<unknown>): void
  log(): string
}

export const openGate = (makeGate: MakeGate): Gate => {
  let inputs: unknown[] = []
  let lines = ''
  let answer: () => Outcome<unknown> = () => succeed({})
  const listeners = new Map<string, (event: FrameEvent, request: unknown) => Promise<string>>()
  const handler = (input: unknown): Promise<Outcome<unknown>> => {
    inputs.push(input)
    return Promise.resolve(answer())
  }
  makeGate({
    handle: (channel, listener) => void listeners.set(channel, listener),
    isTrusted: isTrustedFrame,
    // One handler for all operations; the gate checks its outcome.
    handlers: Object.fromEntries(operationNames.map((name) => [name, handler])) as unknown as Operations,
    createReference: () => 'BCDF-GHJK-LMNP',
    log: (_level, event, fields) => (lines += `${event} ${JSON.stringify(fields ?? {})}\n`),
  })
  return {
    async request(name, event, request) {
      const listener = listeners.get(operationChannel(name))
      if (listener === undefined) throw new Error(`${name} has no listener.`)
      return listener(event, request)
    },
    reached() {
      const since = inputs
      inputs = []
      return since
    },
    answerWith: (given) => void (answer = given),
    log: () => lines,
  }
}

const gateWith =
  (isAllowed: (deps: Deps, event: FrameEvent) => boolean): MakeGate =>
  (deps) => {
    for (const name of operationNames)
      deps.handle(operationChannel(name), async (event, request) => {
        if (!isAllowed(deps, event)) throw new Error('This frame is not trusted.')
        // Injected bug: neither the request nor the outcome is checked.
        const handler = deps.handlers[name] as unknown as (input: unknown) => Promise<unknown>
        return JSON.stringify(await handler(typeof request === 'string' ? JSON.parse(request) : request))
      })
  }

/** Injected bugs: one gate accepts every payload, one accepts every sender. */
export const gateWithoutSchemas: MakeGate = gateWith(({ isTrusted }, event) => isTrusted(event))
export const gateWithoutSenders: MakeGate = (deps) => realGate({ ...deps, isTrusted: () => true })

/** The main frame of the app's page. */
export const trustedSender: FrameEvent = { senderFrame: { url: 'rundesk://app/index.html', parent: null } }

const top = (url: string): FrameEvent => ({ senderFrame: { url, parent: null } })

const destroyed = (): never => {
  throw new Error('Render frame was disposed before WebFrameMain could be accessed')
}

/** Six kinds of untrusted senders. */
export const untrustedSenders: Readonly<Record<string, readonly FrameEvent[]>> = {
  'no frame': [{ senderFrame: null }],
  'a destroyed frame': [
    // A destroyed frame throws when it is accessed.
    Object.defineProperty({}, 'senderFrame', { get: destroyed }) as FrameEvent,
    {
      senderFrame: Object.defineProperties(
        { url: '', parent: null },
        { url: { get: destroyed }, parent: { get: destroyed } },
      ),
    },
    { senderFrame: Object.defineProperty({ url: '', parent: null }, 'url', { get: destroyed }) },
  ],
  'a nested frame': [
    { senderFrame: { url: 'rundesk://app/index.html', parent: trustedSender.senderFrame } },
    { senderFrame: { url: 'rundesk://app/index.html', parent: {} } },
  ],
  'another host': [
    top('rundesk://other/index.html'),
    top('rundesk://app.example/index.html'),
    top('rundesk://app:8080/index.html'),
    top('rundesk://APP/index.html'),
    top('rundesk:///index.html'),
    top('rundesk:app'),
  ],
  'another scheme': [
    top('https://app/index.html'),
    top('http://app/index.html'),
    top('rundesks://app/index.html'),
    top('data:text/html,rundesk://app/'),
    top('blob:rundesk://app/7f3c2a1e-0000-4000-8000-000000009b21'),
    top('javascript:void 0'),
    top('devtools://devtools/bundled/inspector.html'),
    top('chrome-error://chromewebdata/'),
    top('about:blank'),
    top('about:srcdoc'),
    top(''),
    top('rundesk'),
  ],
  'a file': [top('file:///app/index.html'), top('file://app/index.html')],
}
