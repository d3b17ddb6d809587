import type { Call, CallState } from '../../../src/contract/call.ts'
import type { InitialContext } from '../../../src/contract/initial-context.ts'
import { randomId } from '../../support/a-call.ts'
import { pick } from '../../labs/seeded-random.ts'

/** A call as the app records it, with its context and note. */
export type RandomCall = { call: Call; context: InitialContext; note: string | null }

const syllables =
  'ba be bi da de do ga ha ja ka ke ki la le li lo ma me mi mo na ne ni no pa ra re ri ro sa se ta te ti to va vi ya zu ' +
  'ar bert burg chen cla cor dal den dor el er fan fer fran gel gen ger han hel hil hor ian il in ing jen jor kin kov lar ' +
  'len ley lin lock lor man mar men mer mil mont mor nel ner nor ov pen per phil pol ram ran rich rin rod ron row ruth sal ' +
  'san sen shar sky sol son stan ster sul tan ten ter thor tin tom ton tor tri val van ver vin wal war well wen will win yan'
const purposes = ['Renewal reminder', 'Payment follow-up', 'Appointment', 'Survey', 'Welcome', 'Délai de paiement']
const companies = ['Acme Billing', 'Northwind', 'Contoso Health', 'Globex', 'Umbrella Clinics', 'Practice']
const colors = ['blue', 'green', 'amber', 'red', 'violet', 'teal'] as const
const countries = [
  { prefix: '1', groups: [3, 3, 4] },
  { prefix: '44', groups: [4, 3, 3] },
  { prefix: '49', groups: [3, 4, 3] },
  { prefix: '34', groups: [3, 3, 3] },
]

// Two years ago, so that none of a million calls is in the future: the check at startup reads all calls since
// yesterday.
const firstDay = Date.parse('2024-11-01T08:00:00.000Z')
/** Milliseconds between two calls: about 1,400 a day. */
const between = 62_000

const iso = (time: number): string => new Date(time).toISOString()
const digit = (random: () => number): number => Math.floor(random() * 10)

/** Prefers the first items, because a few agents and profiles place most calls. */
const oneOf = <T>(from: readonly T[], random: () => number): T => pick(from, () => random() ** 2)

const allSyllables = syllables.split(' ')

/** Random syllables, so that words vary as much as names do. */
const word = (random: () => number, length: number): string =>
  Array.from({ length }, () => allSyllables[Math.floor(random() * allSyllables.length)] ?? '').join('')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type RandomNumber = { dialed: string; shown: string }

const makeNumber = (random: () => number): RandomNumber => {
  const { prefix, groups } = oneOf(countries, random)
  const parts = groups.map((size, place) =>
    Array.from({ length: size }, (_, at) => (place + at === 0 ? 2 + Math.floor(random() * 8) : digit(random))).join(''),
  )
  return { dialed: `+${prefix}${parts.join('')}`, shown: `+${prefix} ${parts.join(' ')}` }
}

/** Another person's number in one of the common formats. */
const spelled = ({ shown }: RandomNumber, random: () => number): string =>
  oneOf([shown.replaceAll(' ', '-'), shown.replaceAll(' ', '.'), shown.slice(shown.indexOf(' ') + 1)], random)

const outcomeOf = (run: number, time: number, random: () => number): CallState => {
  const share = random()
  if (share < 0.84)
    return {
      state: 'accepted',
      workflowRunId: run,
      workflowRunName: `WR-API-${run - 29_000}`,
      status: 'initiated',
      reconciled: random() < 0.02,
      progress: 'started',
    }
  if (share < 0.91)
    return { state: 'rejected', status: 422, detail: 'The number is not a valid destination.', issues: [] }
  if (share < 0.95) return { state: 'notSent', cause: 'refused' }
  if (share < 0.98)
    return { state: 'failedAtProvider', status: 400, detail: 'Carrier returned 503', doubt: false, workflowRunId: run }
  if (share < 0.99) return { state: 'notFound', since: iso(time + 150_000) }
  if (share < 0.995) return { state: 'cancelled' }
  return {
    state: 'closedByOperator',
    decision: 'placed',
    who: 'ana',
    at: iso(time + 900_000),
    note: `Rang ${word(random, 3)} back`,
  }
}

const contextOf = (random: () => number, name: string): InitialContext => ({
  customer_name: name,
  amount_due: Math.round(random() * 90_000) / 100,
  due_date: oneOf(['friday', 'monday', '2026-11-27', 'the end of the month'], random),
  ...(random() < 0.3
    ? { address: { city: capital(word(random, 3)), street: `${capital(word(random, 4))} ${digit(random)}` } }
    : {}),
  ...(random() < 0.05 ? { call_back: spelled(makeNumber(random), random) } : {}),
  ...(random() < 0.01 ? { remarks: Array.from({ length: 200 }, () => word(random, 3)).join(' ') } : {}),
})

/** Creates calls in chronological order; the same seed gives the same history. */
export const createRandomCalls = (random: () => number) => {
  const agents = Array.from({ length: 40 }, (_, place) => ({
    uuid: `7f3c2a1e-0000-4000-8000-${String(place).padStart(12, '0')}`,
    name: `${purposes[place % purposes.length] ?? ''} ${capital(word(random, 2))}`,
  }))
  const profiles = companies.map((name, place) => ({
    id: randomId(random, firstDay + place),
    name,
    color: colors[place] ?? ('slate' as const),
  }))
  const names = Array.from({ length: 3_000 }, () => capital(word(random, 2 + Math.floor(random() * 2))))
  let count = 0

  return {
    agents,
    profiles,
    next(): RandomCall {
      count += 1
      const time = firstDay + count * between + Math.floor(random() * between)
      const [agent, profile, number] = [oneOf(agents, random), oneOf(profiles, random), makeNumber(random)]
      const name = `${oneOf(names, random)} ${oneOf(names, random)}`
      const call: Call = {
        callId: randomId(random, time),
        profileId: profile.id,
        profileName: profile.name,
        profileColor: profile.color,
        practice: profile.name === 'Practice',
        origin: 'https://voice.acme.example',
        agentUuid: agent.uuid,
        agentName: agent.name,
        phoneNumber: number.dialed,
        phoneNumberDisplay: number.shown,
        telephonyConfigurationId: 1,
        telephonyConfigurationName: 'Twilio main',
        fromPhoneNumberId: 2,
        fromPhoneNumberText: '+1 800 555 0100',
        referenceName: 'rundesk_call_id',
        redialOf: null,
        preparedAt: iso(time),
        endedAt: iso(time + 4_000),
        serverDate: null,
        changedAt: iso(time + 4_000),
        outcome: outcomeOf(40_000 + count, time, random),
      }
      const note = random() < 0.03 ? `${capital(word(random, 3))} wants ${word(random, 2)}` : null
      return { call, context: contextOf(random, name), note }
    },
  }
}
