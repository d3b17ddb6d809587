import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { MainRequest, MainMessage } from './electron-stub/messages.ts'

/** The folder with the bundles for the browser tests, which are built for Node with node:sqlite. */
export const bundles = join(import.meta.dirname, '..', '..', '.cache', 'browser')

type NewRequest = { [K in MainRequest['kind']]: Omit<Extract<MainRequest, { kind: K }>, 'id'> }[MainRequest['kind']]
type Answer = Extract<MainMessage, { kind: 'answer' }>

/** The built main process, running on Node with a substitute for Electron. */
export type MainOnNode = {
  request: (request: NewRequest) => Promise<Answer>
  /** Adds a listener for the events that main sends to the page. */
  onEvent: (listener: (channel: string, text: string) => void) => void
  /** Returns its output so far. */
  output: () => string
  quit: () => Promise<void>
  kill: () => Promise<void>
}

/**
 * Starts main with a data folder. Resolves when main opens its window; rejects with its output if it exits before that.
 */
export const startMain = async (dataDir: string): Promise<MainOnNode> => {
  const args = ['--no-sandbox', `--data-folder=${dataDir}`]
  const child = fork(join(bundles, 'main', 'index.js'), args, {
    execArgv: ['--import', join(import.meta.dirname, 'electron-stub', 'register.ts')],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  const listeners: ((channel: string, text: string) => void)[] = []
  let output = ''
  let requests = 0
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const opened = Promise.withResolvers<void>()
  child.once('exit', () => {
    opened.reject(new Error(`main ended before it opened its window:\n${output}`))
    for (const { reject } of waiting.values()) reject(new Error('main has ended'))
  })
  child.on('message', (message: MainMessage) => {
    if (message.kind === 'opened') opened.resolve()
    if (message.kind === 'event') for (const listener of listeners) listener(message.channel, message.text)
    if (message.kind === 'answer') waiting.get(message.id)?.resolve(message)
    if (message.kind === 'refusal') waiting.get(message.id)?.reject(new Error(message.message))
  })
  const request = (body: NewRequest): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const id = ++requests
    waiting.set(id, { resolve, reject })
    child.send({ ...body, id })
    return promise.finally(() => waiting.delete(id))
  }
  const end = (act: () => void) => () => {
    act()
    return exited
  }
  await opened.promise
  return {
    request,
    onEvent: (listener) => void listeners.push(listener),
    output: () => output,
    quit: end(() => void child.send({ kind: 'quit', id: 0 })),
    kill: end(() => void child.kill('SIGKILL')),
  }
}
