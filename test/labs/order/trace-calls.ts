import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDeskProcess, valueOf } from '../support/desk-process.ts'
import { createLabHouse, makeDataFolder, removeDataFolder } from '../support/lab-house.ts'
import { type LabService, startLabService } from '../support/lab-service.ts'
import type { LabOrder } from '../support/run-lab-desk.ts'
import { createWarmDesks, type WarmDesks } from '../support/warm-desks.ts'
import { judgeOrder, readTrace, type Verdict } from './read-trace.ts'

export type TraceParts = {
  calls: number
  random: () => number
  plant?: Partial<LabOrder>
  onCall?: () => void
}

const entry = fileURLToPath(new URL('../support/desk-child.ts', import.meta.url))
const watched = 'trace=write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync'

/** Starts a desk under the tracer, which follows all its threads and writes down what it writes and syncs. */
const startTraced = (file: string, order: LabOrder) => {
  const desk = startDeskProcess({
    command: 'strace',
    args: ['-f', '-qq', '-y', '-s', '8192', '-e', 'signal=none', '-e', watched, '-o', file, process.execPath, entry],
    ipc: true,
  })
  desk.child.once('message', () => desk.child.send(order))
  return desk
}

/** Throws a sentence when there is no tracer here. */
const requireTracer = (): void => {
  const { status } = spawnSync('strace', ['-V'], { stdio: 'ignore' })
  if (status !== 0) throw new Error('This lab needs strace (the Debian package of that name), and it is not here.')
}

const placeTraced = async (service: LabService, desks: WarmDesks, parts: TraceParts): Promise<Map<string, Verdict>> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-lab-trace-'))
  const dataFolder = makeDataFolder()
  const file = join(folder, 'trace')
  try {
    const house = await createLabHouse(dataFolder, desks, service, parts.random)
    const desk = startTraced(file, { ...house.order, ...parts.plant })
    await desk.ready
    const callIds: string[] = []
    for (let call = 0; call < parts.calls; call += 1) {
      callIds.push((await valueOf(desk.ask('triggerCall', house.nextDraft()))).callId)
      parts.onCall?.()
    }
    await desk.end()
    const verdicts = judgeOrder(readTrace(readFileSync(file, 'latin1')), callIds)
    return new Map(callIds.map((callId) => [callId, verdicts.get(callId) ?? 'not recorded']))
  } finally {
    rmSync(folder, { recursive: true, force: true })
    removeDataFolder(dataFolder)
  }
}

/** Places calls with a traced desk, and tells of each whether its record was on the disk before its request left. */
export const traceCalls = async (parts: TraceParts): Promise<Map<string, Verdict>> => {
  requireTracer()
  const service = await startLabService({ random: parts.random })
  const desks = createWarmDesks(1)
  try {
    return await placeTraced(service, desks, parts)
  } finally {
    await desks.close()
    await service.close()
  }
}
