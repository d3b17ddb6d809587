import type { CalleeHour } from '../../../src/contract/callee-hour.ts'
import { localTimes } from '../../../src/main/numbers/local-time.ts'

/** The hour at a callee who is in New York, unless a person says where; never a quiet one. */
export const fakeHour = (at: number, zone: string | null): CalleeHour => {
  const zones = [zone ?? 'America/New_York']
  return {
    zones,
    localTimes: localTimes(at, zones),
    doubt: zone === null ? 'mobile' : 'none',
    source: zone === null ? 'prefix' : 'person',
    quiet: { verdict: 'no', from: '21:00', to: '08:00', endsAt: null },
  }
}

/** The hour at a callee on the other coast, where it is too early to ring. */
export const fakeQuietHour = (at: number): CalleeHour => {
  const zones = ['America/Los_Angeles']
  const endsAt = new Date(at + 6_360_000).toISOString()
  return {
    zones,
    localTimes: localTimes(at, zones),
    doubt: 'none',
    source: 'prefix',
    quiet: { verdict: 'yes', from: '21:00', to: '08:00', endsAt },
  }
}
