import { acts } from './acts.ts'
import { call } from './call.ts'
import { callState } from './call-state.ts'
import { common } from './common.ts'
import { context } from './context.ts'
import { doctor } from './doctor.ts'
import { failure } from './failure.ts'
import { firstRun } from './first-run.ts'
import { issue } from './issue.ts'
import { keys } from './keys.ts'
import { lights } from './lights.ts'
import { live } from './live.ts'
import { lookUp, repeat } from './look-up.ts'
import { newAgent } from './new-agent.ts'
import { handOver } from './hand-over.ts'
import { rotation } from './rotation.ts'
import { keySheet, palette } from './palette.ts'
import { pasted } from './pasted.ts'
import { asked } from './outside.ts'
import { policy } from './policy.ts'
import { phoneNumber } from './phone-number.ts'
import { practiceNumbers } from './practice-numbers.ts'
import { profiles } from './profiles.ts'
import { runs } from './runs.ts'
import { quit, settings } from './settings.ts'
import { shell } from './shell.ts'
import { support } from './support.ts'
import { time } from './time.ts'
import { unsettled } from './unsettled.ts'

/** The English catalogue. */
export const english = {
  policy,
  acts,
  /** The language of these words as a BCP 47 tag, and the way in which it is written. */
  language: { tag: 'en', direction: 'ltr' as 'ltr' | 'rtl' },
  asked,
  call,
  callState,
  common,
  context,
  doctor,
  failure,
  firstRun,
  handOver,
  issue,
  keys,
  keySheet,
  lights,
  live,
  lookUp,
  newAgent,
  palette,
  pasted,
  phoneNumber,
  practiceNumbers,
  profiles,
  quit,
  repeat,
  rotation,
  runs,
  settings,
  shell,
  support,
  time,
  unsettled,
}
