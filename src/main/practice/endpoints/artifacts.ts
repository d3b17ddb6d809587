import { artifactNames, storageKeyOf } from '../artifacts/artifact-files.ts'
import { storageAddress } from '../artifacts/answer-storage.ts'
import { jsonResponse, refuse } from '../http/answers.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Endpoint } from '../http/call.ts'
import { stateOf } from '../runs/run-state.ts'

/** `GET /public/download/workflow/{token}/{artifact}`: whoever has the link is sent on to the storage (measured). */
export const downloadArtifact: Endpoint = ({ params }, practice) => {
  const name = artifactNames.find((one) => one === params.get('artifact'))
  if (name === undefined) throw refuse(400, 'Unsupported artifact type')
  const run = practice.world.runs.find(({ publicToken }) => publicToken === params.get('token'))
  if (run === undefined) throw refuse(404, 'Invalid or expired token')
  if (!stateOf(run, practice.pace, practice.clock.now()).hasArtifacts)
    throw refuse(404, `No ${name} available for this workflow run`)
  const location = storageAddress(practice.storageOrigin, storageKeyOf(run, name))
  return new Response(null, { status: 302, headers: { 'content-length': '0', location } })
}

/** `GET /s3/signed-url`: the address of a file in the storage, for the organization whose run it is. */
export const signedUrl: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const key = call.query.get('key') ?? ''
  if (!/^(recordings|transcripts)\/[\w./-]+$/.test(key) || key.includes('..')) throw refuse(400, 'Invalid key format')
  const own = practice.world.runs.filter(({ organizationId }) => organizationId === organization.id)
  if (!own.some((run) => artifactNames.some((name) => storageKeyOf(run, name) === key)))
    throw refuse(403, 'Access denied for this workflow run')
  const seconds = Number(call.query.get('expires_in') ?? 3600)
  return jsonResponse(200, { url: storageAddress(practice.storageOrigin, key), expires_in: seconds })
}
