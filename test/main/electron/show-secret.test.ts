import type { MessageBoxOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { createShowSecret, secretBox } from '../../../src/main/electron/show-secret.ts'

describe('the window that shows a secret', () => {
  it.each([
    [0, true],
    [1, false],
  ])('answers %i as the wish to copy: %s', async (response, copy) => {
    const asked: MessageBoxOptions[] = []
    const showMessageBox = async (...given: unknown[]) => {
      // The last one is the options, with or without an owner before it.
      asked.push(given.at(-1) as MessageBoxOptions)
      return { response, checkboxChecked: false }
    }
    const show = createShowSecret({ dialog: { showMessageBox }, owner: () => null })
    expect(await show({ kind: 'key', name: 'desk-07' }, 'dgr_text')).toEqual({ copy })
    expect(asked[0]?.message).toContain('desk-07')
    expect(asked[0]?.detail).toContain('dgr_text')
  })

  it('does not copy when it is closed by Escape or Enter', () => {
    const { buttons, defaultId, cancelId } = secretBox({ kind: 'passphrase', fileName: 'a.rundesk-key' }, 'x')
    expect(buttons?.[defaultId ?? 0]).toBe('Close')
    expect(buttons?.[cancelId ?? 0]).toBe('Close')
  })
})
