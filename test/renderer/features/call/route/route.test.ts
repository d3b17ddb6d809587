import { describe, expect, it } from 'vitest'
import { blankRoute, inMode, readRecordId } from '../../../../../src/renderer/features/call/route/route.ts'
import {
  callerIdInUse,
  configurationInUse,
  defaultCallerId,
  defaultConfiguration,
} from '../../../../../src/renderer/lib/routes.ts'
import { fakeCallerIds, fakeConfigurations } from '../../../../support/fake-api/data.ts'

describe('the route of a call', () => {
  it('starts with the default if it can call', () => {
    expect(defaultConfiguration(fakeConfigurations)?.id).toBe(11)
  })

  it('skips a default that is not ready or deactivated', () => {
    const broken = fakeConfigurations.map((one) => (one.id === 11 ? { ...one, ready: false } : one))
    const other = broken.map((one) => (one.id === 13 ? { ...one, inactive: false } : one))
    expect(defaultConfiguration(other)?.id).toBe(13)
    expect(defaultConfiguration(broken)?.id).toBe(11)
  })

  it('never starts with an inactive caller ID', () => {
    const inactive = fakeCallerIds.map((one) => ({ ...one, isActive: one.id === 22 }))
    expect(defaultCallerId(inactive)?.id).toBe(22)
    expect(defaultCallerId(inactive.map((one) => ({ ...one, isActive: false })))).toBeNull()
  })

  it('keeps the chosen configuration and caller ID, or leaves the caller ID to the provider', () => {
    expect(configurationInUse({ ...blankRoute, configurationId: 12 }, fakeConfigurations)?.id).toBe(12)
    expect(callerIdInUse({ ...blankRoute, callerId: 23 }, fakeCallerIds)?.id).toBe(23)
    expect(callerIdInUse({ ...blankRoute, callerId: 'provider' }, fakeCallerIds)).toBeNull()
  })

  it('keeps its IDs when the mode changes, even if they are not listed', () => {
    const none = { configuration: null, callerId: null }
    const inUse = { configuration: fakeConfigurations[0] ?? null, callerId: fakeCallerIds[0] ?? null }
    const typed = inMode(blankRoute, 'ids', inUse)
    expect(typed).toMatchObject({ mode: 'ids', configurationText: '11', callerIdText: '21' })
    expect(inMode(typed, 'listed', none)).toMatchObject({ mode: 'listed', configurationId: 11, callerId: 21 })
    const unlisted = { ...typed, configurationText: '77', callerIdText: '' }
    expect(inMode(inMode(unlisted, 'listed', inUse), 'ids', inUse)).toEqual({
      ...unlisted,
      configurationId: 77,
      callerId: 'provider',
    })
    expect(inMode(blankRoute, 'ids', none)).toMatchObject({ configurationText: '', callerIdText: '' })
    expect(inMode({ ...typed, configurationText: 'x', callerIdText: 'y' }, 'listed', none)).toMatchObject({
      configurationId: null,
      callerId: null,
    })
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
  ])('parses the ID %j as %j', (text, read) => expect(readRecordId(text)).toBe(read))
})
