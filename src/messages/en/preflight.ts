import type { DoNotCall } from '../../contract/person.ts'
import type { PhoneNumberReading, QuietState } from '../../contract/phone-number.ts'
import { isFutureTime } from '../../domain/future-time.ts'
import { doNotCall } from './after-call.ts'
import { call } from './call.ts'
import { common, time } from './common.ts'
import { phoneNumber } from './phone-number.ts'

/** The state of one preflight check. Times are in milliseconds since 1970. */
export type PreflightCheck =
  | { check: 'practice' }
  | { check: 'key'; state: 'works'; session: boolean; at: number }
  | { check: 'key'; state: 'rejected'; at: number }
  | { check: 'key'; state: 'checking' | 'unavailable' | 'lost' | 'unchecked' }
  | { check: 'agent'; state: 'published'; publishedAt: string | null; draft: boolean }
  | { check: 'agent'; state: 'checking' | 'archived' | 'unpublished' | 'notListed' | 'unreported' }
  | {
      check: 'configuration'
      state: 'ready' | 'unreported' | 'deactivated' | 'checking' | 'byId' | 'notListed' | 'invalidId' | 'none'
    }
  | { check: 'configuration'; state: 'notReady'; reason: string | null }
  | {
      check: 'callerId'
      state: 'active' | 'inactive' | 'provider' | 'checking' | 'failed' | 'byId' | 'notListed' | 'invalidId'
    }
  | { check: 'number'; validity: PhoneNumberReading['validity'] }
  | { check: 'quiet'; quiet: QuietState }
  | { check: 'doNotCall'; entry: DoNotCall }
  | { check: 'recent'; state: 'called' | 'repeat' | 'locked'; at: number; isNotPlaced?: boolean; wasAnswered?: boolean }
  | { check: 'context'; state: 'complete' | 'invalid' }
  | { check: 'context'; state: 'missing'; count: number }
  | { check: 'earlierValues'; to: string }

type PreflightText = [label: string, detail: string]
type Of<L extends PreflightCheck['check']> = Extract<PreflightCheck, { check: L }>

/** Returns a sign's age with a space before it, or nothing if it is unknown because the clock was ahead. */
const ageOf = (at: number, now: number): string => (isFutureTime(at, now) ? '' : ` ${time.ago(Math.max(0, now - at))}`)

const key = (check: Of<'key'>, now: number): PreflightText => {
  switch (check.state) {
    case 'works':
      return [
        check.session ? 'session key works' : 'key works',
        `Key verified${ageOf(check.at, now)}.${check.session ? ' It’s kept for this session only.' : ''}`,
      ]
    case 'checking':
      return ['checking the key', 'Checking with the service…']
    case 'rejected':
      return [
        `key rejected${ageOf(check.at, now)}`,
        'The key was archived, or the service doesn’t recognize it. Click to check it again, or go to Keys to replace it.',
      ]
    case 'unavailable':
      return ['key unavailable', 'This profile’s key couldn’t be read from the keychain. Click to retry.']
    case 'lost':
      return ['no key', 'This computer has no key for this profile. Go to Keys to enter it again.']
    case 'unchecked':
      return ['key not checked', 'Couldn’t reach the service to check the key. Click to retry.']
  }
}

const agent = (check: Of<'agent'>, now: number): PreflightText => {
  switch (check.state) {
    case 'published': {
      const day = check.publishedAt === null ? '' : ` ${time.short(check.publishedAt, now)}`
      return [
        `agent published${day}`,
        `Calls use the published version.${check.draft ? ' There are unpublished changes.' : ''}`,
      ]
    }
    case 'checking':
      return ['checking the agent', 'Checking with the service…']
    case 'archived':
      return ['agent archived', call.agent.archivedWarning]
    case 'unpublished':
      return ['agent not published', 'The service rejects calls to an unpublished agent.']
    case 'notListed':
      return ['agent not listed', 'This organization has no agent with this UUID.']
    case 'unreported':
      return ['agent not checked', 'Couldn’t check this agent.']
  }
}

const configuration = (check: Of<'configuration'>): PreflightText => {
  switch (check.state) {
    case 'ready':
      return ['configuration ready', 'The service reports it as ready (not tested).']
    case 'unreported':
      return [
        'configuration listed',
        'The service doesn’t report whether this configuration is ready for outbound calls.',
      ]
    case 'notReady':
      return ['configuration not ready', `Not ready for outbound calls${check.reason ? `: ${check.reason}` : '.'}`]
    case 'deactivated':
      return ['configuration deactivated', 'Deactivated after connection failures. Calls through it fail (404).']
    case 'checking':
      return ['checking the configuration', 'Checking with the service…']
    case 'byId':
      return ['configuration by ID', 'Couldn’t load configurations, so this ID hasn’t been checked.']
    case 'notListed':
      return [
        'configuration not listed',
        'This organization has no configuration with this ID. Calls through it fail (404).',
      ]
    case 'invalidId':
      return ['invalid configuration ID', 'Not a valid ID.']
    case 'none':
      return ['default configuration', 'None chosen, so the organization’s default is used.']
  }
}

const callerId = (check: Of<'callerId'>): PreflightText => {
  switch (check.state) {
    case 'active':
      return ['caller ID active', 'Listed as active by the service.']
    case 'inactive':
      return ['caller ID inactive', 'The service rejects calls from an inactive caller ID.']
    case 'provider':
      return ['caller ID: provider’s choice', 'None chosen, so the provider chooses one.']
    case 'checking':
      return ['checking the caller ID', 'Checking with the service…']
    case 'failed':
      return ['caller ID not checked', 'Couldn’t load caller IDs, so the provider chooses one.']
    case 'byId':
      return ['caller ID by record ID', call.route.callerIdUnchecked]
    case 'notListed':
      return [
        'caller ID not listed',
        'This configuration has no caller ID with this record ID. The service rejects calls from it (400).',
      ]
    case 'invalidId':
      return ['invalid caller ID record', 'Not a valid record ID.']
  }
}

const validityLabels: Record<PhoneNumberReading['validity'], string> = {
  valid: 'number valid',
  possible: 'number looks invalid',
  unvalidated: 'number as typed',
}

const quietLabels: Record<QuietState['state'], string> = {
  off: 'quiet hours off',
  no: 'outside quiet hours',
  yes: 'quiet hours',
  maybe: 'possible quiet hours',
  unknown: 'local time unknown',
}

const context = (check: Of<'context'>): PreflightText => {
  switch (check.state) {
    case 'complete':
      return ['context complete', 'All required values are filled in.']
    case 'invalid':
      return ['context has errors', 'Fix the errors in the context before calling.']
    case 'missing':
      return [
        check.count === 1 ? '1 value missing' : `${common.count(check.count)} values missing`,
        'The agent skips missing values. You can still call.',
      ]
  }
}

const recent = ({ state, at, isNotPlaced, wasAnswered }: Of<'recent'>, now: number): PreflightText => {
  const age = time.agoOrAt(at, now)
  return state === 'locked'
    ? ['number locked', `Called ${age}, still unresolved.`]
    : isNotPlaced
      ? ['attempted recently', `Attempted ${age}, ${wasAnswered === true ? 'answered' : 'may have rung'}.`]
      : ['called recently', `Called ${age}.`]
}

const textOf = (check: PreflightCheck, now: number): PreflightText => {
  switch (check.check) {
    case 'practice':
      return ['practice: no phone rings', 'Practice mode: no real call is placed.']
    case 'key':
      return key(check, now)
    case 'agent':
      return agent(check, now)
    case 'configuration':
      return configuration(check)
    case 'callerId':
      return callerId(check)
    case 'number':
      return [validityLabels[check.validity], phoneNumber.validity(check.validity)]
    case 'quiet':
      return [quietLabels[check.quiet.state], phoneNumber.quiet(check.quiet)]
    case 'doNotCall':
      return ['on the do-not-call list', doNotCall.since(check.entry)]
    case 'earlierValues':
      return [`values from ${check.to}`, `Values from ${check.to}. Ctrl+E clears them, Ctrl+Z restores them.`]
    case 'recent':
      return recent(check, now)
    case 'context':
      return context(check)
  }
}

/** The preflight checks before a call: each has a short label and a sentence. */
export const preflight = {
  label: 'Before the call',
  goToKeys: 'Go to Keys',
  short: (check: PreflightCheck, now: number) => textOf(check, now)[0],
  detail: (check: PreflightCheck, now: number) => textOf(check, now)[1],
}
