import { Check, CircleHelp, X } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import { faceOf, keysOf } from '../../../src/renderer/call/call-face.ts'
import type { Readiness } from '../../../src/renderer/call/readiness.ts'
import { fakeCall } from '../../support/fake-desk/fake-world.ts'
import { everyState } from '../words/every-state.ts'

const dial = {
  number: '+1 415 555 0123',
  agent: 'Renewal reminder',
  callerId: '+1 800 555 0100',
  configuration: 'Twilio main',
  profile: 'Acme Billing',
}
const draft = {
  callId: '01KAJ0000000000000000000AB',
  profileId: 'acme',
  agentUuid: '7f3c2a1e-5d4b-4c3a-9f8e-000000009b21',
  agentName: dial.agent,
  phoneNumber: '+14155550123',
  phoneNumberDisplay: dial.number,
  initialContext: {},
  telephonyConfigurationId: 11,
  telephonyConfigurationName: dial.configuration,
  fromPhoneNumberId: null,
  fromPhoneNumberText: null,
  redialOf: null,
  confirmation: null,
}
const readiness: Readiness = { ready: true, draft, dial }
const editing = (without: string[]) =>
  faceOf({ at: { step: 'editing' }, readiness, foundRunId: null, without }, Date.now())
const settled = (outcome: CallState) =>
  faceOf({ at: { step: 'settled', call: fakeCall(1, 0, outcome) }, readiness, foundRunId: null, without: [] }, 0)

describe('the call button', () => {
  it('says first what the call goes without, and then all that will be dialled', () => {
    const route = 'Renewal reminder · from +1 800 555 0100 through Twilio main · Acme Billing'
    expect(editing(['customer_name'])).toMatchObject({
      title: 'Call +1 415 555 0123',
      without: 'without customer_name',
    })
    expect(editing(['customer_name']).line).toBe(route)
    expect(editing(['customer_name', 'amount_due']).without).toBe('without customer_name and amount_due')
    expect(editing(['a', 'b', 'c', 'd']).without).toBe('without a, b and 2 more')
    expect(editing([]).without).toBeNull()
    expect(editing([]).line).toBe(route)
  })

  it.each<[string, CallState | undefined, unknown]>([
    ['was placed', everyState.accepted['accepted'], Check],
    ['surely was not placed', everyState.rejected['key unknown or archived'], X],
    ['may be ringing', Object.values(everyState.unknown)[0], CircleHelp],
  ])('bears the sign of a call that %s', (_title, outcome, icon) => {
    if (!outcome) throw new Error('No such state.')
    expect(settled(outcome).icon).toBe(icon)
  })

  it('bears the same signs for what never became a call', () => {
    const refused = (kind: 'closing' | 'internal') => {
      const failure = kind === 'closing' ? { kind } : { kind, reference: 'ab12' }
      return faceOf({ at: { step: 'refused', failure }, readiness, foundRunId: null, without: [] }, 0).icon
    }
    expect(refused('closing')).toBe(X)
    expect(refused('internal')).toBe(CircleHelp)
  })

  it('names the key that calls where the focus stands', () => {
    expect(keysOf('field', false)).toBe('Enter')
    expect(keysOf('field', true)).toBe('Ctrl Enter')
    expect(keysOf('button', true)).toBe('Enter')
    expect(keysOf('elsewhere', false)).toBe('Ctrl Enter')
  })
})
