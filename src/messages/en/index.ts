import { afterCall, day, doNotCall, inbox, learned, person } from './after-call.ts'
import { call, newAgent, practiceNumbers, repeatCall, unresolved } from './call.ts'
import { common, time } from './common.ts'
import { context } from './context.ts'
import { doctor } from './doctor.ts'
import { failure } from './failure.ts'
import { issue } from './issue.ts'
import { keyExport, keys, rotation } from './keys.ts'
import { lists } from './lists.ts'
import { callState } from './outcome.ts'
import { reconciliation } from './reconciliation.ts'
import { paste, phoneNumber } from './phone-number.ts'
import { preflight } from './preflight.ts'
import { onboarding, profiles } from './profiles.ts'
import { decidedBy, knownRuns, runDespiteDecision } from './resolved-runs.ts'
import { live, runs } from './runs.ts'
import { policy, settings } from './settings.ts'
import { palette, shell, shortcuts, shutdown, whatIsNew } from './shell.ts'
import { audit, support } from './support.ts'
import { externalRequest } from './system-integration.ts'

/** The English catalog. */
export const en = {
  /** The language as a BCP 47 tag, and its writing direction. */
  language: { tag: 'en', direction: 'ltr' as 'ltr' | 'rtl' },
  afterCall,
  audit,
  call,
  callState,
  common,
  context,
  day,
  doNotCall,
  doctor,
  externalRequest,
  failure,
  inbox,
  issue,
  keyExport,
  keys,
  learned,
  lists,
  live,
  newAgent,
  onboarding,
  palette,
  paste,
  person,
  phoneNumber,
  policy,
  practiceNumbers,
  preflight,
  profiles,
  reconciliation,
  repeatCall,
  rotation,
  decidedBy,
  knownRuns,
  runDespiteDecision,
  runs,
  settings,
  shell,
  shortcuts,
  whatIsNew,
  shutdown,
  support,
  time,
  unresolved,
}
