import type { ElectronApplication } from '@playwright/test'
import { z } from 'zod'
import { operationChannel } from '../../../../src/contract/names.ts'
import type { Sinks } from '../sinks.ts'

const framesSchema = z.array(
  z.object({ way: z.enum(['in', 'out', 'event', 'copied']), channel: z.string(), text: z.string() }),
)

/** Secrets are handed in by these, once; what else crosses the bridge is looked at. */
const handsIn = new Set([operationChannel('enterKey'), operationChannel('enterProxyPassword')])

/** Looks at every text that has crossed the bridge or gone to the clipboard since the last time; gives how many questions were asked. */
export const lookAtFrames = async (sinks: Sinks, app: ElectronApplication): Promise<number> => {
  const taken = await app.evaluate(() => {
    const kept: unknown = Reflect.get(globalThis, 'canaryFrames')
    return Array.isArray(kept) ? (kept.splice(0) as unknown[]) : null // what record-bridge.cjs has put there
  })
  const frames = framesSchema.parse(taken)
  for (const { way, channel, text } of frames) {
    if (way === 'copied') sinks.look('clipboard', channel, text)
    else if (way !== 'in' || !handsIn.has(channel)) sinks.look('bridge', `${way} ${channel}`, text)
  }
  return frames.filter(({ way }) => way === 'in').length
}
