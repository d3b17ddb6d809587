import { describe, expect, it } from 'vitest'
import { succeed } from '../../../src/contract/failure.ts'
import { createKeyPathBook } from '../../../src/main/settings/key-path-book.ts'
import { openTestDesk, startService, valueOf } from '../../support/test-desk.ts'

const origin = 'https://voice.acme.example'

/** Settings in memory, and what was asked of them. */
const aStorage = (kept: Record<string, string> = {}) => {
  const asked: string[] = []
  const storage: Parameters<typeof createKeyPathBook>[0] = {
    ask: async (name, input) => {
      asked.push(`${name} ${JSON.stringify(input)}`)
      const { name: setting = '', value } = Object.fromEntries(Object.entries(input ?? {})) as Record<string, string>
      if (value !== undefined) kept[setting] = value
      // The storage answers each question with its own kind of value; these two give a text or nothing.
      return succeed((value === undefined ? (kept[setting] ?? null) : null) as never)
    },
  }
  return { storage, asked, kept }
}

describe('the book of key paths', () => {
  it('keeps what was found out per origin, and is read once', async () => {
    const { storage, asked, kept } = aStorage()
    const memory = createKeyPathBook(storage).memoryOf(origin)
    expect(await memory.recall()).toBeNull()
    await memory.learn('bare')
    await memory.learn('bare')
    expect(kept).toEqual({ [`key-path:${origin}`]: 'bare' })
    expect(await memory.recall()).toBe('bare')
    expect(asked.length).toBe(2)
    expect(await createKeyPathBook(storage).memoryOf(origin).recall()).toBe('bare')
    expect(await createKeyPathBook(storage).memoryOf('https://other.example').recall()).toBeNull()
  })

  it('takes what it does not understand for nothing', async () => {
    const { storage } = aStorage({ [`key-path:${origin}`]: 'sideways' })
    expect(await createKeyPathBook(storage).memoryOf(origin).recall()).toBeNull()
  })
})

describe('a desk', () => {
  it('remembers on its disk where a service keeps its keys', async () => {
    const { origin: from, key } = await startService()
    const { ask, storage } = openTestDesk()
    const { entryId } = await valueOf(ask.enterKey({ from: 'typed', text: key }))
    const { profile } = await valueOf(
      ask.addProfile({
        kind: 'service',
        name: 'Acme',
        color: 'blue',
        origin: from,
        entryId,
        custody: 'keychain',
        unchecked: false,
      }),
    )
    await valueOf(ask.listKeys({ profileId: profile.id, includeArchived: false }))
    expect(await valueOf(storage.ask('readSetting', { name: `key-path:${from}` }))).toBe('prefixed')
  })
})
