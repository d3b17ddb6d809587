import { onTestFinished } from 'vitest'
import { startPracticeListener } from '../../../src/main/practice/practice-listener.ts'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import { type DeskChanges, openTestDesk, valueOf } from '../../support/test-desk.ts'

/**
 * What may happen to a request for keys: `go`, nothing; `lose`, it is done and its answer lost; `drop`, it is not done;
 * `refuse`, the service does not want to.
 */
export type KeyFate = 'go' | 'lose' | 'drop' | 'refuse'

/** A service over real sockets whose requests for keys are told of before they are done, and may be lost. */
export const startKeyService = async (fate: (line: string) => KeyFate | Promise<KeyFate> = () => 'go') => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random })
  const asked: string[] = []
  const closed = { afterMs: 0, how: 'closed' } as const
  const listener = await startPracticeListener({
    ...service,
    async handle(request) {
      const { pathname } = new URL(request.url)
      if (!pathname.includes('/api-keys')) return service.handle(request)
      const line = `${request.method} ${pathname}`
      asked.push(line)
      const what = await fate(line)
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
  const key = service.facts[0]?.keys.active
  if (key === undefined) throw new Error('The practice world has no organization.')
  return { origin: listener.origin, service, key, asked }
}

export type KeyDeskChanges = DeskChanges & { fate?: (line: string) => KeyFate | Promise<KeyFate> }

/** A desk with one organization, connected by the first key of a practice service over real sockets. */
export const keyDesk = async ({ fate, ...changes }: KeyDeskChanges = {}) => {
  const { origin, service, key, asked } = await startKeyService(fate)
  const clipboard = { text: '' }
  const shown: { kind: string; text: string }[] = []
  const desk = openTestDesk({
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
  const connect = async (name: string, text: string): Promise<string> => {
    const { entryId } = await valueOf(desk.ask.enterKey({ from: 'typed', text }))
    const label = { kind: 'service', name, color: 'blue', origin, custody: 'keychain', unchecked: false } as const
    return (await valueOf(desk.ask.addProfile({ ...label, entryId }))).profile.id
  }
  const profileId = await connect('Acme', key)
  const list = (includeArchived = true) => valueOf(desk.ask.listKeys({ profileId, includeArchived }))
  return { ...desk, origin, service, key, asked, clipboard, shown, connect, profileId, list }
}

export type KeyDesk = Awaited<ReturnType<typeof keyDesk>>
