import { useStore } from 'zustand'
import { FieldMessage } from '../design/field.tsx'
import { wasSurelyNotPlaced } from '../shell/call-again.ts'
import { useCallActs } from '../shell/call-acts.ts'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import css from './fields.module.css'
import { latestCall, lockingCall, type NumberPast } from './number-past.ts'

const said = words.call.number

/** What this computer knows of the number before anybody calls it: that it is locked, or when it was called last. */
export const NumberPastLine = ({ past, practice }: { past: NumberPast; practice: boolean }) => {
  const { calls } = useStore(past.store)
  const { show } = useCallActs()
  const now = useNow(10_000)
  const locking = lockingCall(calls, practice)
  const call = locking ?? latestCall(calls, practice)
  if (!call) return null
  const age = words.time.ago(Math.max(0, now - Date.parse(call.preparedAt)))
  const { tag } = words.callState.inWords(call.outcome)
  const before = wasSurelyNotPlaced(call.outcome) ? said.tried : said.before
  return (
    <div className={css['past']} aria-live="polite">
      <FieldMessage tone={locking ? 'check' : 'hint'}>
        {locking ? said.locked(age, call.profileName, tag) : before(age, call.profileName, tag)}
      </FieldMessage>
      <button type="button" className={css['mode']} onClick={() => show(call.callId)}>
        {said.show}
      </button>
    </div>
  )
}
