import { execFileSync } from 'node:child_process'
import { createStorage } from '../../../src/main/storage/storage.ts'

/** Opens the history at the given path while no file may exceed a number of bytes, and reports why that failed. */
const [file = '', bytes = ''] = process.argv.slice(2)
execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
const storage = createStorage({ file, worker: new URL('../../../src/main/storage/worker.ts', import.meta.url) })
const answer = await storage.run('writeSetting', { name: 'a', value: 'b' })
process.send?.(answer.ok ? 'written' : answer.failure.kind === 'storage' ? answer.failure.reason : answer.failure.kind)
await storage.close()
process.exit()
