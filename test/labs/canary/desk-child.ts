// A whole desk for the canary lab, in a process of its own: real storage, sockets, log and scrubber; a keychain, a
// clipboard and proxies as the lab wishes. It is told what to be over its parent's channel, so that nothing of it shows
// in its arguments or its environment.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDesk, type DeskService } from '../../../src/main/desk.ts'
import { headlessParts } from '../../../src/main/headless/headless-parts.ts'
import { createOnStop } from '../../../src/main/headless/on-stop.ts'
import { serveDesk } from '../../../src/main/headless/serve-desk.ts'
import type { Announce } from '../../../src/main/ipc/announce.ts'
import type { Log } from '../../../src/main/log/log.ts'
import { nothingOutside } from '../../../src/main/links/outside.ts'
import { createHoldsSecret, createProcessLog, createProcessScrub } from '../../../src/main/process-log.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import type { DeskOrder, DeskTold, DeskWish } from './desk-order.ts'
import { createMoodyStorage, createMoodyVault, type Moods } from './faulty-parts.ts'

const tell = (told: DeskTold): void => void process.send?.(told)

const plant = (text: string, log: Log): void => {
  process.stderr.write(`planted ${text}\n`)
  log('warn', 'planted', { text })
  writeFileSync(join(tmpdir(), 'planted'), text)
  spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)', text], {
    stdio: 'ignore',
    env: { PLANTED: text },
  }).unref()
}

const run = async (order: DeskOrder): Promise<void> => {
  const keys = new Map(order.keychain)
  const moods: Moods = { keychain: 'well', explode: null, storageFull: false }
  const log = createProcessLog(order.dataFolder, order.bareLog === true ? (text) => text : createProcessScrub())
  let clipboard = ''
  let storage: Storage | null = null
  let desk: DeskService | null = null

  /** The file that was written last. */
  let saved: string | null = null
  const createCanaryDesk = (announce: Announce) => {
    const parts = headlessParts({ dataFolder: order.dataFolder, keychain: 'memory', version: 'lab', announce, log })
    storage = parts.storage
    desk = createDesk({
      ...parts,
      outside: { ...nothingOutside, holdsSecret: createHoldsSecret() },
      storage: createMoodyStorage(parts.storage, moods),
      vault: createMoodyVault(keys, moods),
      clipboard: {
        read: () => Promise.resolve(clipboard),
        write: async (text) => tell({ clipboard: text }),
      },
      sealedFiles: {
        toSave: async () => join(order.exportFolder, 'canary.rundesk-key'),
        toOpen: async () => join(order.exportFolder, 'canary.rundesk-key'),
      },
      showSecret: async ({ kind }, text) => {
        if (kind === 'passphrase') clipboard = text
        return { copy: false }
      },
      chooseWorkflowFile: async () => join(import.meta.dirname, 'agent-file.json'),
      chooseFile: ({ name }) => Promise.resolve((saved = join(order.exportFolder, name))),
      chooseEvidenceFile: async () => saved,
      environment: order.environment,
      resolveProxy: order.proxyRules === null ? null : () => Promise.resolve(order.proxyRules ?? ''),
      dialMilliseconds: 1_500,
    })
    return desk
  }

  const grant = async (wish: DeskWish): Promise<void> => {
    switch (wish.wish) {
      case 'keychain':
        moods.keychain = wish.mood
        break
      case 'explode':
        moods.explode = wish.words
        break
      case 'storageFull':
        moods.storageFull = wish.full
        break
      case 'clipboard':
        clipboard = wish.text
        break
      case 'shortcut':
        await desk?.asked.shortcutPressed()
        break
      case 'link':
        await desk?.asked.linkCame(wish.link)
        break
      case 'backUp':
        await storage?.ask('backUp', { now: new Date().toISOString() })
        break
      case 'fall':
        setTimeout(() => {
          throw new Error(wish.words)
        })
        void Promise.reject(new TypeError(wish.words))
        break
      case 'plant':
        plant(wish.text, log)
        break
    }
    tell({ done: wish.wish })
  }

  process.on('message', (wish: DeskWish) => void grant(wish))
  await serveDesk({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    onStop: createOnStop(log),
    log,
    version: 'lab',
    createDesk: createCanaryDesk,
  })
  tell({ keychain: [...keys] })
  process.stdin.destroy()
  process.disconnect()
}

process.once('message', (order: DeskOrder) => void run(order))
tell({ warm: true })
