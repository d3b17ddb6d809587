import type { QuietVerdict } from '../../../contract/callee-hour.ts'
import type { PhoneNumberReading } from '../../../contract/phone-number.ts'
import { common } from './common.ts'
import { phoneNumber } from './phone-number.ts'
import { time } from './time.ts'

/** What is known of one thing before a call, at instants in milliseconds since 1970. */
export type LightFact =
  | { light: 'practice' }
  | { light: 'key'; is: 'works'; session: boolean; at: number }
  | { light: 'key'; is: 'asking' | 'refused' | 'gone' | 'unchecked' }
  | { light: 'agent'; is: 'published'; publishedAt: string | null; draft: boolean }
  | { light: 'agent'; is: 'asking' | 'archived' | 'unpublished' | 'notListed' | 'untold' }
  | { light: 'configuration'; is: 'ready' | 'untold' | 'parked' | 'asking' | 'failed' | 'byId' | 'noId' | 'none' }
  | { light: 'configuration'; is: 'notReady'; reason: string | null }
  | { light: 'callerId'; is: 'active' | 'inactive' | 'provider' | 'asking' | 'failed' | 'byId' | 'noId' }
  | { light: 'number'; standing: PhoneNumberReading['standing'] }
  | { light: 'quiet'; quiet: QuietVerdict }
  | { light: 'recent'; is: 'called' | 'locked'; at: number }
  | { light: 'context'; is: 'complete' | 'faulty' }
  | { light: 'context'; is: 'missing'; count: number }
  | { light: 'carried'; to: string }

type Said = [short: string, why: string]
type Of<L extends LightFact['light']> = Extract<LightFact, { light: L }>

const key = (fact: Of<'key'>, now: number): Said => {
  switch (fact.is) {
    case 'works':
      return [
        fact.session ? 'session key works' : 'key works',
        `The service took the key ${time.ago(Math.max(0, now - fact.at))}.${fact.session ? ' It is kept until Rundesk closes.' : ''}`,
      ]
    case 'asking':
      return ['checking the key', 'The service is being asked.']
    case 'refused':
      return [
        'key refused',
        'The service did not take this key. A call with it is refused: see in Keys whether it was archived, and enter another one under Manage profiles. If this key was brought back elsewhere, press to ask again.',
      ]
    case 'gone':
      return ['key not at hand', 'The key of this profile cannot be read from where it is kept. Press to try again.']
    case 'unchecked':
      return [
        'key not checked',
        'The service could not be asked, so nobody knows whether the key works just now. Press to ask again.',
      ]
  }
}

const agent = (fact: Of<'agent'>, now: number): Said => {
  switch (fact.is) {
    case 'published': {
      const day = fact.publishedAt === null ? '' : ` ${time.short(fact.publishedAt, now)}`
      return [
        `agent published${day}`,
        `A call runs the published text.${fact.draft ? ' A newer draft exists, which calls do not run.' : ''}`,
      ]
    }
    case 'asking':
      return ['asking about the agent', 'The service is being asked what this agent runs.']
    case 'archived':
      return ['agent archived', 'The service refuses calls to an archived agent.']
    case 'unpublished':
      return ['agent never published', 'The service refuses calls to an agent without a published text.']
    case 'notListed':
      return ['agent not listed', 'The service lists no such agent for this organization.']
    case 'untold':
      return ['agent not checked', 'The service does not tell just now what this agent runs.']
  }
}

const configuration = (fact: Of<'configuration'>): Said => {
  switch (fact.is) {
    case 'ready':
      return [
        'configuration ready',
        'The service says that it is ready for outbound calls. It is a checklist, not a test.',
      ]
    case 'untold':
      return ['configuration listed', 'This service does not tell whether it is ready for outbound calls.']
    case 'notReady':
      return [
        'configuration not ready',
        `The service says that it is not ready for outbound calls${fact.reason ? `: ${fact.reason}` : '.'}`,
      ]
    case 'parked':
      return ['configuration parked', 'The service parked it after connection failures, and answers 404 for it.']
    case 'asking':
      return ['asking for configurations', 'The service is being asked which there are.']
    case 'failed':
      return ['configuration not checked', 'The configurations could not be listed.']
    case 'byId':
      return ['configuration by id', 'Typed by its id: nobody can tell beforehand whether it is ready.']
    case 'noId':
      return ['configuration id not right', 'What is typed as its id can be none.']
    case 'none':
      return ['default configuration', 'None is named, so the service takes the organization’s default.']
  }
}

const callerId = (fact: Of<'callerId'>): Said => {
  switch (fact.is) {
    case 'active':
      return ['caller ID active', 'The service lists it as active.']
    case 'inactive':
      return ['caller ID inactive', 'The service refuses an inactive caller ID.']
    case 'provider':
      return ['caller ID by the provider', 'None is named, so the provider chooses one.']
    case 'asking':
      return ['asking for caller IDs', 'The service is being asked which there are.']
    case 'failed':
      return ['caller ID not checked', 'The caller IDs could not be listed, so the provider chooses one.']
    case 'byId':
      return ['caller ID by id', 'Typed by its record id: nobody can tell beforehand whether it is active.']
    case 'noId':
      return ['caller ID’s id not right', 'What is typed as its record id can be none.']
  }
}

const standings: Record<PhoneNumberReading['standing'], string> = {
  valid: 'number valid',
  possible: 'number unlikely',
  unjudged: 'number as typed',
}

const quiets: Record<QuietVerdict['verdict'], string> = {
  off: 'quiet hours off',
  no: 'no quiet hours',
  yes: 'quiet hours',
  perhaps: 'maybe quiet hours',
  unknown: 'hour unknown',
}

const context = (fact: Of<'context'>): Said => {
  switch (fact.is) {
    case 'complete':
      return ['context complete', 'Every value that the agent needs is there.']
    case 'faulty':
      return ['context not right', 'The context cannot be sent as it stands. What is wrong is told beside it.']
    case 'missing':
      return [
        fact.count === 1 ? '1 value missing' : `${common.count(fact.count)} values missing`,
        'The agent says nothing in the place of a missing value. You can call all the same.',
      ]
  }
}

const recent = ({ is, at }: Of<'recent'>, now: number): Said => {
  const age = time.ago(Math.max(0, now - at))
  return is === 'locked'
    ? ['number locked', `Its call of ${age} is not settled: that phone may be ringing.`]
    : ['called recently', `Called ${age}: below the number stands by whom, and what became of it.`]
}

const saidOf = (fact: LightFact, now: number): Said => {
  switch (fact.light) {
    case 'practice':
      return ['practice: no phone rings', 'Nobody is called: the practice organization on this computer answers.']
    case 'key':
      return key(fact, now)
    case 'agent':
      return agent(fact, now)
    case 'configuration':
      return configuration(fact)
    case 'callerId':
      return callerId(fact)
    case 'number':
      return [standings[fact.standing], phoneNumber.standing(fact.standing)]
    case 'quiet':
      return [quiets[fact.quiet.verdict], phoneNumber.quiet(fact.quiet)]
    case 'carried':
      return [
        `values of ${fact.to}`,
        `The values in the form are those of the call to ${fact.to}. Ctrl E empties them, Ctrl Z brings them back.`,
      ]
    case 'recent':
      return recent(fact, now)
    case 'context':
      return context(fact)
  }
}

/** What is looked at before a call, each in two words and in a sentence. */
export const lights = {
  label: 'Before the call',
  goToKeys: 'Go to Keys',
  inShort: (fact: LightFact, now: number) => saidOf(fact, now)[0],
  why: (fact: LightFact, now: number) => saidOf(fact, now)[1],
}
