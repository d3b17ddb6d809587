import type { Practice } from '../practice.ts'
import { hasPassed } from '../runs/run-moment.ts'
import { lifeOf } from '../runs/run-life.ts'
import { artifactNames, type ArtifactFile, fileOf, storageKeyOf } from './artifact-files.ts'

/** The bucket of the self-hosted storage. */
const bucket = '/voice-audio/'

/** Where the storage serves a file: plain, without a signature and without an end, as the self-hosted one does (measured). */
export const storageAddress = (origin: string, key: string): string => `${origin}${bucket}${key}`

const answer = (status: number, contentType: string, bytes: Uint8Array): Response =>
  new Response(Buffer.from(bytes), {
    status,
    headers: { 'content-length': String(bytes.byteLength), 'content-type': contentType },
  })

const missing = (): Response =>
  answer(404, 'application/xml', new TextEncoder().encode('<Error><Code>NoSuchKey</Code></Error>'))

function find(practice: Practice, key: string): ArtifactFile | undefined {
  const now = practice.clock.now()
  for (const run of practice.world.runs)
    for (const name of artifactNames)
      if (storageKeyOf(run, name) === key && hasPassed(lifeOf(run, practice.pace).artifactsAt, now))
        return fileOf(run, name, practice.pace)
  return undefined
}

/** The storage behind the links, which is another host: whoever knows an address gets the file. It counts keys that reach it. */
export function answerStorage(request: Request, practice: Practice): Response {
  if (request.headers.has('x-api-key')) practice.keysAtStorage += 1
  const { pathname } = new URL(request.url)
  const file = pathname.startsWith(bucket) ? find(practice, pathname.slice(bucket.length)) : undefined
  return file ? answer(200, file.contentType, file.bytes) : missing()
}
