import type { Outcome } from '../../../../src/contract/failure.ts'
import type { KeyStorage } from '../../../../src/contract/profile.ts'
import { echoForms } from '../../fuzz/generate-answer.ts'
import type { Canary } from '../canaries.ts'
import type { CanaryApp } from '../canary-app.ts'
import { answerWith, echoSamples } from '../echo.ts'
import { type FlowContext } from './flow-context.ts'
import { randomUUID } from 'node:crypto'
import type { Responder } from '../canary-service.ts'
import { valueOf } from '../../../support/value-of.ts'

const enter = async (app: CanaryApp, key: Canary): Promise<string> =>
  (await valueOf(app.run('stageKey', { from: 'typed', text: ` ${key.text}\n` }))).entryId

type Added = { profile: { id: string } }

const add = (
  app: CanaryApp,
  origin: string,
  entryId: string,
  keyStorage: KeyStorage = 'keychain',
  unchecked = false,
): Promise<Outcome<Added> | null> =>
  app.run('addProfile', { kind: 'service', name: 'Canary', color: 'blue', origin, entryId, keyStorage, unchecked })

/** Connects a profile with a typed key and returns its ID. */
export const connect = async (app: CanaryApp, origin: string, key: Canary): Promise<string> =>
  (await valueOf(add(app, origin, await enter(app, key)))).profile.id

/** Enters malformed keys, which must be refused and not repeated. */
const enterMalformedKeys = async ({ app, canaries }: FlowContext): Promise<void> => {
  const { text } = canaries.refused
  const bad = [text.slice(0, 7), `${text} ${text}`, `${text}\n${text}`, `${text}\0`, `${text}é`, text.repeat(12)]
  for (const attempt of bad) await app.run('stageKey', { from: 'typed', text: attempt })
  await app.run('stageKey', { from: 'typed', text: text.repeat(100) })
}

/** Connects with a key that the service refuses, with every kind of response. */
const connectRefused = async ({ app, canaries, service }: FlowContext): Promise<void> => {
  const { text } = canaries.refused
  const entryId = await enter(app, canaries.refused)
  await add(app, service.origin, entryId)
  for (const [index, { answer }] of echoSamples.slice(0, 15).entries()) {
    const form = echoForms[index % echoForms.length] ?? echoForms[0]
    service.answer('/api/v1/auth/me', async () => answerWith(answer(form(text))))
    await add(app, service.origin, entryId)
  }
}

/** Connects to an unreachable service: refused, saved unchecked, checked again, and removed. */
const connectUnreachable = async ({ app, canaries }: FlowContext): Promise<void> => {
  const entryId = await enter(app, canaries.refused)
  const nowhere = 'https://127.0.0.1:9'
  for (const origin of [nowhere, 'ftp://x', `https://user:${canaries.addressPassword.text}@x`, ''])
    await add(app, origin, entryId)
  const { profile } = await valueOf(add(app, nowhere, entryId, 'keychain', true))
  await app.run('checkProfile', { profileId: profile.id })
  await app.run('removeProfile', { profileId: profile.id })
}

/**
 * Presses the global shortcut while the clipboard contains a key, alone, next to a number and in a spreadsheet row, and
 * opens links with a key.
 */
const pressShortcut = async (app: CanaryApp, key: string): Promise<void> => {
  const number = '+1 415 555 0101'
  for (const text of [
    key,
    `${number} ${key}`,
    `Customer\tPhone\tNote\nJane\t${number}\t${key}`,
    Buffer.from(key).toString('base64'),
  ]) {
    await app.command({ command: 'clipboard', text })
    await app.command({ command: 'shortcut' })
    await app.run('takeExternalRequest', {})
  }
  for (const link of [`tel:${key}`, `rundesk://call?number=${key}`, `rundesk://call?agent=${key}&number=${number}`]) {
    await app.command({ command: 'link', link })
    await app.run('takeExternalRequest', {})
  }
  await app.command({ command: 'clipboard', text: key })
}

/** Connects with a key from the clipboard that is kept until the app quits, and removes the profile. */
const connectPasted = async ({ app, canaries, service }: FlowContext): Promise<void> => {
  await app.command({ command: 'clipboard', text: canaries.pasted.text })
  const { entryId } = await valueOf(app.run('stageKey', { from: 'clipboard' }))
  await app.run('findRunIdOnClipboard', {})
  await pressShortcut(app, canaries.pasted.text)
  const { profile } = await valueOf(add(app, service.origin, entryId, 'session'))
  await app.run('checkProfile', { profileId: profile.id })
  await app.run('listAgents', { profileId: profile.id })
  await app.run('removeProfile', { profileId: profile.id })
}

/** Replaces the key of a profile with a refused one and then with a valid one. */
const replaceKey = async ({ app, canaries, profileId }: FlowContext): Promise<void> => {
  const replace = async (key: Canary) =>
    app.run('replaceKey', { profileId, entryId: await enter(app, key), keyStorage: 'keychain' })
  await replace(canaries.refused)
  await valueOf(replace(canaries.replaced))
  await valueOf(app.run('checkProfile', { profileId }))
}

export const enterKeys = async (context: FlowContext): Promise<void> => {
  await enterMalformedKeys(context)
  await connectRefused(context)
  await connectUnreachable(context)
  await connectPasted(context)
  await replaceKey(context)
}

/** Paths of the key endpoints; the app may have stored either one. */
const paths = ['/api/v1/user/api-keys', '/user/api-keys']

const now = (): string => new Date().toISOString()

/** Makes the service return this key the next time it creates one. */
const bring = ({ service }: FlowContext, key: Canary): void => {
  const respond: Responder = async ({ request, ordinary }) => {
    if (request.method !== 'POST') return ordinary()
    const { id, name } = service.recordOf(key.text)
    const made = { id, name, key_prefix: key.text.slice(0, 8), api_key: key.text, created_at: now() }
    return answerWith(Response.json(made))
  }
  for (const path of paths) service.answer(path, respond, Infinity)
}

/** Creates a key, shows it, connects a profile with it, and discards it. */
const makeKey = async (context: FlowContext): Promise<void> => {
  const { app, canaries, service, profileId } = context
  await app.run('suggestKeyName', { profileId })
  bring(context, canaries.made)
  const creation = await valueOf(app.run('createKey', { profileId, name: 'a canary of mine' }))
  service.forget()
  if (creation.step !== 'made') throw new Error(`No key was made: ${creation.step}`)
  const { newKeyId } = creation
  // The clipboard is a sink, so the key is not copied.
  await app.run('copyNewKey', { newKeyId: randomUUID() })
  await valueOf(app.run('revealNewKey', { newKeyId }))
  const saved = { name: 'Made', color: 'teal', keyStorage: 'session' } as const
  const { profile } = await valueOf(app.run('saveNewKey', { newKeyId, ...saved }))
  await valueOf(app.run('checkProfile', { profileId: profile.id }))
  await valueOf(app.run('discardNewKey', { newKeyId, isConfirmed: true }))
  await valueOf(app.run('removeProfile', { profileId: profile.id }))
}

/** Rotates a key, and exports and imports it as a sealed file. */
const rotateAndSeal = async (context: FlowContext): Promise<void> => {
  const { app, canaries, service } = context
  const profileId = await connect(app, service.origin, canaries.pasted)
  bring(context, canaries.rotated)
  const rotation = await valueOf(app.run('rotateKey', { profileId }))
  service.forget()
  if (rotation.step !== 'done') throw new Error(`The rotation stopped: ${JSON.stringify(rotation)}`)
  await app.run('resumeRotation', { profileId })
  await app.run('undoRotation', { profileId })
  await valueOf(app.run('readRotation', { profileId }))
  await valueOf(app.run('exportKey', { profileId }))
  const { sealed } = await valueOf(app.run('chooseSealedFile', {}))
  const sealedId = sealed?.sealedId ?? ''
  const wrong = await valueOf(app.run('stageKey', { from: 'typed', text: canaries.refused.text }))
  await app.run('openSealedFile', { sealedId, entryId: wrong.entryId, keyStorage: 'session' })
  // The passphrase that the user would copy.
  const { entryId } = await valueOf(app.run('stageKey', { from: 'clipboard' }))
  const opened = await valueOf(
    app.run('openSealedFile', { sealedId, entryId, keyStorage: 'session', target: { kind: 'new' } }),
  )
  if (opened.step !== 'saved') throw new Error('The key file was not imported.')
  for (const id of [opened.profile.id, profileId]) await valueOf(app.run('removeProfile', { profileId: id }))
}

/** Creates, rotates and exports keys. */
export const rotateKeys = async (context: FlowContext): Promise<void> => {
  await makeKey(context)
  await rotateAndSeal(context)
}
