import { expect, it } from 'vitest'
import { createKeyEntry, keyShapeIssue } from '../../../src/renderer/lib/key-entry.ts'
import { createFakeApi } from '../../support/fake-api.ts'

const setUp = () => {
  const forgotten: string[] = []
  const api = createFakeApi()
  const entry = createKeyEntry({
    ...api,
    forgetStagedKey(input) {
      forgotten.push(input.entryId)
      return api.forgetStagedKey(input)
    },
  })
  return { entry, forgotten }
}

it('makes main forget a cleared key', async () => {
  const { entry, forgotten } = setUp()
  await entry.type('dgr_abcdefgh')
  const staged = entry.store.getState()
  entry.clear()
  expect(entry.store.getState()).toEqual({ step: 'empty' })
  expect(forgotten).toEqual([staged.step === 'staged' ? staged.entryId : 'none'])
})

it('forgets a key that main stages after the field is cleared', async () => {
  const { entry, forgotten } = setUp()
  const typed = entry.type('dgr_abcdefgh')
  entry.clear()
  await typed
  expect(entry.store.getState()).toEqual({ step: 'empty' })
  expect(forgotten.length).toBe(1)
})

it.each([
  ['dgr_abcdefgh', null],
  ['  dgr_abcdefgh \n', null],
  ['', 'required'],
  ['   ', 'required'],
  ['dgr_ab cdefgh', 'keyBlank'],
  ['dgr_ab\ncdefgh', 'keyLineBreak'],
  ['dgr_abcdefghé', 'keyCharacter'],
  ['dgr_abc', 'keyShort'],
  ['x'.repeat(512), null],
  ['x'.repeat(513), 'keyLong'],
])('checks the format of %j: %j', (text, issue) => expect(keyShapeIssue(text)).toBe(issue))
