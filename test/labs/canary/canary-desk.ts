import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome } from '../../../src/contract/failure.ts'
import type { OperationName } from '../../../src/contract/names.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'
import { type Ending, startDeskProcess } from '../support/desk-process.ts'
import { processTree, readProcess } from '../support/process-tree.ts'
import type { DeskOrder, DeskTold, DeskWish } from './desk-order.ts'
import type { SinkName, Sinks } from './sinks.ts'

/** One life of a desk whose every way out is looked at. */
export type CanaryDesk = {
  /** Asks one operation; gives null when the desk ended without an answer. */
  ask<N extends OperationName>(operation: N, input: Input<N>): Promise<Outcome<Output<N>> | null>
  wish(wish: DeskWish): Promise<void>
  /** Looks at what can be seen from outside while it runs: its files, its processes. */
  look(): void
  /** Ends it in one of four ways, of which one is to wait until it ends by itself, and looks at everything it left. Gives what lay in its keychain, if it could tell. */
  end(
    how: 'input' | 'itself' | 'SIGTERM' | 'SIGKILL',
  ): Promise<{ ending: Ending; keychain: DeskOrder['keychain'] | null }>
}

export type OpenParts = {
  folder: string
  order: Omit<DeskOrder, 'dataFolder' | 'exportFolder'>
  sinks: Sinks
  onAsked: (operation: OperationName) => void
}

const entry = fileURLToPath(new URL('./desk-child.ts', import.meta.url))

/** Secrets are handed in by these, once; what else crosses the bridge is looked at. */
const handsIn = new Set<OperationName>(['enterKey', 'enterProxyPassword'])

/** An address may have a password written into it, by mistake: it is refused, and must go no further. */
const isAddressWithPassword = (operation: OperationName, input: unknown): boolean =>
  (operation === 'changeSettings' || operation === 'addProfile') && JSON.stringify(input).includes('@')

/** To which sink a file of the data folder belongs. */
export const sinkOfFile = (file: string): SinkName => {
  if (file.startsWith('logs')) return 'log'
  if (file.startsWith('backups')) return 'backups'
  if (/^(Crashpad|Crash Reports)/.test(file)) return 'crash reports'
  return file.startsWith('rundesk') ? 'database' : 'app files'
}

/** Looks at the arguments and the environment of a process and of everything that it has started. */
export const lookAtProcesses = (sinks: Sinks, pid: number): void => {
  for (const one of processTree(pid)) {
    const { cmdline, environ } = readProcess(one)
    if (cmdline !== null) sinks.look('arguments', 'cmdline', cmdline)
    if (environ !== null) sinks.look('environment', 'environ', environ)
  }
}

/** Starts a desk on `folder`; its temporary files lie there too. */
export const openCanaryDesk = async ({ folder, order, sinks, onAsked }: OpenParts): Promise<CanaryDesk> => {
  const dataFolder = join(folder, 'data')
  const temporary = join(folder, 'tmp')
  const exportFolder = join(folder, 'exports')
  for (const one of [temporary, exportFolder]) mkdirSync(one, { recursive: true })
  const desk = startDeskProcess({
    command: process.execPath,
    args: ['--no-warnings', entry],
    env: { TMPDIR: temporary, ...order.environment },
    ipc: true,
  })
  let written = ''
  let keychain: DeskOrder['keychain'] | null = null
  const waiting: (() => void)[] = []
  desk.child.stdout?.on('data', (piece: Buffer) => (written += piece.toString()))
  // The child sends nothing but DeskTold: see desk-child.ts.
  desk.child.on('message', (message) => {
    const told = message as DeskTold
    if ('clipboard' in told) sinks.look('clipboard', 'copied', told.clipboard)
    if ('keychain' in told) keychain = told.keychain
    if ('done' in told) waiting.shift()?.()
  })
  await once(desk.child, 'message')
  desk.child.send({ dataFolder, exportFolder, ...order } satisfies DeskOrder)
  await desk.ready

  const lookAtFiles = (): void => {
    sinks.lookInFolder(sinkOfFile, dataFolder)
    sinks.lookInFolder(() => 'temporary files', temporary)
    sinks.lookInFolder(() => 'exports', exportFolder)
  }

  return {
    ask(operation, input) {
      onAsked(operation)
      const exempt = handsIn.has(operation) || isAddressWithPassword(operation, input)
      if (!exempt) sinks.look('bridge', `question ${operation}`, JSON.stringify(input))
      return desk.ask(operation, input)
    },
    wish: (wish) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        desk.child.send(wish)
      }),
    look() {
      lookAtFiles()
      lookAtProcesses(sinks, desk.pid)
    },
    async end(how) {
      if (how === 'input') desk.child.stdin?.end()
      else if (how !== 'itself') desk.child.kill(how)
      const ending = await desk.ended
      // What is read of its keychain is the one thing that belongs to the lab: it never was on its way out.
      sinks.look('bridge', 'answers and events', written)
      sinks.look('stdout', 'stdout', written)
      sinks.look('stderr', 'stderr', desk.complaints())
      lookAtFiles()
      return { ending, keychain }
    },
  }
}
