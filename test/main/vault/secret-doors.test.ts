import { describe, expect, it } from 'vitest'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { clipboardSeconds, createSecretDoors } from '../../../src/main/vault/secret-doors.ts'

const key = createSecret('dgr_a-new-key')

/** A clipboard, a window of the system and a clock, all in the test's hands. */
const doorsOf = (wish: { copy: boolean } = { copy: false }) => {
  const clipboard = { text: 'before' }
  const shown: string[] = []
  let later: { milliseconds: number; act: () => void } | null = null
  const doors = createSecretDoors({
    clipboard: { read: async () => clipboard.text, write: async (text) => void (clipboard.text = text) },
    show: async (what, text) => {
      shown.push(`${what.kind} ${text}`)
      return wish
    },
    after: (milliseconds, act) => {
      const mine = { milliseconds, act }
      later = mine
      return () => {
        if (later === mine) later = null
      }
    },
  })
  const pass = async (): Promise<void> => {
    later?.act()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { doors, clipboard, shown, pass, waits: () => later?.milliseconds ?? null }
}

describe('a secret on the clipboard', () => {
  it('is taken from there after its time', async () => {
    const { doors, clipboard, pass, waits } = doorsOf()
    await doors.copy(key)
    expect(clipboard.text).toBe('dgr_a-new-key')
    expect(waits()).toBe(clipboardSeconds * 1000)
    await pass()
    expect(clipboard.text).toBe('')
  })

  it('is taken from there at the end of the app', async () => {
    const { doors, clipboard, waits } = doorsOf()
    await doors.copy(key)
    await doors.clear()
    expect(clipboard.text).toBe('')
    expect(waits()).toBeNull()
  })

  it('leaves what somebody else has put there since', async () => {
    const { doors, clipboard, pass } = doorsOf()
    await doors.copy(key)
    clipboard.text = 'a shopping list'
    await pass()
    expect(clipboard.text).toBe('a shopping list')
  })

  it('that was never put there touches nothing', async () => {
    const { doors, clipboard } = doorsOf()
    await doors.clear()
    expect(clipboard.text).toBe('before')
  })
})

describe('a secret in a window of the system', () => {
  it.each([
    [{ copy: false }, 'before'],
    [{ copy: true }, 'dgr_a-new-key'],
  ])('with the wish %j leaves %s on the clipboard', async (wish, text) => {
    const { doors, clipboard, shown } = doorsOf(wish)
    await doors.show({ kind: 'key', name: 'desk' }, key)
    expect(shown).toEqual(['key dgr_a-new-key'])
    expect(clipboard.text).toBe(text)
  })
})
