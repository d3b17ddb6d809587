import { appScheme, createAppScheme } from './app-scheme.ts'

type Serve = (request: Pick<Request, 'method' | 'url'>) => Promise<Response>

export type ServePageParts = {
  /** Registers what answers a scheme: Electron's `protocol.handle`, or a test's. */
  handle: (scheme: string, serve: Serve) => void
  /** The folder into which the page was built. */
  folder: string
  /** Runs an act later, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
}

/** A page that has asked for no script by then will not come by itself; the desk opens without it. */
const longestWaitMilliseconds = 5_000

/**
 * Serves the page, and resolves once its first script was handed out: from then on the page's process is busy by itself,
 * and main's thread is free for long work. Before, each pause of main is one of the page.
 */
export const servePage = ({ handle, folder, after }: ServePageParts): Promise<void> => {
  const serve = createAppScheme(folder)
  return new Promise((resolve) => {
    const stopWaiting = after(longestWaitMilliseconds, resolve)
    handle(appScheme, async (request) => {
      const response = await serve(request)
      // Behind the answer, which leaves when this turn is over.
      if (response.headers.get('content-type')?.startsWith('text/javascript'))
        setImmediate(() => {
          stopWaiting()
          resolve()
        })
      return response
    })
  })
}
