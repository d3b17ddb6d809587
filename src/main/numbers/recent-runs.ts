import type { Call } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Profile } from '../../contract/profile.ts'
import type { ProfileRuns, RecentRuns } from '../../contract/recent.ts'
import { isSameNumber, numberKey, numberTail } from '../../contract/same-number.ts'
import type { ProfileBook } from '../profiles/profile-book.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { RunListItem } from '../service/wire-runs.ts'
import type { ToNumber } from './recent-calls.ts'
import { describeRun } from './recent-run.ts'
import { createRunAnswers, type RunAnswer } from './run-answers.ts'

export type RecentRunsParts = {
  book: Pick<ProfileBook, 'list'>
  clientOf: (profileId: string) => Promise<Outcome<Pick<ServiceClient, 'runsOfOrganization'>>>
  callsTo: (to: ToNumber) => Promise<Outcome<Call[]>>
  clock: () => number
}

/** How far back the service is asked, in milliseconds: a week. */
const lately = 7 * 86_400_000

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Practice rings nobody, so only the practice that is open is asked; of real services every one that a call could go out from. */
const whichOf = (profiles: readonly Profile[], selectedId: string | null, practice: boolean): Profile[] =>
  profiles.filter(({ id, kind }) => (practice ? kind === 'practice' && id === selectedId : kind === 'service'))

/** The service looks for a part of what was typed, so what it gives is looked at once more: the whole number must be the same. */
const wentTo = (phoneNumber: string, { calledNumber }: RunListItem): boolean =>
  calledNumber !== null && isSameNumber(calledNumber, phoneNumber)

const originOf = (profile: Profile): string => (profile.kind === 'service' ? profile.origin : profile.id)

type Told = { profile: Profile; answer: RunAnswer }

/** Two profiles of one organization list the same runs: they are told once. */
const eachRunOnce = (told: readonly Told[]): Told[] => {
  const seen = new Set<string>()
  const isNew = (profile: Profile, { workflowRunId }: RunListItem): boolean => {
    const name = `${originOf(profile)} ${workflowRunId}`
    return !seen.has(name) && Boolean(seen.add(name))
  }
  return told.map(({ profile, answer }) => ({
    profile,
    answer: { ...answer, runs: answer.runs?.filter((run) => isNew(profile, run)) ?? null },
  }))
}

const describe = ({ profile, answer }: Told, calls: readonly Call[]): ProfileRuns => {
  const { id: profileId, name: profileName, color: profileColor, kind } = profile
  const own = calls.filter((call) => call.profileId === profileId || call.origin === originOf(profile))
  const runs = (answer.runs ?? []).map((run) => describeRun(run, own))
  const asked = answer.runs !== null
  return {
    profileId,
    profileName,
    profileColor,
    practice: kind === 'practice',
    asked,
    runs,
    askedAt: iso(answer.askedAt),
  }
}

/**
 * Asks every profile's service for its runs to a number in the last seven days: one request each, never repeated, and none
 * for a minute after it was answered. Where it cannot be asked (no key, no network, a run in the list that breaks it), that
 * is told and is no failure: the page must not grow red because of a hint.
 */
export const createRecentRuns = ({ book, clientOf, callsTo, clock }: RecentRunsParts) => {
  const answers = createRunAnswers(clock)

  const ask = async ({ id }: Profile, phoneNumber: string): Promise<RunListItem[] | null> => {
    const client = await clientOf(id)
    if (!client.ok) return null
    const from = iso(clock() - lately)
    // Another desk may have sent the number without its country's code; what is too much is taken out again below.
    const calledNumber = numberTail(phoneNumber)
    const page = await client.value.runsOfOrganization({ calledNumber, from, limit: 100, once: true })
    return page.ok ? page.value.runs.filter((run) => wentTo(phoneNumber, run)) : null
  }

  return {
    async recentRuns(to: ToNumber): Promise<Outcome<RecentRuns>> {
      const listed = await book.list()
      if (!listed.ok) return listed
      const calls = await callsTo(to)
      if (!calls.ok) return calls
      const profiles = whichOf(listed.value.profiles, listed.value.selectedId, to.practice)
      const told = await Promise.all(
        profiles.map(async (profile) => {
          const name = `${profile.id} ${numberKey(to.phoneNumber)}`
          return { profile, answer: await answers.once(name, () => ask(profile, to.phoneNumber)) }
        }),
      )
      const since = iso(clock() - lately)
      return succeed({ since, profiles: eachRunOnce(told).map((one) => describe(one, calls.value)) })
    },
  }
}
