import { randomUUID } from 'node:crypto'
import type { Canary } from '../canaries.ts'
import type { Speak } from '../canary-service.ts'
import { answerWith } from '../echo.ts'
import { connect } from './enter-keys.ts'
import { type Scene, valueOf } from './scene.ts'

/** Where keys may be kept; an answer of the flows before may have taught the desk either. */
const paths = ['/api/v1/user/api-keys', '/user/api-keys']

const now = (): string => new Date().toISOString()

/** Lets the service make this very key when it is next asked for one. */
const bring = ({ service }: Scene, key: Canary): void => {
  const speak: Speak = async ({ request, ordinary }) => {
    if (request.method !== 'POST') return ordinary()
    const { id, name } = service.recordOf(key.text)
    const made = { id, name, key_prefix: key.text.slice(0, 8), api_key: key.text, created_at: now() }
    return answerWith(Response.json(made))
  }
  for (const path of paths) service.answer(path, speak, Infinity)
}

/** A new key is shown by the system, becomes a profile, and is let go. */
const makeKey = async (scene: Scene): Promise<void> => {
  const { desk, canaries, service, profileId } = scene
  await desk.ask('suggestKeyName', { profileId })
  bring(scene, canaries.made)
  const creation = await valueOf(desk.ask('createKey', { profileId, name: 'a canary of mine' }))
  service.forget()
  if (creation.step !== 'made') throw new Error(`No key was made: ${creation.step}`)
  const { madeId } = creation
  // What lies on the clipboard is meant to: it is a sink for everything else, so a key that is not held is asked for.
  await desk.ask('copyMadeKey', { madeId: randomUUID() })
  await valueOf(desk.ask('revealMadeKey', { madeId }))
  const saved = { name: 'Made', color: 'teal', custody: 'session' } as const
  const profile = await valueOf(desk.ask('saveMadeKey', { madeId, ...saved }))
  await valueOf(desk.ask('checkProfile', { profileId: profile.id }))
  await valueOf(desk.ask('dropMadeKey', { madeId }))
  await valueOf(desk.ask('removeProfile', { profileId: profile.id }))
}

/** A key is rotated, and sealed for another desk, which is this one. */
const rotateAndSeal = async (scene: Scene): Promise<void> => {
  const { desk, canaries, service } = scene
  const profileId = await connect(desk, service.origin, canaries.pasted)
  bring(scene, canaries.rotated)
  const rotation = await valueOf(desk.ask('rotateKey', { profileId }))
  service.forget()
  if (rotation.step !== 'done') throw new Error(`The rotation stopped: ${JSON.stringify(rotation)}`)
  await desk.ask('resumeRotation', { profileId })
  await desk.ask('undoRotation', { profileId })
  await valueOf(desk.ask('readRotation', { profileId }))
  await valueOf(desk.ask('handOverKey', { profileId }))
  const { sealed } = await valueOf(desk.ask('chooseSealedFile', {}))
  const sealedId = sealed?.sealedId ?? ''
  const wrong = await valueOf(desk.ask('enterKey', { from: 'typed', text: canaries.refused.text }))
  await desk.ask('openSealedFile', { sealedId, entryId: wrong.entryId, custody: 'session' })
  // The passphrase that was shown by the system, as a person would copy it.
  const { entryId } = await valueOf(desk.ask('enterKey', { from: 'clipboard' }))
  const opened = await valueOf(desk.ask('openSealedFile', { sealedId, entryId, custody: 'session' }))
  for (const id of [opened.profile.id, profileId]) await valueOf(desk.ask('removeProfile', { profileId: id }))
}

/** Keys that come from the service itself, and go to another desk. */
export const rotateKeys = async (scene: Scene): Promise<void> => {
  await makeKey(scene)
  await rotateAndSeal(scene)
}
