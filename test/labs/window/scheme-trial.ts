import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { createAppScheme } from '../../../src/main/platform/app-scheme.ts'
import { createHostileUrls } from './hostile-urls.ts'

export type SchemeTrial = {
  requested: number
  /** Requests whose response was exactly the bytes of a listed file. */
  served: number
  /** URLs whose response was neither empty nor a listed file. */
  escaped: string[]
}

const pathsIn = (folder: string): string[] =>
  globSync('**/*.*', { cwd: folder }).map((path) => path.replaceAll('\\', '/'))

/** Returns whether a response is empty or the listed file of its URL. */
const isRight = (folder: string, paths: ReadonlySet<string>, url: string, body: Buffer | null): boolean => {
  if (body === null) return true
  const path = url.split('#', 1)[0]?.replace('rundesk://app/', '') ?? ''
  return paths.has(path) && body.equals(readFileSync(join(folder, path)))
}

/**
 * Calls the scheme's handler with hostile URLs that no URL constructor has normalized, one in ten with another method.
 */
export const requestFromHandler = async (
  folder: string,
  { count, random, step }: { count: number; random: () => number; step: (done: number) => void },
): Promise<SchemeTrial> => {
  const serve = createAppScheme(folder)
  const paths = pathsIn(folder)
  const listed = new Set(paths)
  const draw = createHostileUrls(random, paths)
  const escaped: string[] = []
  let served = 0
  for (let requested = 0; requested < count; requested += 1) {
    const method = random() < 0.1 ? 'HEAD' : 'GET'
    const url = draw()
    const answer = await serve({ method, url })
    const body = Buffer.from(await answer.arrayBuffer())
    const nothing = !answer.ok && body.length === 0
    if (answer.ok) served += 1
    if ((answer.ok && method !== 'GET') || !isRight(folder, listed, url, nothing ? null : body)) escaped.push(url)
    if (requested % 1_000 === 0) step(requested)
  }
  return { requested: count, served, escaped }
}

/** Returns the URL as Electron normalizes it before it calls the handler. */
const resolveInMain = (app: ElectronApplication, urls: readonly string[]) =>
  app.evaluate(async ({ session }, all) => {
    const answers: { url: string; ok: boolean; body: string }[] = []
    for (const url of all) {
      const answer = await session.defaultSession.fetch(url).catch(() => null)
      const body = answer === null ? '' : Buffer.from(await answer.arrayBuffer()).toString('base64')
      answers.push({ url, ok: answer?.ok ?? false, body })
    }
    return answers
  }, urls)

/** Requests URLs through Electron: from the main process with the page's session, and from the page as images. */
export const requestThroughEngine = async (
  { app, page, folder }: { app: ElectronApplication; page: Page; folder: string },
  { count, random }: { count: number; random: () => number },
): Promise<SchemeTrial> => {
  const paths = pathsIn(folder)
  const draw = createHostileUrls(random, paths)
  const urls = Array.from({ length: count }, draw)
  const bodies = new Map(paths.map((path) => [readFileSync(join(folder, path)).toString('base64'), path]))
  const answers = await resolveInMain(app, urls)
  const served = answers.filter(({ ok }) => ok)
  const shown = await page.evaluate<string[]>(`Promise.all(${JSON.stringify(urls.filter((_url, at) => at % 5 === 0))}
    .map((src) => new Promise((resolve) => Object.assign(new Image(), { onload: () => resolve([src]), onerror: () => resolve([]), src }))))
    .then((all) => all.flat())`)
  return {
    requested: answers.length,
    served: served.length,
    // Electron may normalize a URL to a listed one; the response must still be the bytes of a listed file.
    escaped: [
      ...answers.filter(({ ok, body }) => (ok ? !bodies.has(body) : body !== '')).map(({ url }) => url),
      ...shown,
    ],
  }
}
