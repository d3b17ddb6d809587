import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const recordSchema = z.object({
  runtime: z.object({
    kind: z.enum(['override', 'product', 'trial']),
    version: z.string(),
    dist: z.string(),
    executable: z.string(),
    trialBuild: z.boolean(),
  }),
})

/** The folder of the repository, which Electron starts as the app. */
export const appFolder = join(import.meta.dirname, '..', '..', '..')

/** Returns the Electron that setup chose (`node scripts/setup.mjs`); throws if there is none. */
export const chosenRuntime = () =>
  recordSchema.parse(JSON.parse(readFileSync(join(appFolder, '.cache', 'runtime.json'), 'utf8'))).runtime
