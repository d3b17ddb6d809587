import { jsonResponse, refuse, Refused } from './answers.ts'
import type { Route } from './call.ts'

export type FoundRoute = { readonly route: Route; readonly params: ReadonlyMap<string, string> }

/**
 * The route of a request, or the framework's refusal (measured): 404 `Not Found`, 405 with the verb of the first route
 * of that path, 307 with an absolute location when only a final slash is too many or missing.
 */
export function findRoute(routes: readonly Route[], method: string, url: URL): FoundRoute {
  const path = decodePath(url.pathname)
  const matches = routesOf(routes, path)
  const exact = matches.find(({ route }) => route.method === method)
  if (exact !== undefined) return exact
  const [first] = matches
  if (first !== undefined) throw wrongVerb(first.route.method)
  throw redirectOverSlash(routes, url, path) ?? refuse(404, 'Not Found')
}

function routesOf(routes: readonly Route[], path: string): FoundRoute[] {
  return routes.flatMap((route) => {
    const params = matchPath(route.path, path)
    return params === undefined ? [] : [{ route, params }]
  })
}

function matchPath(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const wanted = pattern.split('/')
  const found = path.split('/')
  if (wanted.length !== found.length) return undefined
  const params = new Map<string, string>()
  for (const [index, segment] of wanted.entries()) {
    const text = found[index] ?? ''
    if (segment.startsWith('{') && text !== '') params.set(segment.slice(1, -1), text)
    else if (segment !== text) return undefined
  }
  return params
}

function wrongVerb(allowed: string): Refused {
  return new Refused(jsonResponse(405, { detail: 'Method Not Allowed' }, { allow: allowed }))
}

function redirectOverSlash(routes: readonly Route[], url: URL, path: string): Refused | undefined {
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  if (path === '/' || routesOf(routes, other).length === 0) return undefined
  const pathname = path.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`
  const location = `${url.origin}${pathname}${url.search}`
  return new Refused(new Response(null, { status: 307, headers: { 'content-length': '0', location } }))
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return pathname
  }
}
