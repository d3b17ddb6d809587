import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { createStagedKeys } from '../../../../src/main/features/profiles/staged-keys.ts'
import { liveSecrets, openSecret } from '../../../../src/main/vault/secret.ts'

const key = 'dgr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'

const setUp = () => {
  let now = 0
  let count = 0
  const changes: string[] = []
  const timers = new Map<() => void, number>()
  const after = (milliseconds: number, act: () => void) => {
    timers.set(act, now + milliseconds)
    return () => void timers.delete(act)
  }
  const entries = createStagedKeys({
    clock: () => now,
    createUuid: () => `entry-${(count += 1)}`,
    after,
    announce: () => changes.push(entries.key() === null ? 'none' : 'key'),
  })
  const ring = () => [...timers].filter(([, at]) => at <= now).forEach(([act]) => act())
  return { entries, changes, timers, ring, pass: (milliseconds: number) => void (now += milliseconds) }
}

it('returns an ID and the length of a staged key, and nothing else', () => {
  const { entries } = setUp()
  expect(entries.stage(`  ${key}\n`)).toEqual({ ok: true, value: { entryId: 'entry-1', length: 47 } })
  const found = entries.find('entry-1')
  expect(found.ok && openSecret(found.value)).toBe(key)
  expect(inspect([entries, found], { depth: 9 })).not.toContain(key)
})

it('keeps a key for a form that is submitted twice, and drops it on request', () => {
  const { entries } = setUp()
  entries.stage(key)
  expect([entries.find('entry-1').ok, entries.find('entry-1').ok]).toEqual([true, true])
  entries.forget('entry-1')
  expect(entries.find('entry-1').ok).toBe(false)
})

it('drops a key by timer, and stops the timer when the key is replaced or dropped', () => {
  const { entries, timers, ring, pass } = setUp()
  const before = liveSecrets().length
  entries.stage(key)
  expect(liveSecrets().length).toBe(before + 1)
  pass(600_000)
  ring()
  expect(entries.find('entry-1').ok).toBe(false)
  expect(timers.size).toBe(0)
  entries.stage(key)
  entries.forget('entry-2')
  expect(timers.size).toBe(0)
})

it('reports when a key is entered or dropped', () => {
  const { entries, changes, ring, pass } = setUp()
  entries.stage(key)
  entries.stage(`${key}x`)
  entries.forget('entry-1')
  entries.forget('entry-2')
  entries.stage(key)
  pass(600_000)
  ring()
  expect(changes).toEqual(['key', 'key', 'none', 'key', 'none'])
})

it('drops a key after ten minutes, and when another key is entered', () => {
  const { entries, pass } = setUp()
  entries.stage(key)
  pass(600_001)
  expect(entries.find('entry-1')).toMatchObject({ failure: { issues: [{ code: 'keyExpired' }] } })
  entries.stage(key)
  entries.stage(`${key}x`)
  expect([entries.find('entry-2').ok, entries.find('entry-3').ok]).toEqual([false, true])
})

it.each([
  ['', 'required'],
  ['   ', 'required'],
  ['dgr_ab cdefghij', 'keyBlank'],
  ['dgr_abcdef\nghij', 'keyLineBreak'],
  ['dgr_abcdefghij\0', 'keyCharacter'],
  ['dgr_schlüssel', 'keyCharacter'],
  ['dgr_abc', 'keyShort'],
  ['d'.repeat(513), 'keyLong'],
])('refuses %j: %s', (text, code) => {
  expect(setUp().entries.stage(text)).toMatchObject({ failure: { issues: [{ path: ['key'], code }] } })
})
