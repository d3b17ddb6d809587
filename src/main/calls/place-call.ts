import type { Call, CallDraft } from '../../contract/call.ts'
import { fail, type Failure, invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import type { Profile } from '../../contract/profile.ts'
import type { SettingsBook } from '../settings/settings-book.ts'
import type { Storage } from '../storage/storage.ts'
import type { OwnCalls } from './own-calls.ts'
import type { PlacedLately } from './placed-lately.ts'
import type { RecallCall } from './recall-call.ts'
import type { RepeatLeaves } from './repeat-leave.ts'

export type PlaceCallParts = {
  storage: Pick<Storage, 'ask'>
  settings: SettingsBook
  leaves: RepeatLeaves
  lately: PlacedLately
  own: Pick<OwnCalls, 'toNumber'>
  recall: RecallCall
  clock: () => number
  /** True while calls may be missing from the history, so that no guard can know of them. */
  hasGap: () => boolean
}

/** What a leave for a gap in the history is about. */
const gap = 'gap'

/** A call that is durable as `sending`: `isMine` tells whether this caller sends it. */
export type PlacedCall = { call: Call; isMine: boolean }

const recordOf = (draft: CallDraft, profile: Profile, origin: string, at: string): Call => {
  const { initialContext: _kept, confirmation: _used, ...shown } = draft
  return {
    ...shown,
    profileName: profile.name,
    profileColor: profile.color,
    practice: profile.kind === 'practice',
    origin,
    referenceName: profile.referenceName,
    preparedAt: at,
    changedAt: at,
    endedAt: null,
    serverDate: null,
    outcome: { state: 'sending', since: at },
  }
}

const earlierOf = ({ callId, outcome, preparedAt, profileName, phoneNumberDisplay }: Call) => ({
  callId,
  state: outcome.state,
  at: preparedAt,
  profileName,
  phoneNumberDisplay,
})

/** The context to send. The reference goes along in it: the service stores it before it dials, and its lists give it back. */
export const withReference = (draft: CallDraft, name: string | null): Outcome<InitialContext> => {
  if (name === null) return succeed(draft.initialContext)
  if (Object.hasOwn(draft.initialContext, name)) return invalid(['initialContext', name], 'referenceName', name)
  return succeed({ ...draft.initialContext, [name]: draft.callId })
}

/**
 * Makes the guards and the record of a call: afterwards it is durable, or refused with the reason, and never between.
 * The question to the storage is on its way when the function returns its promise.
 */
export const createPlaceCall = (parts: PlaceCallParts) => {
  const { storage, settings, leaves, lately, own, recall, clock, hasGap } = parts
  const iso = (time: number): string => new Date(time).toISOString()

  /** A second question keeps the leave that answered the first one. */
  const askFirst = (phoneNumber: string, earlier: Call | null, granted: string[]): Failure => ({
    kind: 'repeat',
    reason: earlier === null ? 'historyGap' : 'calledLately',
    call: earlier === null ? null : earlierOf(earlier),
    confirmation: leaves.give(phoneNumber, [...granted, earlier?.callId ?? gap]),
  })

  /** `onAsked` hears the record that the storage is asked for: should that fail, it may stand there all the same. */
  return async (
    draft: CallDraft,
    profile: Profile,
    origin: string,
    onAsked: (record: Call) => void,
  ): Promise<Outcome<PlacedCall>> => {
    const { phoneNumber } = draft
    // What the guards cannot read they cannot compare: nothing is dialled that a person could not see on the button.
    if (!/^[\x21-\x7e]{1,200}$/.test(phoneNumber)) return invalid(['phoneNumber'], 'phoneNumber')
    const practice = profile.kind === 'practice'
    // A history that was restored may not know it: this process does.
    const underWay = own.toNumber(phoneNumber, practice)
    if (underWay !== undefined) return fail({ kind: 'numberLocked', call: earlierOf(underWay) })
    const { repeatMinutes } = settings.known()
    const granted = leaves.use(draft.confirmation, phoneNumber)
    if (hasGap() && !granted.includes(gap)) return fail(askFirst(phoneNumber, null, granted))
    const now = clock()
    const call = recordOf(draft, profile, origin, iso(now))
    onAsked(call)
    const answer = await storage.ask('placeCall', {
      call,
      initialContext: draft.initialContext,
      repeatSince: repeatMinutes === 0 ? null : iso(now - repeatMinutes * 60_000),
      placedLately: lately.within(repeatMinutes * 60_000, phoneNumber, practice),
      confirmedAfter: granted,
    })
    if (!answer.ok) return answer
    const placed = answer.value
    if (placed.placed === 'locked') return fail({ kind: 'numberLocked', call: earlierOf(placed.earlier) })
    if (placed.placed === 'repeat') return fail(askFirst(phoneNumber, placed.earlier, granted))
    if (placed.placed === 'wrongRedial') return invalid(['redialOf'], 'invalid')
    if (placed.placed === 'now') {
      lately.note(draft.callId, phoneNumber, practice)
      return succeed({ call: placed.call, isMine: true })
    }
    const known = await recall(draft, placed.call)
    return known.ok ? succeed({ call: known.value, isMine: false }) : known
  }
}

export type PlaceCall = ReturnType<typeof createPlaceCall>
