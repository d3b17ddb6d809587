import { appScheme, createAppScheme } from './app-scheme.ts'

type Serve = (request: Pick<Request, 'method' | 'url'>) => Promise<Response>

/**
 * Serves the page from the folder it was built into, and resolves once its first script was handed out: from then on the
 * page's process is busy by itself, and main's thread is free for long work. Before, each pause of main is one of the page.
 */
export const servePage = (handle: (scheme: string, serve: Serve) => void, folder: string): Promise<void> => {
  const serve = createAppScheme(folder)
  return new Promise((resolve) =>
    handle(appScheme, async (request) => {
      const response = await serve(request)
      // Behind the answer, which leaves when this turn is over.
      if (response.headers.get('content-type')?.startsWith('text/javascript')) setImmediate(resolve)
      return response
    }),
  )
}
