import { join } from 'node:path'
import { createKeyMask } from './log/mask-key.ts'
import { createLogFile } from './log/log-file.ts'
import { createLog, type Log } from './log/log.ts'
import { createScrub, type Scrub } from './log/scrub.ts'
import { scrubKeys } from './log/scrub-shapes.ts'
import { createLiveSecretsMask } from './vault/mask-live-secrets.ts'

/** SECURITY: the scrubber of this process. It knows every secret that is in memory; nothing is written down without it. */
export const createProcessScrub = (): Scrub => createScrub(createLiveSecretsMask(createKeyMask))

/** SECURITY: makes the question whether a text holds a secret that is in memory, in any form, or a key by its shape. */
export const createHoldsSecret = (): ((text: string) => boolean) => {
  const mask = createLiveSecretsMask(createKeyMask)
  return (text) => scrubKeys(mask(text)) !== text
}

/** The log of a desk on a data folder: `logs/rundesk.log` in it. */
export const createProcessLog = (dataFolder: string, scrub: Scrub): Log =>
  createLog({ clock: () => Date.now(), scrub, write: createLogFile(join(dataFolder, 'logs', 'rundesk.log')) })
