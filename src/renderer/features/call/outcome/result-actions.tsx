import { Ban, BellRing, type LucideIcon, MessagesSquare, Play, StickyNote, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '../../../../contract/call.ts'
import { isUnresolved } from '../../../../domain/call-state.ts'
import { messages } from '../../../../messages/index.ts'
import { useLiveRun } from '../../../lib/call-progress.ts'
import { ariaKeysOf, type CommandId, keysOf, useCommands } from '../../../lib/commands.ts'
import { usePage } from '../../../lib/page.ts'
import { useDoNotCallOf, useReminderOf } from '../../../lib/people.ts'
import { settle } from '../../../lib/query.ts'
import { mayCallAgain, mayRepeat, useCallActions } from '../../../lib/workspace-context.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { DoNotCallDialog } from '../../../ui/do-not-call-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'
import css from './result-actions.module.css'

const actionText = messages.afterCall

/** Time until a reminder is due, in milliseconds: half an hour, after which a busy line is usually free. */
const reminderDelay = 30 * 60_000

/**
 * Returns the call's reminder and an action that removes it or, if there is none, sets one for half an hour from now. A
 * reminder never dials.
 */
const useReminder = (call: Call) => {
  const { api, now, announce } = usePage()
  const reminder = useReminderOf(call.callId)
  const toggle = async () => {
    if (reminder) {
      const removed = await settle(api.removeReminder({ reminderId: reminder.reminderId }))
      return announce(removed.ok ? actionText.reminderRemoved : messages.failure.describe(removed.failure).title)
    }
    const dueAt = new Date(now() + reminderDelay).toISOString()
    const set = await settle(api.setReminder({ callId: call.callId, dueAt }))
    return announce(set.ok ? actionText.reminderSet(set.value.dueAt) : messages.failure.describe(set.failure).title)
  }
  return { reminder, toggle }
}

type ActionProps = {
  icon: LucideIcon
  text: string
  command?: CommandId | undefined
  isWide?: boolean
  isPressed?: boolean
  onClick: () => void
}

const Action = ({ icon: Icon, text, command, isWide = false, isPressed, onClick }: ActionProps) => (
  <Button
    size="small"
    className={isWide ? `${css['action']} ${css['wide']}` : css['action']}
    aria-pressed={isPressed}
    aria-keyshortcuts={command && ariaKeysOf(command)}
    onClick={onClick}
  >
    <Icon aria-hidden />
    <span>{text}</span>
    {command && <Kbd keys={keysOf(command)} look="bare" />}
  </Button>
)

type ResultActionsProps = { call: Call; hasKeys: boolean }

/**
 * Shows the actions after a call: open the transcript, listen, set a reminder, stop calls to the number, write a note.
 */
export const ResultActions = ({ call, hasKeys }: ResultActionsProps) => {
  const { showResult, showPerson } = useCallActions()
  const { announce } = usePage()
  const [dialog, setDialog] = useState<'doNotCall' | 'note' | null>(null)
  const { reminder, toggle } = useReminder(call)
  const entry = useDoNotCallOf(call)
  const run = useLiveRun(call.callId)?.run
  const hasNumber = mayRepeat(call)
  const isSettled = !isUnresolved(call.outcome)
  // A call that was not placed needs no reminder, because it can be placed now.
  const mayRemind = hasNumber && isSettled && !mayCallAgain(call)
  const openTranscript = run?.hasTranscript ? () => showResult(call.callId, 'showTranscript') : null
  const listen = run?.hasRecording ? () => showResult(call.callId, 'playRecording') : null
  const stopCalls = () => (entry ? announce(messages.doNotCall.since(entry)) : setDialog('doNotCall'))
  const ifHasKeys = (action: (() => unknown) | null) => (hasKeys ? action : null)
  useCommands({
    openTranscript: ifHasKeys(openTranscript),
    listen: ifHasKeys(listen),
    callAgain: ifHasKeys(mayRemind ? () => void toggle() : null),
    doNotCall: ifHasKeys(hasNumber ? stopCalls : null),
    noteOnCall: ifHasKeys(() => setDialog('note')),
  })
  const keys = (command: CommandId) => (hasKeys ? command : undefined)
  return (
    <div className={css['actions']} role="group" aria-label={actionText.actions}>
      {openTranscript && (
        <Action
          icon={MessagesSquare}
          text={actionText.openTranscript}
          command={keys('openTranscript')}
          onClick={openTranscript}
        />
      )}
      {listen && <Action icon={Play} text={actionText.listen} command={keys('listen')} onClick={listen} />}
      {mayRemind && (
        <Action
          icon={BellRing}
          text={reminder ? actionText.reminderAt(reminder.dueAt) : actionText.remindMe}
          command={keys('callAgain')}
          isWide
          isPressed={reminder !== null}
          onClick={() => void toggle()}
        />
      )}
      {hasNumber && (
        <Action
          icon={Ban}
          text={entry ? actionText.isDoNotCall : actionText.doNotCall}
          command={keys('doNotCall')}
          isPressed={entry !== null}
          onClick={stopCalls}
        />
      )}
      <Action icon={StickyNote} text={actionText.note} command={keys('noteOnCall')} onClick={() => setDialog('note')} />
      {hasNumber && <Action icon={UserRound} text={actionText.person} isWide onClick={() => showPerson(call)} />}
      {dialog === 'doNotCall' && <DoNotCallDialog number={call} onClose={() => setDialog(null)} />}
      {dialog === 'note' && <NoteDialog call={call} onClose={() => setDialog(null)} />}
    </div>
  )
}
