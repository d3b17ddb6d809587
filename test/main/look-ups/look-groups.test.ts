import { describe, expect, it } from 'vitest'
import { pickGroup } from '../../../src/main/look-ups/look-groups.ts'
import type { LookUpCase } from '../../../src/main/look-ups/look-up-case.ts'
import { aCall, anId } from '../../support/a-call.ts'
import { aWatchedCase } from './a-case.ts'

const profileId = anId()
const sentAt = (minutes: number, change: Partial<LookUpCase> = {}): LookUpCase =>
  aWatchedCase({ call: aCall({ profileId }), sent: { wall: minutes * 60_000, monotonic: null }, ...change })

describe('one reading serves', () => {
  it('the newest call and all that were sent within an hour of it', () => {
    const [old, near, newest] = [sentAt(0), sentAt(100), sentAt(159)]
    expect(pickGroup([old, newest, near])).toEqual([newest, near])
    expect(pickGroup([old])).toEqual([old])
    expect(pickGroup([])).toEqual([])
  })

  it('calls of one profile', () => {
    const other = sentAt(1, { call: aCall({ profileId: anId() }) })
    expect(pickGroup([sentAt(0), other])).toEqual([other])
  })

  it('calls that are looked for in the same list; in an agent’s list only that agent’s', () => {
    const organization = sentAt(3)
    const agent = sentAt(2, { list: 'agent' })
    const otherAgent = sentAt(1, {
      list: 'agent',
      call: aCall({ profileId, agentUuid: '00000000-0000-4000-8000-000000000000' }),
    })
    expect(pickGroup([organization, agent, otherAgent])).toEqual([organization])
    expect(pickGroup([agent, otherAgent])).toEqual([agent])
  })
})
