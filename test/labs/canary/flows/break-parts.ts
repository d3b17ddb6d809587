import { echoForms } from '../../fuzz/echo-key.ts'
import type { KeychainMood } from '../desk-order.ts'
import { connect } from './enter-keys.ts'
import { placeCall } from './place-calls.ts'
import { draftTo, type Scene } from './scene.ts'

const moods: readonly KeychainMood[] = ['throws', 'locked', 'empty', 'mangles', 'hangs']

/** Everything that needs the keychain, while it is in a mood. Keys are held for a minute: another profile asks anew. */
const meetKeychain = async (scene: Scene, mood: KeychainMood): Promise<void> => {
  const { desk, canaries, service } = scene
  await desk.wish({ wish: 'keychain', mood: 'well' })
  const profileId = await connect(desk, service.origin, canaries.typed)
  await desk.wish({ wish: 'keychain', mood })
  await desk.ask('keychainStatus', {})
  await desk.ask('checkProfile', { profileId })
  await placeCall({ ...scene, profileId }, draftTo({ ...scene, profileId }))
  const entered = await desk.ask('enterKey', { from: 'typed', text: canaries.replaced.text })
  if (entered?.ok === true)
    await desk.ask('replaceKey', { profileId, entryId: entered.value.entryId, custody: 'keychain' })
  await desk.ask('removeProfile', { profileId })
  await desk.wish({ wish: 'keychain', mood: 'well' })
  await desk.ask('removeProfile', { profileId })
}

/** A number that is dialled nowhere, and stands in what broke. */
export const numberInWords = '+14155550177'

/** Parts break in ways that nobody foresaw, with a key in their words that main holds at that moment: the log must not. */
const explode = async ({ desk, canaries, profileId }: Scene): Promise<void> => {
  await desk.ask('checkProfile', { profileId })
  for (const form of echoForms) {
    const key = form(canaries.replaced.text)
    await desk.wish({ wish: 'explode', words: `it broke on ${key} while calling ${numberInWords}` })
    await desk.ask('listProfiles', {})
    await desk.ask('keychainStatus', {})
  }
  await desk.wish({ wish: 'explode', words: null })
  await desk.ask('checkProfile', { profileId })
}

/** A disk that is full, in the middle of everything. */
const fillDisk = async (scene: Scene): Promise<void> => {
  const { desk, canaries, service, profileId } = scene
  await desk.wish({ wish: 'storageFull', full: true })
  await placeCall(scene, draftTo(scene))
  const entered = await desk.ask('enterKey', { from: 'typed', text: canaries.typed.text })
  if (entered?.ok === true)
    await desk.ask('addProfile', {
      kind: 'service',
      name: 'Full',
      color: 'red',
      origin: service.origin,
      entryId: entered.value.entryId,
      custody: 'keychain',
      unchecked: false,
    })
  await desk.ask('updateProfile', { profileId, name: 'Full', color: 'red', referenceName: null })
  await desk.wish({ wish: 'storageFull', full: false })
}

export const breakParts = async (scene: Scene): Promise<void> => {
  for (const mood of moods) await meetKeychain(scene, mood)
  await fillDisk(scene)
  await explode(scene)
}
