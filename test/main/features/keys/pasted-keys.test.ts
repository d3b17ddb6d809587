import { describe, expect, it } from 'vitest'
import { valueOf } from '../../../support/test-app.ts'
import { openKeyApp } from './open-key-app.ts'

const pasted = 'dgr_a_key_that_a_person_copied_from_a_page'

describe('the clipboard after a key was entered', () => {
  it.each([
    ['pasted into the field', 'typed'],
    ['read by the main process', 'clipboard'],
  ] as const)('is empty if the key was %s', async (_how, from) => {
    const { operations, clipboard } = await openKeyApp()
    clipboard.text = ` ${pasted}\n`
    const entered = await valueOf(operations.stageKey(from === 'typed' ? { from, text: pasted } : { from }))
    expect(clipboard.text).toBe('')
    expect(entered.length).toBe(pasted.length)
  })

  it('keeps what was copied in the meantime', async () => {
    const { operations, clipboard } = await openKeyApp()
    clipboard.text = '+1 415 555 0101'
    await valueOf(operations.stageKey({ from: 'typed', text: pasted }))
    expect(clipboard.text).toBe('+1 415 555 0101')
  })

  it('keeps text that is refused as a key', async () => {
    const { operations, clipboard } = await openKeyApp()
    clipboard.text = 'not a key'
    expect((await operations.stageKey({ from: 'clipboard' })).ok).toBe(false)
    expect(clipboard.text).toBe('not a key')
  })

  it('does not prevent staging the key if the system refuses access to it', async () => {
    const refuse = () => Promise.reject(new Error('refused'))
    const { operations } = await openKeyApp({ parts: { clipboard: { read: refuse, write: refuse } } })
    expect((await operations.stageKey({ from: 'typed', text: pasted })).ok).toBe(true)
  })
})
