import { onTestFinished } from 'vitest'
import { startPracticeListener } from '../../../../src/main/practice/host.ts'
import { createPracticeService } from '../../../../src/main/practice/practice-service.ts'
import { type TestAppOptions, openTestApp, valueOf } from '../../../support/test-app.ts'
import { connectService } from '../../../support/connect-service.ts'

/**
 * The simulated result of a key request. `go`: it succeeds; `lose`: it is executed, but its response is lost; `drop`:
 * it is not executed; `refuse`: the service returns 403.
 */
export type KeyRequestHandling = 'go' | 'lose' | 'drop' | 'refuse'

/** Starts a service over real sockets that records each key request before executing it; `handling` decides its result. */
export const startKeyService = async (
  handling: (line: string) => KeyRequestHandling | Promise<KeyRequestHandling> = () => 'go',
) => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random })
  const keyRequests: string[] = []
  const closed = { afterMs: 0, how: 'closed' } as const
  const listener = await startPracticeListener({
    ...service,
    async handle(request) {
      const { pathname } = new URL(request.url)
      if (!pathname.includes('/api-keys')) return service.handle(request)
      const line = `${request.method} ${pathname}`
      keyRequests.push(line)
      const what = await handling(line)
      if (what === 'refuse')
        return {
          response: Response.json({ detail: 'Not today' }, { status: 403 }),
          delivery: { afterMs: 0, how: 'whole' },
        }
      if (what === 'drop') return { response: new Response(''), delivery: closed }
      const answer = await service.handle(request)
      return what === 'lose' ? { ...answer, delivery: closed } : answer
    },
  })
  onTestFinished(() => listener.close())
  const key = service.organizations[0]?.keys.active
  if (key === undefined) throw new Error('The practice world has no organization.')
  return { origin: listener.origin, service, key, keyRequests }
}

export type KeyAppOptions = TestAppOptions & {
  handling?: (line: string) => KeyRequestHandling | Promise<KeyRequestHandling>
}

/** Opens an app with one profile, connected to a practice service over real sockets. */
export const openKeyApp = async ({ handling, ...changes }: KeyAppOptions = {}) => {
  const { origin, service, key, keyRequests } = await startKeyService(handling)
  const clipboard = { text: '' }
  const shown: { kind: string; text: string }[] = []
  const app = openTestApp({
    ...changes,
    parts: {
      clipboard: { read: async () => clipboard.text, write: async (text) => void (clipboard.text = text) },
      showSecret: async ({ kind }, text) => {
        shown.push({ kind, text })
        return { copy: false }
      },
      ...changes.parts,
    },
  })
  const connect = async (name: string, text: string): Promise<string> =>
    (await connectService(app.operations, { name, origin, key: text })).id
  const profileId = await connect('Acme', key)
  const list = (includeArchived = true) => valueOf(app.operations.listKeys({ profileId, includeArchived }))
  return { ...app, origin, service, key, keyRequests, clipboard, shown, connect, profileId, list }
}

export type KeyApp = Awaited<ReturnType<typeof openKeyApp>>
