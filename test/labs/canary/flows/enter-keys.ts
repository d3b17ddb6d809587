import type { Outcome } from '../../../../src/contract/failure.ts'
import type { KeyCustody } from '../../../../src/contract/profile.ts'
import { echoForms } from '../../fuzz/echo-key.ts'
import type { Canary } from '../canaries.ts'
import type { CanaryDesk } from '../canary-desk.ts'
import { answerWith, echoPlaces } from '../echo.ts'
import { type Scene, valueOf } from './scene.ts'

const enter = async (desk: CanaryDesk, key: Canary): Promise<string> =>
  (await valueOf(desk.ask('enterKey', { from: 'typed', text: ` ${key.text}\n` }))).entryId

type Added = { profile: { id: string } }

const add = (
  desk: CanaryDesk,
  origin: string,
  entryId: string,
  custody: KeyCustody = 'keychain',
  unchecked = false,
): Promise<Outcome<Added> | null> =>
  desk.ask('addProfile', { kind: 'service', name: 'Canary', color: 'blue', origin, entryId, custody, unchecked })

/** First run: a key is typed, and a profile connected with it; gives the profile's id. */
export const connect = async (desk: CanaryDesk, origin: string, key: Canary): Promise<string> =>
  (await valueOf(add(desk, origin, await enter(desk, key)))).profile.id

/** Keys that are no keys, as a clumsy paste makes them: refused, and nowhere repeated. */
const enterBadly = async ({ desk, canaries }: Scene): Promise<void> => {
  const { text } = canaries.refused
  const bad = [text.slice(0, 7), `${text} ${text}`, `${text}\n${text}`, `${text}\0`, `${text}é`, text.repeat(12)]
  for (const attempt of bad) await desk.ask('enterKey', { from: 'typed', text: attempt })
  await desk.ask('enterKey', { from: 'typed', text: text.repeat(100) })
}

/** A key that the service refuses, in every way in which it may say so. */
const connectRefused = async ({ desk, canaries, service }: Scene): Promise<void> => {
  const { text } = canaries.refused
  const entryId = await enter(desk, canaries.refused)
  await add(desk, service.origin, entryId)
  for (const [index, { answer }] of echoPlaces.slice(0, 15).entries()) {
    const form = echoForms[index % echoForms.length] ?? echoForms[0]
    service.answer('/api/v1/auth/me', async () => answerWith(answer(form(text))))
    await add(desk, service.origin, entryId)
  }
}

/** A service that is not there: refused at first, saved unchecked by choice, checked again, and removed. */
const connectUnreachable = async ({ desk, canaries }: Scene): Promise<void> => {
  const entryId = await enter(desk, canaries.refused)
  const nowhere = 'https://127.0.0.1:9'
  for (const origin of [nowhere, 'ftp://x', `https://user:${canaries.addressPassword.text}@x`, ''])
    await add(desk, origin, entryId)
  const { profile } = await valueOf(add(desk, nowhere, entryId, 'keychain', true))
  await desk.ask('checkProfile', { profileId: profile.id })
  await desk.ask('removeProfile', { profileId: profile.id })
}

/**
 * The global shortcut while a key lies on the clipboard, alone, beside a number and in a row of a sheet, and links that
 * carry it: the page takes what it is given.
 */
const pressShortcut = async (desk: CanaryDesk, key: string): Promise<void> => {
  const number = '+1 415 555 0101'
  for (const text of [
    key,
    `${number} ${key}`,
    `Customer\tPhone\tNote\nJane\t${number}\t${key}`,
    Buffer.from(key).toString('base64'),
  ]) {
    await desk.wish({ wish: 'clipboard', text })
    await desk.wish({ wish: 'shortcut' })
    await desk.ask('takeAsked', {})
  }
  for (const link of [`tel:${key}`, `rundesk://call?number=${key}`, `rundesk://call?agent=${key}&number=${number}`]) {
    await desk.wish({ wish: 'link', link })
    await desk.ask('takeAsked', {})
  }
  await desk.wish({ wish: 'clipboard', text: key })
}

/** A key from the clipboard, kept until the app quits; it is used, and its profile removed. */
const connectPasted = async ({ desk, canaries, service }: Scene): Promise<void> => {
  await desk.wish({ wish: 'clipboard', text: canaries.pasted.text })
  const { entryId } = await valueOf(desk.ask('enterKey', { from: 'clipboard' }))
  await desk.ask('findOnClipboard', {})
  await pressShortcut(desk, canaries.pasted.text)
  const { profile } = await valueOf(add(desk, service.origin, entryId, 'session'))
  await desk.ask('checkProfile', { profileId: profile.id })
  await desk.ask('listAgents', { profileId: profile.id })
  await desk.ask('removeProfile', { profileId: profile.id })
}

/** The key of the profile is replaced, once by one that the service refuses and once by another that is good. */
const replaceKey = async ({ desk, canaries, profileId }: Scene): Promise<void> => {
  const replace = async (key: Canary) =>
    desk.ask('replaceKey', { profileId, entryId: await enter(desk, key), custody: 'keychain' })
  await replace(canaries.refused)
  await valueOf(replace(canaries.replaced))
  await valueOf(desk.ask('checkProfile', { profileId }))
}

export const enterKeys = async (scene: Scene): Promise<void> => {
  await enterBadly(scene)
  await connectRefused(scene)
  await connectUnreachable(scene)
  await connectPasted(scene)
  await replaceKey(scene)
}
