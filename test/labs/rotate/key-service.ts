import { startPracticeListener } from '../../../src/main/practice/host.ts'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import { hashOfKey } from '../../../src/main/practice/organization/world.ts'
import type { ServiceCrash } from './crash-points.ts'

/** Starts the practice service. It can kill the app at a key request, and it records every key that it returned. */
export const startKeyService = async (random: () => number) => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random })
  const key = service.organizations[0]?.keys.active ?? ''
  const issuedKeys: string[] = [key]
  let planned: { crash: ServiceCrash; kill: () => Promise<unknown> } | null = null

  const crashesAt = async (method: string, moment: ServiceCrash['moment']): Promise<boolean> => {
    if (planned?.crash.method !== method || planned.crash.moment !== moment) return false
    const { kill } = planned
    planned = null
    await kill()
    return true
  }

  const listener = await startPracticeListener({
    ...service,
    async handle(request) {
      const isKeys = new URL(request.url).pathname.includes('/user/api-keys')
      const closed = { response: new Response(''), delivery: { afterMs: 0, how: 'closed' } } as const
      if (isKeys && (await crashesAt(request.method, 'received'))) return closed
      const answer = await service.handle(request)
      const made = /"api_key":\s*"([^"]+)"/.exec(isKeys ? await answer.response.clone().text() : '')?.[1]
      if (made !== undefined) issuedKeys.push(made)
      return isKeys && (await crashesAt(request.method, 'done')) ? closed : answer
    },
  })

  const workingHashes = (): Set<string> =>
    new Set(
      service.world.keys.filter((one) => one.organizationId === 1 && one.archivedAt === null).map(({ hash }) => hash),
    )
  return {
    origin: listener.origin,
    key,
    /** Every key that the service returned. */
    issuedKeys,
    /** Returns whether the key works. */
    accepts: (text: string): boolean => workingHashes().has(hashOfKey(text)),
    working: (): number => workingHashes().size,
    planCrash: (crash: ServiceCrash, kill: () => Promise<unknown>) => void (planned = { crash, kill }),
    close: listener.close,
  }
}

export type KeyService = Awaited<ReturnType<typeof startKeyService>>
