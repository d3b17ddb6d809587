import { pathToFileURL } from 'node:url'

/** The folder of the built main process. Without one, threads start from their sources, which takes twice as long. */
const built = process.env['RUNDESK_TEST_MAIN']

const entry = (bundle: string, source: string): URL =>
  built === undefined ? new URL(`../../src/main/${source}`, import.meta.url) : pathToFileURL(`${built}/${bundle}`)

export const storageThread = entry('storage-worker.js', 'storage/worker.ts')
export const importThread = entry('list-import-thread.js', 'lists/import-thread.ts')
