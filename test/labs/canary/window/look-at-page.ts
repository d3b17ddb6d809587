import type { CDPSession, ElectronApplication, Page } from '@playwright/test'
import type { Sinks } from '../sinks.ts'

/** Everything that stands in a page: text, markup and the values of its fields, in every shadow root too. */
const readPage = (): string => {
  const parts = [document.title, location.href, document.documentElement.outerHTML, document.body.innerText]
  const walk = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) parts.push(element.value)
      if (element.shadowRoot === null) continue
      parts.push(element.shadowRoot.innerHTML)
      walk(element.shadowRoot)
    }
  }
  walk(document)
  return parts.join('\n')
}

/** Everything that a page may keep beside its document. */
const readStorage = async (): Promise<string> => {
  const names = await indexedDB.databases()
  return JSON.stringify([
    Object.entries(localStorage),
    Object.entries(sessionStorage),
    names,
    document.cookie,
    window.name,
    history.state,
    performance.getEntries(),
  ])
}

/** Looks at a page as it stands now. `where` says when. */
export const lookAtPage = async (sinks: Sinks, page: Page, where: string): Promise<void> => {
  sinks.look('page', where, await page.evaluate(readPage))
  sinks.look('page storage', where, await page.evaluate(readStorage))
}

const collect = async (session: CDPSession): Promise<string> => {
  const pieces: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void pieces.push(chunk))
  await session.send('HeapProfiler.enable')
  // Twice: what was let go during the first collection is gone after the second.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: true })
  return pieces.join('')
}

/** Takes a snapshot of everything that the page's process holds, and looks for secrets in all its texts. */
export const lookAtHeap = async (sinks: Sinks, app: ElectronApplication, page: Page, where: string): Promise<void> => {
  const session = await app.context().newCDPSession(page)
  try {
    const snapshot = await collect(session)
    if (!snapshot.includes('"strings":[')) throw new Error('The snapshot of the heap is not whole.')
    sinks.look('page heap', where, snapshot)
  } finally {
    await session.detach()
  }
}
