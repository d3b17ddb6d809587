import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { verifyEvidence } from '../../../src/main/features/support/verify-evidence.ts'
import { aDraft } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { settledCall, valueOf } from '../../support/test-app.ts'
import { openKeyApp } from '../features/keys/open-key-app.ts'

const operatorName = 'Kim Lee'
/** The practice service never answers calls to this number. */
const lost = '+14155550152'

it('is the name that every record of a decision has', async () => {
  const folder = temporaryFolder()
  const after = () => () => {}
  const chooseFile = async ({ name }: { name: string }) => join(folder, name)
  const { app, operations, service, profileId, list } = await openKeyApp({ parts: { after, chooseFile } })
  await valueOf(operations.changeSettings({ ...defaultSettings, operatorName }))

  const made = await valueOf(operations.createKey({ profileId, name: 'old' }))
  if (made.step !== 'made') throw new Error('No key was created.')
  const { apiKeyId } = made
  await valueOf(operations.archiveKey({ profileId, apiKeyId, confirmation: '', compromised: 'Laptop stolen' }))
  await valueOf(operations.reactivateKey({ profileId, apiKeyId, reason: 'Laptop found' }))
  expect((await list()).find(({ id }) => id === apiKeyId)?.mark).toMatchObject({
    compromised: { by: operatorName },
    reactivated: { by: operatorName },
  })
  expect(await valueOf(operations.rotateKey({ profileId }))).toMatchObject({ by: operatorName })

  const agentUuid = service.organizations[0]?.agents.find(({ state }) => state === 'normal')?.uuid ?? ''
  const route = { telephonyConfigurationId: null, fromPhoneNumberId: null }
  const draft = aDraft({ profileId, agentUuid, phoneNumber: lost, ...route })
  const { callId, phoneNumber } = draft
  await operations.triggerCall(draft)
  await settledCall(app, callId)
  const resolved = await valueOf(operations.resolveCall({ callId, decision: 'placed', note: 'It rang.' }))
  expect(resolved.outcome).toMatchObject({ who: operatorName })
  const { file } = await valueOf(operations.saveEvidence({ callId }))
  expect(verifyEvidence(readFileSync(join(folder, file ?? '')))).toMatchObject({ evidence: { operator: operatorName } })

  const entry = { phoneNumber, phoneNumberDisplay: phoneNumber, practice: false, reason: '' }
  expect(await valueOf(operations.addDoNotCall(entry))).toMatchObject({ addedBy: operatorName })
})
