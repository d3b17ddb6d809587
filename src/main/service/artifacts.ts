import type { SpokenTurn } from '../../contract/run.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import { isLoopback } from '../../domain/origin.ts'
import type { Requests } from './retry.ts'
import type { RunIdentity } from './run-identity.ts'
import { toFailure } from './classify.ts'
import type { KeylessResponse, KeylessGet } from './keyless-get.ts'
import { mayCarryKey } from './exchange.ts'
import { shapeOf, shapeOfId } from './wire/common.ts'
import { artifactsSchema, signedUrlSchema, type WireArtifacts } from './wire/runs.ts'

type ArtifactName = 'recording' | 'transcript'

/**
 * The transcript and files that the service stores for a run. `download` hides the URL, because anyone with the URL can
 * open the file.
 */
export type RunArtifacts = RunIdentity & {
  workflowRunId: number
  /** The conversation as the service transcribed it during the call. */
  notes: SpokenTurn[]
  has: (name: ArtifactName) => boolean
  /** Downloads a whole file; fails with `tooLarge` above the cap (bytes). */
  download: (name: ArtifactName, capBytes: number) => Promise<Outcome<Uint8Array>>
}

type ArtifactsDeps = { origin: string; requests: Requests; get: KeylessGet }

const notThere = fail({ kind: 'notFound', detail: '' })

const urlOf = (text: string, base: string): URL | null => (URL.canParse(text, base) ? new URL(text, base) : null)

/**
 * SECURITY: returns whether a recording may be fetched: over https from anywhere, over plain http only from this
 * computer. A remote service may not redirect the app to this computer, and the URL may not contain credentials.
 */
const mayFetchFrom = (target: URL, origin: URL): boolean =>
  (target.protocol === 'https:' || target.protocol === 'http:') &&
  mayCarryKey(target.origin) &&
  target.username === '' &&
  target.password === '' &&
  (!isLoopback(target.hostname) || isLoopback(origin.hostname))

/** Returns the file in a response. Storage errors are not shown, so only the status is read. */
const fileIn = ({ status, bytes }: KeylessResponse): Outcome<Uint8Array> => {
  if (status === 200) return succeed(bytes)
  if (status >= 300 && status < 400) return fail({ kind: 'unavailable', cause: 'redirected' })
  return status >= 500 ? fail({ kind: 'unavailable', cause: 'serverError' }) : notThere
}

const refusalIn = ({ status, bytes }: KeylessResponse) =>
  fail(
    toFailure({
      kind: 'answer',
      status,
      date: null,
      retryAfterMilliseconds: null,
      text: Buffer.from(bytes).toString('utf8'),
    }),
  )

const createDownload = (
  { origin, requests, get }: ArtifactsDeps,
  { storagePaths, token }: WireArtifacts,
): RunArtifacts['download'] => {
  const own = new URL(origin)

  const fromStorage = async (target: URL | null, capBytes: number): Promise<Outcome<Uint8Array>> => {
    if (target === null || !mayFetchFrom(target, own)) return fail({ kind: 'unreachable', cause: 'policy' })
    const got = await get(target, capBytes)
    return got.ok ? fileIn(got.value) : got
  }

  /** Follows the run's public link once, to the storage. */
  const byLink = async (link: URL, capBytes: number): Promise<Outcome<Uint8Array>> => {
    const first = await get(link, capBytes)
    if (!first.ok) return first
    const { status, location, bytes } = first.value
    if (status === 200) return succeed(bytes)
    if (status >= 300 && status < 400 && location !== null) return fromStorage(urlOf(location, link.href), capBytes)
    return refusalIn(first.value)
  }

  /** Downloads from a service that is too old for public links. */
  const bySignedUrl = async (storagePath: string, capBytes: number): Promise<Outcome<Uint8Array>> => {
    const query = { key: storagePath, expires_in: '300', inline: 'true' }
    const signed = await requests.read({ path: '/api/v1/s3/signed-url', query }, shapeOf(signedUrlSchema))
    return signed.ok ? fromStorage(urlOf(signed.value.url, origin), capBytes) : signed
  }

  return async (name, capBytes) => {
    const storagePath = storagePaths[name]
    if (storagePath === null) return notThere
    return token === null
      ? bySignedUrl(storagePath, capBytes)
      : // The URL is built here, not taken from the response, so that the first request is sent to the service.
        byLink(new URL(`/api/v1/public/download/workflow/${token}/${name}`, origin), capBytes)
  }
}

/** Uses the key to read what the service stores for a run; downloads the files without the key. */
export const createArtifacts =
  (deps: ArtifactsDeps) =>
  async (workflowRunId: number): Promise<Outcome<RunArtifacts>> => {
    const run = await deps.requests.read(
      { path: `/api/v1/workflow/0/runs/${workflowRunId}`, list: true },
      shapeOfId(artifactsSchema, workflowRunId, (found) => found.workflowRunId),
    )
    if (!run.ok) return run
    const { calledNumber, initialContext, notes, storagePaths } = run.value
    return succeed({
      workflowRunId,
      calledNumber,
      initialContext,
      notes,
      has: (name) => storagePaths[name] !== null,
      download: createDownload(deps, run.value),
    })
  }
