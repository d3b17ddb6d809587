import { echoForms } from '../../fuzz/generate-answer.ts'
import type { KeychainFault } from '../canary-app.ts'
import { connect } from './keys.ts'
import { placeCall } from './calls.ts'
import { draftTo, type FlowContext } from './flow-context.ts'

const keychainFaults: readonly KeychainFault[] = ['throws', 'locked', 'empty', 'mangles', 'hangs']

/** Uses the keychain while it has a fault. Keys are cached for a minute, so it connects another profile. */
const useFaultyKeychain = async (context: FlowContext, fault: KeychainFault): Promise<void> => {
  const { app, canaries, service } = context
  await app.command({ command: 'keychain', fault: 'well' })
  const profileId = await connect(app, service.origin, canaries.typed)
  await app.command({ command: 'keychain', fault })
  await app.run('keychainStatus', {})
  await app.run('checkProfile', { profileId })
  await placeCall({ ...context, profileId }, draftTo({ ...context, profileId }))
  const entered = await app.run('stageKey', { from: 'typed', text: canaries.replaced.text })
  if (entered?.ok === true)
    await app.run('replaceKey', { profileId, entryId: entered.value.entryId, keyStorage: 'keychain' })
  await app.run('removeProfile', { profileId })
  await app.command({ command: 'keychain', fault: 'well' })
  await app.run('removeProfile', { profileId })
}

/** A number that appears in error messages and is never called. */
export const numberInError = '+14155550177'

/** Causes unexpected errors with a key in their messages, which the log must mask. */
const causeUnexpectedErrors = async ({ app, canaries, profileId }: FlowContext): Promise<void> => {
  await app.run('checkProfile', { profileId })
  for (const form of echoForms) {
    const key = form(canaries.replaced.text)
    await app.command({ command: 'explode', text: `it broke on ${key} while calling ${numberInError}` })
    await app.run('listProfiles', {})
    await app.run('keychainStatus', {})
  }
  await app.command({ command: 'explode', text: null })
  await app.run('checkProfile', { profileId })
}

/** Uses the app with a full disk. */
const fillDisk = async (context: FlowContext): Promise<void> => {
  const { app, canaries, service, profileId } = context
  await app.command({ command: 'storageFull', full: true })
  await placeCall(context, draftTo(context))
  const entered = await app.run('stageKey', { from: 'typed', text: canaries.typed.text })
  if (entered?.ok === true)
    await app.run('addProfile', {
      kind: 'service',
      name: 'Full',
      color: 'red',
      origin: service.origin,
      entryId: entered.value.entryId,
      keyStorage: 'keychain',
      unchecked: false,
    })
  await app.run('updateProfile', { profileId, name: 'Full', color: 'red', referenceName: null })
  await app.command({ command: 'storageFull', full: false })
}

export const causeFailures = async (context: FlowContext): Promise<void> => {
  for (const fault of keychainFaults) await useFaultyKeychain(context, fault)
  await fillDisk(context)
  await causeUnexpectedErrors(context)
}
