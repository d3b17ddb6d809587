import { describe, expect, it } from 'vitest'
import { succeed } from '../../../src/contract/failure.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { clipboardSeconds, createSecretExport } from '../../../src/main/vault/secret-export.ts'

const key = createSecret('dgr_a-new-key')

/** A test clipboard, system window and clock; operations named in `refuses` throw. */
const setUpExport = (answer: { copy: boolean } = { copy: false }) => {
  const clipboard = { text: 'before' }
  const refuses = new Set<'read' | 'write' | 'show'>()
  const calls = { onCleared: 0, onNotCleared: 0 }
  const native = (call: 'read' | 'write' | 'show', text: string): void => {
    if (refuses.has(call)) throw new Error(`The system refuses: ${text}`)
  }
  /** Reads and writes wait for these. A delayed read returns what was on the clipboard before. */
  const delayed: Record<'read' | 'write', PromiseWithResolvers<void> | null> = { read: null, write: null }
  const shown: string[] = []
  let later: { milliseconds: number; act: () => void } | null = null
  const secretExport = createSecretExport({
    onCleared: () => void (calls.onCleared += 1),
    onNotCleared: () => void (calls.onNotCleared += 1),
    clipboard: {
      read: async () => {
        const { text } = clipboard
        native('read', text)
        await delayed.read?.promise
        return text
      },
      write: async (text) => {
        native('write', text)
        await delayed.write?.promise
        clipboard.text = text
      },
    },
    show: async (what, text) => {
      native('show', text)
      shown.push(`${what.kind} ${text}`)
      return answer
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
    // After this, all promises have settled.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { secretExport, clipboard, delayed, refuses, calls, shown, pass, waits: () => later?.milliseconds ?? null }
}

describe('a secret on the clipboard', () => {
  it('is removed after a timeout, which is reported', async () => {
    const { secretExport, clipboard, calls, pass, waits } = setUpExport()
    await secretExport.copy(key)
    expect(clipboard.text).toBe('dgr_a-new-key')
    expect(waits()).toBe(clipboardSeconds * 1000)
    expect(calls.onCleared).toBe(0)
    await pass()
    expect(clipboard.text).toBe('')
    expect(calls.onCleared).toBe(1)
  })

  it('is removed when the app exits', async () => {
    const { secretExport, clipboard, waits } = setUpExport()
    await secretExport.copy(key)
    await secretExport.clear()
    expect(clipboard.text).toBe('')
    expect(waits()).toBeNull()
  })

  it('does not remove text that was copied in the meantime', async () => {
    const { secretExport, clipboard, pass } = setUpExport()
    await secretExport.copy(key)
    clipboard.text = 'a shopping list'
    await pass()
    expect(clipboard.text).toBe('a shopping list')
  })

  it('is no longer copied once a check finds other text, which is reported, but is still removed later', async () => {
    const { secretExport, clipboard, calls, pass } = setUpExport()
    await secretExport.copy(key)
    await secretExport.check()
    expect([secretExport.isCopied(key), calls.onCleared]).toEqual([true, 0])
    clipboard.text = 'a shopping list'
    await secretExport.check()
    expect([secretExport.isCopied(key), calls.onCleared]).toEqual([false, 1])
    await secretExport.check()
    expect([clipboard.text, calls.onCleared]).toEqual(['a shopping list', 1])
    // A clipboard manager may restore it.
    clipboard.text = 'dgr_a-new-key'
    await pass()
    expect(clipboard.text).toBe('')
  })

  it('stays copied if a check can’t read the clipboard', async () => {
    const { secretExport, refuses, calls } = setUpExport()
    await secretExport.copy(key)
    refuses.add('read')
    await secretExport.check()
    expect([secretExport.isCopied(key), calls.onCleared]).toEqual([true, 0])
  })

  it('is copied again after it was overwritten', async () => {
    const { secretExport, clipboard } = setUpExport()
    await secretExport.copy(key)
    clipboard.text = 'a shopping list'
    await secretExport.check()
    await secretExport.copy(key)
    await secretExport.check()
    expect(secretExport.isCopied(key)).toBe(true)
  })

  it('stays copied if it was copied again, or its copy completed, while a check was reading the clipboard', async () => {
    const { secretExport, clipboard, calls, delayed } = setUpExport()
    await secretExport.copy(key)
    clipboard.text = 'a shopping list'
    const readDuring = async (act: () => Promise<unknown>): Promise<void> => {
      delayed.read = Promise.withResolvers<void>()
      const checked = secretExport.check()
      await act()
      delayed.read.resolve()
      delayed.read = null
      await checked
    }
    await readDuring(() => secretExport.copy(key))
    expect([secretExport.isCopied(key), calls.onCleared]).toEqual([true, 0])
    clipboard.text = 'a shopping list'
    delayed.write = Promise.withResolvers<void>()
    const copied = secretExport.copy(key)
    await readDuring(async () => {
      delayed.write?.resolve()
      await copied
    })
    expect([secretExport.isCopied(key), calls.onCleared, clipboard.text]).toEqual([true, 0, 'dgr_a-new-key'])
  })

  it('changes nothing if it was never copied', async () => {
    const { secretExport, clipboard } = setUpExport()
    await secretExport.clear()
    expect(clipboard.text).toBe('before')
  })
})

describe('a secret in a system window', () => {
  it.each([
    [{ copy: false }, 'before'],
    [{ copy: true }, 'dgr_a-new-key'],
  ])('answered with %j leaves %s on the clipboard', async (answer, text) => {
    const { secretExport, clipboard, shown } = setUpExport(answer)
    await secretExport.show({ kind: 'key', name: 'office' }, key)
    expect(shown).toEqual(['key dgr_a-new-key'])
    expect(clipboard.text).toBe(text)
  })
})

describe('a system error', () => {
  const refused = (code: string) => ({ ok: false, failure: { kind: 'invalid', issues: [{ path: [], code }] } })

  it('during a copy is reported, and the clipboard is still cleared later', async () => {
    const { secretExport, clipboard, refuses, pass } = setUpExport()
    refuses.add('write')
    const copied = await secretExport.copy(key)
    expect(copied).toEqual(refused('clipboardRefused'))
    refuses.clear()
    clipboard.text = 'dgr_a-new-key'
    await pass()
    expect(clipboard.text).toBe('')
  })

  it('during a second copy still removes the first secret', async () => {
    const { secretExport, clipboard, refuses, pass } = setUpExport()
    expect(await secretExport.copy(key)).toEqual(succeed(null))
    refuses.add('write')
    await secretExport.copy(createSecret('dgr_another-key'))
    refuses.clear()
    await pass()
    expect(clipboard.text).toBe('')
  })

  it.each(['read', 'write'] as const)('in %s while the clipboard is cleared is retried later', async (call) => {
    const { secretExport, clipboard, refuses, calls, pass, waits } = setUpExport()
    await secretExport.copy(key)
    refuses.add(call)
    await pass()
    expect([calls.onNotCleared, calls.onCleared, waits()]).toEqual([1, 0, clipboardSeconds * 1000])
    expect(await secretExport.clear()).toEqual(refused('clipboardRefused'))
    refuses.clear()
    await pass()
    expect(clipboard.text).toBe('')
    expect(waits()).toBeNull()
  })

  it('while the window opens, or while its text is copied, is reported', async () => {
    const { secretExport, refuses } = setUpExport({ copy: true })
    refuses.add('write')
    expect(await secretExport.show({ kind: 'key', name: 'office' }, key)).toEqual(refused('clipboardRefused'))
    refuses.add('show')
    expect(await secretExport.show({ kind: 'key', name: 'office' }, key)).toEqual(refused('windowRefused'))
  })
})
