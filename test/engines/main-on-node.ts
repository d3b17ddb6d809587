import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Question, Told } from './stand-in/messages.ts'

/** Where scripts/lanes puts the product's bundles for this lane: built as for Electron 45, with node:sqlite. */
export const bundles = join(import.meta.dirname, '..', '..', '.cache', 'engines')

type Ask = { [K in Question['kind']]: Omit<Extract<Question, { kind: K }>, 'id'> }[Question['kind']]
type Answer = Extract<Told, { kind: 'answer' }>

/** Main's bundle, running on this Node with the stand-in for Electron. */
export type MainOnNode = {
  ask: (question: Ask) => Promise<Answer>
  /** Hears what main announces to the page. */
  onEvent: (listener: (channel: string, text: string) => void) => void
  /** What it wrote to its output. */
  output: () => string
  quit: () => Promise<void>
  kill: () => Promise<void>
}

/** Starts main on a data folder and resolves when it has opened its window; rejects with its output when it ends before. */
export const startMain = async (dataDir: string): Promise<MainOnNode> => {
  const args = ['--no-sandbox', `--data-folder=${dataDir}`]
  const child = fork(join(bundles, 'main', 'index.js'), args, {
    execArgv: ['--import', join(import.meta.dirname, 'stand-in', 'register.ts')],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  const listeners: ((channel: string, text: string) => void)[] = []
  let output = ''
  let questions = 0
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const opened = Promise.withResolvers<void>()
  child.once('exit', () => {
    opened.reject(new Error(`main ended before it opened its window:\n${output}`))
    for (const { reject } of waiting.values()) reject(new Error('main has ended'))
  })
  child.on('message', (told: Told) => {
    if (told.kind === 'opened') opened.resolve()
    if (told.kind === 'event') for (const listener of listeners) listener(told.channel, told.text)
    if (told.kind === 'answer') waiting.get(told.id)?.resolve(told)
    if (told.kind === 'refusal') waiting.get(told.id)?.reject(new Error(told.message))
  })
  const ask = (question: Ask): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const id = ++questions
    waiting.set(id, { resolve, reject })
    child.send({ ...question, id })
    return promise.finally(() => waiting.delete(id))
  }
  const end = (act: () => void) => () => {
    act()
    return gone
  }
  await opened.promise
  return {
    ask,
    onEvent: (listener) => void listeners.push(listener),
    output: () => output,
    quit: end(() => void child.send({ kind: 'quit', id: 0 })),
    kill: end(() => void child.kill('SIGKILL')),
  }
}
