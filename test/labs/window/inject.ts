import type { Page } from '@playwright/test'
import type { Attempt, Injection } from './injections.ts'

/** What became of an attempt: whether it had an effect, and which directives said that they refused it. */
export type Attempted = {
  name: string
  hit: boolean
  away: boolean
  arrived: number
  directives: string[]
  blocked: boolean
}

export type Outside = { origin: string; arrived: readonly string[] }

/** How long a refusal is waited for, and how long after it an effect may still show, in milliseconds. */
const refusalMilliseconds = 2_000
const effectMilliseconds = 60
/** Where nobody in the page tells of a refusal, an effect is waited for so long. */
const silentMilliseconds = 400

/**
 * Runs one attempt in a task of its own, as text from a page would run: what a debugger evaluates directly is allowed more.
 * What it throws is the refusal that was hoped for; the directives tell by whom.
 */
const inPage = (text: string, origin: string, silent: boolean): string => `new Promise((resolve) => {
  const sink = ${JSON.stringify(origin)}
  const directives = []
  let hits = 0
  const end = () => {
    document.removeEventListener('securitypolicyviolation', heard)
    resolve({ hit: hits > 0 || 'injected' in globalThis, directives })
  }
  const limit = setTimeout(end, ${silent ? silentMilliseconds : refusalMilliseconds})
  const soon = () => (clearTimeout(limit), setTimeout(end, ${effectMilliseconds}))
  const heard = (event) => (directives.push(event.effectiveDirective), soon())
  globalThis.hit = () => ((hits += 1), soon())
  document.addEventListener('securitypolicyviolation', heard)
  setTimeout(() => void (async () => { ${text} })().catch(() => {}), 0)
})`

const tryOne = async (page: Page, outside: Outside, { refusedBy, text, ...attempt }: Attempt): Promise<Attempted> => {
  const url = page.url()
  const before = outside.arrived.length
  const silent = refusedBy.includes('fence')
  const seen = await page
    .evaluate<{ hit: boolean; directives: string[] }>(inPage(text, outside.origin, silent))
    // A page that was led away takes the answer with it.
    .catch(() => ({ hit: true, directives: [] }))
  const away = page.url() !== url
  const arrived = outside.arrived.length - before
  const refused = silent || seen.directives.some((directive) => refusedBy.includes(directive))
  return { ...attempt, ...seen, away, arrived, blocked: !seen.hit && !away && arrived === 0 && refused }
}

/** Tries every form of the injections in a page, one after the other; gives what was not blocked by what should block it. */
export const inject = async (page: Page, outside: Outside, injections: readonly Injection[]) => {
  const results: { name: string; blocked: boolean; attempts: Attempted[] }[] = []
  for (const { name, attempts } of injections) {
    const tried: Attempted[] = []
    for (const attempt of attempts) tried.push(await tryOne(page, outside, attempt))
    results.push({ name, blocked: tried.every(({ blocked }) => blocked), attempts: tried })
  }
  return results
}

/** True when at least one form of an injection has an effect, where nothing should keep it from having one. */
export const showEffects = async (page: Page, outside: Outside, { attempts }: Injection): Promise<boolean> => {
  for (const attempt of attempts) {
    const { hit, away, arrived } = await tryOne(page, outside, attempt)
    if (hit || away || arrived > 0) return true
  }
  return false
}
