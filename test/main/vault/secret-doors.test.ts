import { describe, expect, it } from 'vitest'
import { succeed } from '../../../src/contract/failure.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { clipboardSeconds, createSecretDoors } from '../../../src/main/vault/secret-doors.ts'

const key = createSecret('dgr_a-new-key')

/** A clipboard, a window of the system and a clock, all in the test's hands; what is named in `refuses` throws. */
const doorsOf = (wish: { copy: boolean } = { copy: false }) => {
  const clipboard = { text: 'before' }
  const refuses = new Set<'read' | 'write' | 'show'>()
  const trouble = { uncleared: 0 }
  const native = (call: 'read' | 'write' | 'show', text: string): void => {
    if (refuses.has(call)) throw new Error(`The system refuses: ${text}`)
  }
  const shown: string[] = []
  let later: { milliseconds: number; act: () => void } | null = null
  const doors = createSecretDoors({
    uncleared: () => void (trouble.uncleared += 1),
    clipboard: {
      read: async () => {
        native('read', clipboard.text)
        return clipboard.text
      },
      write: async (text) => {
        native('write', text)
        clipboard.text = text
      },
    },
    show: async (what, text) => {
      native('show', text)
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
    // Every promise of ours is kept by then.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { doors, clipboard, refuses, trouble, shown, pass, waits: () => later?.milliseconds ?? null }
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

describe('a system that refuses', () => {
  const refused = (code: string) => ({ ok: false, failure: { kind: 'invalid', issues: [{ path: [], code }] } })

  it('to take a secret on the clipboard is told, and what may lie there is still taken away', async () => {
    const { doors, clipboard, refuses, pass } = doorsOf()
    refuses.add('write')
    const copied = await doors.copy(key)
    expect(copied).toEqual(refused('clipboardRefused'))
    refuses.clear()
    clipboard.text = 'dgr_a-new-key'
    await pass()
    expect(clipboard.text).toBe('')
  })

  it('to take a second secret leaves the first one to be taken away', async () => {
    const { doors, clipboard, refuses, pass } = doorsOf()
    expect(await doors.copy(key)).toEqual(succeed(null))
    refuses.add('write')
    await doors.copy(createSecret('dgr_another-key'))
    refuses.clear()
    await pass()
    expect(clipboard.text).toBe('')
  })

  it.each(['read', 'write'] as const)('to %s when a secret is to be taken away is tried again later', async (call) => {
    const { doors, clipboard, refuses, trouble, pass, waits } = doorsOf()
    await doors.copy(key)
    refuses.add(call)
    await pass()
    expect([trouble.uncleared, waits()]).toEqual([1, clipboardSeconds * 1000])
    expect(await doors.clear()).toEqual(refused('clipboardRefused'))
    refuses.clear()
    await pass()
    expect(clipboard.text).toBe('')
    expect(waits()).toBeNull()
  })

  it('to open its window, or to copy what it showed, is told', async () => {
    const { doors, refuses } = doorsOf({ copy: true })
    refuses.add('write')
    expect(await doors.show({ kind: 'key', name: 'desk' }, key)).toEqual(refused('clipboardRefused'))
    refuses.add('show')
    expect(await doors.show({ kind: 'key', name: 'desk' }, key)).toEqual(refused('windowRefused'))
  })
})
