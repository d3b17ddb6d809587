import { type AuditedAct, auditedActs, type AuditEntry } from '../../contract/audit.ts'
import type { Outcome } from '../../contract/failure.ts'
import type { Input, Operations, Output } from '../../contract/operations.ts'
import type { Scrub } from '../log/scrub.ts'
import type { ProfileBook } from '../profiles/profile-book.ts'
import type { SettingsBook } from '../settings/settings-book.ts'
import type { Storage } from '../storage/storage.ts'
import { aboutAct, profileOf, stoppedShort } from './act-facts.ts'

export type AuditedParts = {
  storage: Pick<Storage, 'ask'>
  book: Pick<ProfileBook, 'find'>
  settings: Pick<SettingsBook, 'known'>
  clock: () => number
  createUuid: () => string
  /** The account of this computer, and what the computer is called. */
  operator: string
  computer: string
  scrub: Scrub
}

type Facts = Pick<AuditEntry, 'act' | 'actId' | 'profileId' | 'profileName' | 'about'>
type End = Pick<AuditEntry, 'phase' | 'failure'>
type Act<A extends AuditedAct> = (input: Input<A>) => Promise<Outcome<Output<A>>>

/** Needed most when nothing can be written any more: a leaked key must die, and support must see what is wrong. */
const urgent: ReadonlySet<AuditedAct> = new Set<AuditedAct>(['archiveKey', 'saveDiagnostics'])

/**
 * Writes every act of the log down before it is begun, and its end when it is over. An act that cannot be written down
 * is not begun; one that has a beginning and no end was cut short with the app.
 */
export const createAudited = (parts: AuditedParts) => {
  const { storage, book, settings, clock, createUuid, operator, computer, scrub } = parts

  /** SECURITY: what is written here is never erased, so no key and no number may come in; cleaned before it is cut. */
  const clean = (text: string, most: number): string => scrub(text).slice(0, most)

  const note = (facts: Facts, end: End): Promise<Outcome<number>> => {
    const { operatorName } = settings.known()
    const person = operatorName === null ? null : clean(operatorName, 80)
    const at = new Date(clock()).toISOString()
    return storage.ask('appendAudit', { entry: { ...facts, ...end, at, account: operator, person, computer } })
  }

  const factsOf = async <A extends AuditedAct>(act: A, input: Input<A>): Promise<Facts> => {
    const profileId = profileOf(input)
    const profile = profileId === null ? null : await book.find(profileId)
    const about = aboutAct(act, input, settings.known())
    return {
      act,
      actId: createUuid(),
      profileId,
      profileName: profile?.ok ? clean(profile.value.name, 200) : null,
      // SECURITY: a person may have put a key where a name belongs.
      about: about === null ? null : clean(about, 300),
    }
  }

  const endOf = (outcome: Outcome<unknown>): End => {
    const failure = outcome.ok ? stoppedShort(outcome.value) : outcome.failure.kind
    return failure === null ? { phase: 'done', failure } : { phase: 'failed', failure }
  }

  const written =
    <A extends AuditedAct>(act: A, run: Act<A>) =>
    async (input: Input<A>): Promise<Outcome<Output<A>>> => {
      const facts = await factsOf(act, input)
      const begun = await note(facts, { phase: 'begun', failure: null })
      if (!begun.ok && !urgent.has(act)) return begun
      try {
        const outcome = await run(input)
        await note(facts, endOf(outcome))
        return outcome
      } catch (error) {
        await note(facts, { phase: 'failed', failure: 'internal' })
        throw error
      }
    }

  return (operations: Operations): Operations => {
    const wrapped = auditedActs.map((act) => {
      // Each name has its own input; TypeScript cannot follow that through a union of names.
      const run = operations[act] as Act<typeof act>
      return [act, written(act, run)] as const
    })
    // They go out under the names under which they came in.
    return { ...operations, ...(Object.fromEntries(wrapped) as Partial<Operations>) }
  }
}
