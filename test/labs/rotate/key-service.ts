import { startPracticeListener } from '../../../src/main/practice/practice-listener.ts'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import { hashOfKey } from '../../../src/main/practice/world/secrets.ts'
import type { ServiceCrash } from './points.ts'

/** The practice service, which may end a desk at a request for keys, and remembers every key it ever told. */
export const startKeyService = async (random: () => number) => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random })
  const key = service.facts[0]?.keys.active ?? ''
  const told: string[] = [key]
  let trap: { crash: ServiceCrash; spring: () => Promise<unknown> } | null = null

  const springs = async (method: string, moment: ServiceCrash['moment']): Promise<boolean> => {
    if (trap?.crash.method !== method || trap.crash.moment !== moment) return false
    const { spring } = trap
    trap = null
    await spring()
    return true
  }

  const listener = await startPracticeListener({
    ...service,
    async handle(request) {
      const isKeys = new URL(request.url).pathname.includes('/user/api-keys')
      const closed = { response: new Response(''), delivery: { afterMs: 0, how: 'closed' } } as const
      if (isKeys && (await springs(request.method, 'received'))) return closed
      const answer = await service.handle(request)
      const made = /"api_key":\s*"([^"]+)"/.exec(isKeys ? await answer.response.clone().text() : '')?.[1]
      if (made !== undefined) told.push(made)
      return isKeys && (await springs(request.method, 'done')) ? closed : answer
    },
  })

  const workingHashes = (): Set<string> =>
    new Set(
      service.world.keys.filter((one) => one.organizationId === 1 && one.archivedAt === null).map(({ hash }) => hash),
    )
  return {
    origin: listener.origin,
    key,
    /** Every key's text that ever left the service. */
    told,
    /** Whether the service takes this text now. */
    takes: (text: string): boolean => workingHashes().has(hashOfKey(text)),
    working: (): number => workingHashes().size,
    setTrap: (crash: ServiceCrash, spring: () => Promise<unknown>) => void (trap = { crash, spring }),
    close: listener.close,
  }
}

export type KeyService = Awaited<ReturnType<typeof startKeyService>>
