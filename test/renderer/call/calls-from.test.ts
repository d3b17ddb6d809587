import { describe, expect, it } from 'vitest'
import {
  blankFrom,
  callerIdInUse,
  configurationInUse,
  readRecordId,
  sensibleCallerId,
  sensibleConfiguration,
} from '../../../src/renderer/call/calls-from.ts'
import { fakeCallerIds, fakeConfigurations } from '../../support/fake-desk/fake-world.ts'

describe('what a call goes out through', () => {
  it('begins with the default that can call', () => {
    expect(sensibleConfiguration(fakeConfigurations)?.id).toBe(11)
  })

  it('passes over a default that is not ready or parked', () => {
    const broken = fakeConfigurations.map((one) => (one.id === 11 ? { ...one, ready: false } : one))
    const other = broken.map((one) => (one.id === 13 ? { ...one, inactive: false } : one))
    expect(sensibleConfiguration(other)?.id).toBe(13)
    expect(sensibleConfiguration(broken)?.id).toBe(11)
  })

  it('never begins with an inactive caller ID', () => {
    const inactive = fakeCallerIds.map((one) => ({ ...one, isActive: one.id === 22 }))
    expect(sensibleCallerId(inactive)?.id).toBe(22)
    expect(sensibleCallerId(inactive.map((one) => ({ ...one, isActive: false })))).toBeNull()
  })

  it('keeps what was chosen, and leaves the choice to the provider when asked to', () => {
    expect(configurationInUse({ ...blankFrom, configurationId: 12 }, fakeConfigurations)?.id).toBe(12)
    expect(callerIdInUse({ ...blankFrom, callerId: 23 }, fakeCallerIds)?.id).toBe(23)
    expect(callerIdInUse({ ...blankFrom, callerId: 'provider' }, fakeCallerIds)).toBeNull()
  })

  it.each([
    ['', null],
    [' 7 ', 7],
    ['2147483647', 2_147_483_647],
    ['2147483648', 'bad'],
    ['0', 'bad'],
    ['-1', 'bad'],
    ['1.5', 'bad'],
    ['1e3', 'bad'],
    ['0x10', 'bad'],
    ['seven', 'bad'],
  ])('reads the id %j as %j', (text, read) => expect(readRecordId(text)).toBe(read))
})
