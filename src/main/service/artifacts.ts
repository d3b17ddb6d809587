import type { SpokenTurn } from '../../contract/artifacts.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import { isLoopback } from '../../contract/loopback.ts'
import type { AskService } from './ask-service.ts'
import { toFailure } from './failures.ts'
import type { Got, KeylessGet } from './keyless-get.ts'
import { mayCarryKey } from './origin-rule.ts'
import { artifactsSchema, signedUrlSchema, type WireArtifacts } from './wire-artifacts.ts'

export type ArtifactName = 'recording' | 'transcript'

/** What the service keeps of a run: what it noted of the talk, and a way to fetch the rest that tells nobody the address. */
export type RunArtifacts = {
  /** What was said, as the service noted it while the call went on. */
  notes: SpokenTurn[]
  has: (name: ArtifactName) => boolean
  /** Fetches one of them whole; `tooLarge` above so many bytes. */
  download: (name: ArtifactName, capBytes: number) => Promise<Outcome<Uint8Array>>
}

type Parts = { origin: string; ask: AskService; get: KeylessGet }

const nothingThere = fail({ kind: 'notFound', detail: '' })

const urlOf = (text: string, base: string): URL | null => (URL.canParse(text, base) ? new URL(text, base) : null)

/**
 * SECURITY: where a recording may be fetched from: https anywhere, plain http on this computer only. A far service may not
 * send the app to an address of this computer, and an address with a name and a password in it is nobody's storage.
 */
const mayFetchFrom = (target: URL, origin: URL): boolean =>
  (target.protocol === 'https:' || target.protocol === 'http:') &&
  mayCarryKey(target.origin) &&
  target.username === '' &&
  target.password === '' &&
  (!isLoopback(target.hostname) || isLoopback(origin.hostname))

/** Storage says nothing to people: what it answers is not read, only whether it is the file. */
const fileIn = ({ status, bytes }: Got): Outcome<Uint8Array> => {
  if (status === 200) return succeed(bytes)
  if (status >= 300 && status < 400) return fail({ kind: 'unavailable', cause: 'redirected' })
  return status >= 500 ? fail({ kind: 'unavailable', cause: 'serverError' }) : nothingThere
}

const wordsIn = ({ status, bytes }: Got) =>
  fail(
    toFailure({
      kind: 'answer',
      status,
      date: null,
      retryAfterMilliseconds: null,
      text: Buffer.from(bytes).toString('utf8'),
    }),
  )

const createDownload = ({ origin, ask, get }: Parts, { places, token }: WireArtifacts): RunArtifacts['download'] => {
  const own = new URL(origin)

  const fromStorage = async (target: URL | null, capBytes: number): Promise<Outcome<Uint8Array>> => {
    if (target === null || !mayFetchFrom(target, own)) return fail({ kind: 'unreachable', cause: 'policy' })
    const got = await get(target, capBytes)
    return got.ok ? fileIn(got.value) : got
  }

  /** The link of the run: it sends on to the storage, and from there nowhere else. */
  const overLink = async (link: URL, capBytes: number): Promise<Outcome<Uint8Array>> => {
    const first = await get(link, capBytes)
    if (!first.ok) return first
    const { status, location, bytes } = first.value
    if (status === 200) return succeed(bytes)
    if (status >= 300 && status < 400 && location !== null) return fromStorage(urlOf(location, link.href), capBytes)
    return wordsIn(first.value)
  }

  /** The way of a service that is older than its links. */
  const overAddress = async (place: string, capBytes: number): Promise<Outcome<Uint8Array>> => {
    const query = { key: place, expires_in: '300', inline: 'true' }
    const signed = await ask.read({ path: '/api/v1/s3/signed-url', query }, signedUrlSchema)
    return signed.ok ? fromStorage(urlOf(signed.value.url, origin), capBytes) : signed
  }

  return async (name, capBytes) => {
    const place = places[name]
    if (place === null) return nothingThere
    return token === null
      ? overAddress(place, capBytes)
      : // Made here and not taken from the answer: the first step stays with the service that has the key.
        overLink(new URL(`/api/v1/public/download/workflow/${token}/${name}`, origin), capBytes)
  }
}

/** Makes the question about what the service keeps of a run. It is asked with the key; what it leads to is fetched without. */
export const createArtifacts =
  (parts: Parts) =>
  async (workflowRunId: number): Promise<Outcome<RunArtifacts>> => {
    const told = await parts.ask.read({ path: `/api/v1/workflow/0/runs/${workflowRunId}`, list: true }, artifactsSchema)
    if (!told.ok) return told
    const { notes, places } = told.value
    return succeed({
      notes,
      has: (name) => places[name] !== null,
      download: createDownload(parts, told.value),
    })
  }
