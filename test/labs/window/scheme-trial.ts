import { readFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { createAppScheme } from '../../../src/main/electron/app-scheme.ts'
import { createHostileUrls } from './hostile-urls.ts'

export type SchemeTrial = {
  asked: number
  /** Questions that were answered with a file of the list, its very bytes and no others. */
  served: number
  /** URLs that got anything else than nothing or a listed file. */
  escaped: string[]
}

const pathsIn = (folder: string): string[] =>
  globSync('**/*.*', { cwd: folder }).map((path) => path.replaceAll('\\', '/'))

/** An answer is right when it is a listed file under its own URL, or nothing at all. */
const isRight = (folder: string, paths: ReadonlySet<string>, url: string, body: Buffer | null): boolean => {
  if (body === null) return true
  const path = url.split('#', 1)[0]?.replace('rundesk://app/', '') ?? ''
  return paths.has(path) && body.equals(readFileSync(join(folder, path)))
}

/** Asks the scheme's own function for hostile URLs, as no constructor has mended them; one in ten by another method. */
export const askScheme = async (
  folder: string,
  { count, random, step }: { count: number; random: () => number; step: (done: number) => void },
): Promise<SchemeTrial> => {
  const serve = createAppScheme(folder)
  const paths = pathsIn(folder)
  const listed = new Set(paths)
  const draw = createHostileUrls(random, paths)
  const escaped: string[] = []
  let served = 0
  for (let asked = 0; asked < count; asked += 1) {
    const method = random() < 0.1 ? 'HEAD' : 'GET'
    const url = draw()
    const answer = await serve({ method, url })
    const body = Buffer.from(await answer.arrayBuffer())
    const nothing = !answer.ok && body.length === 0
    if (answer.ok) served += 1
    if ((answer.ok && method !== 'GET') || !isRight(folder, listed, url, nothing ? null : body)) escaped.push(url)
    if (asked % 1_000 === 0) step(asked)
  }
  return { asked: count, served, escaped }
}

/** What the engine makes of a URL before the scheme is asked. */
const askedInMain = (app: ElectronApplication, urls: readonly string[]) =>
  app.evaluate(async ({ session }, all) => {
    const answers: { url: string; ok: boolean; body: string }[] = []
    for (const url of all) {
      const answer = await session.defaultSession.fetch(url).catch(() => null)
      const body = answer === null ? '' : Buffer.from(await answer.arrayBuffer()).toString('base64')
      answers.push({ url, ok: answer?.ok ?? false, body })
    }
    return answers
  }, urls)

/** Asks the scheme through Electron: by main over the page's session, and by the page as pictures, which it may load. */
export const askThroughEngine = async (
  { app, page, folder }: { app: ElectronApplication; page: Page; folder: string },
  { count, random }: { count: number; random: () => number },
): Promise<SchemeTrial> => {
  const paths = pathsIn(folder)
  const draw = createHostileUrls(random, paths)
  const urls = Array.from({ length: count }, draw)
  const bodies = new Map(paths.map((path) => [readFileSync(join(folder, path)).toString('base64'), path]))
  const answers = await askedInMain(app, urls)
  const served = answers.filter(({ ok }) => ok)
  const shown = await page.evaluate<string[]>(`Promise.all(${JSON.stringify(urls.filter((_url, at) => at % 5 === 0))}
    .map((src) => new Promise((tell) => Object.assign(new Image(), { onload: () => tell([src]), onerror: () => tell([]), src }))))
    .then((all) => all.flat())`)
  return {
    asked: answers.length,
    served: served.length,
    // The engine may tidy a URL into a listed one; what comes back must be the bytes of a listed file even so.
    escaped: [
      ...answers.filter(({ ok, body }) => (ok ? !bodies.has(body) : body !== '')).map(({ url }) => url),
      ...shown,
    ],
  }
}
