import {
  Ban,
  CirclePause,
  FileText,
  ListStart,
  MessageSquareText,
  Play,
  RotateCcw,
  StickyNote,
  Undo2,
  X,
} from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Call } from '../../../../contract/call.ts'
import type { List, ListRow } from '../../../../contract/list.ts'
import type { Input } from '../../../../contract/operations.ts'
import type { Profile } from '../../../../contract/profile.ts'
import { artifactsOf } from '../../../../domain/call-end.ts'
import { needsConfirmation } from '../../../../domain/lists/finding-fixes.ts'
import { mayCallRowAgain } from '../../../../domain/lists/retry.ts'
import { messages } from '../../../../messages/index.ts'
import { useCall, useLiveRun } from '../../../lib/call-progress.ts'
import { ariaKeysOf, type CommandId, keysOf, useCommands } from '../../../lib/commands.ts'
import { rowNoteId, useNotes } from '../../../lib/notes.ts'
import { outcomeOfRow } from '../../../lib/list-totals.ts'
import { useNow, usePage } from '../../../lib/page.ts'
import { useDoNotCallOf } from '../../../lib/people.ts'
import { settle, valueOf } from '../../../lib/query.ts'
import { useCallActions } from '../../../lib/workspace-context.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { DoNotCallDialog } from '../../../ui/do-not-call-dialog.tsx'
import { NoteDialog } from '../../../ui/note-dialog.tsx'
import { FailureNotice, Notice } from '../../../ui/notice.tsx'
import { readWithNewFinding, useRow } from '../list-action.ts'
import { CallOfRow } from './row-call.tsx'
import { type RowSelection, useSelectedRow } from './row-selection.ts'
import {
  callAgainSentences,
  callsNoOne,
  hasRun,
  isWaitingForRun,
  localTimes,
  noEffectText,
  putBackProblem,
  releaseSentences,
  RowTag,
  shownColumns,
  stillHeldText,
  waitText,
} from './row-tag.tsx'
import type { RowSection } from './sections.ts'
import css from './row-drawer.module.css'

const drawerText = messages.lists.drawer

type RowAction = Input<'changeRow'>['action']

type RowDrawerProps = {
  list: List
  /** The list's profile; null if it was removed. */
  owner: Profile | null
  sections: readonly RowSection[]
  selection: RowSelection
  /** Whether the details are shown. The row's shortcuts also work while they are hidden. */
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  /** Called when the dialog for a note or for the do-not-call list opens or closes. */
  onDialog?: (isOpen: boolean) => void
}

/** Shows the selected row: what happened, what the file contains, and actions with their shortcuts. */
export const RowDrawer = (props: RowDrawerProps) => {
  const { row } = props.selection
  return row === null ? null : <NumberedDrawer key={row} {...props} number={row} />
}

/** Shows the row with this number, also while the table doesn't have it: a change evicts the rows that aren't visible. */
const NumberedDrawer = ({ sections, selection, number, ...props }: RowDrawerProps & { number: number }) => {
  const listed = useSelectedRow(selection, sections)
  const row = useRow(props.list.listId, number) ?? listed
  return row && <LoadedDrawer {...props} row={row} />
}

/**
 * An action that calls a person again, or despite a finding, with the row as it was when the question was asked. It
 * requires a confirmation, which covers only what the question shows.
 */
type Question = { row: ListRow; kind: 'release' | 'callAgain' }

/** Returns the ID of a row's note, and a function that saves it. */
const useRowNote = (listId: string, row: number) => {
  const { api, announce } = usePage()
  const notes = useNotes()
  const noteId = rowNoteId(listId, row)
  const saveNote = async (text: string) => {
    notes.edit(noteId, text)
    const saved = await notes.save(noteId, (note) => api.changeRow({ listId, row, action: { kind: 'setNote', note } }))
    if (saved?.ok) announce(drawerText.done.setNote(row))
  }
  return { noteId, saveNote }
}

/** Returns what an action has done with a row, and until when the row waits after it. */
const doneText = (kind: RowAction['kind'], before: ListRow, after: ListRow, now: number): string => {
  const done = drawerText.done[kind](before.row, before.dueAt, now)
  return drawerText.doneButWaits(done, kind === 'release' || kind === 'callAgain' ? waitText(after, now) : '')
}

/** Returns the action with what it covers of the row as it is shown. */
const shownAction = ({ row: { findings, lookUpEndsAt, callId, foundRun }, kind }: Question): RowAction =>
  kind === 'release'
    ? { kind, findings, ...(typeof lookUpEndsAt === 'string' && { lookUpEndsAt }) }
    : { kind, callId, ...(foundRun && { foundRun }) }

/** Returns why a row can't be put back, and shows and announces it when the key for that is pressed. */
const usePutBackProblem = (row: ListRow, isOver: boolean, onOpen: () => void): string | null => {
  const { announce } = usePage()
  const problem = isOver ? null : putBackProblem(row)
  useCommands(problem === null ? {} : { leaveOutRow: () => (onOpen(), announce(problem)) })
  return problem
}

const rowKeys = ['callRowAgain', 'callRowFirst', 'holdRow', 'leaveOutRow'] as const satisfies CommandId[]

/** Announces the row's state when a key is pressed whose action the row doesn't allow. */
const useKeysWithoutEffect = (row: ListRow, isOver: boolean, actions: readonly Action[]): void => {
  const { announce } = usePage()
  const unused = rowKeys.filter(
    (key) =>
      !isOver &&
      actions.every(({ command }) => command !== key) &&
      (key !== 'leaveOutRow' || putBackProblem(row) === null),
  )
  const text = (key: CommandId) => noEffectText(row, key === 'callRowAgain')
  useCommands(Object.fromEntries(unused.map((key) => [key, () => announce(text(key))])))
}

type Action = { command: CommandId; icon: ReactNode; text: string; run: () => void }

type LoadedDrawerProps = Omit<RowDrawerProps, 'sections' | 'selection'> & { row: ListRow }

const LoadedDrawer = ({ list, owner, row, isOpen, onOpen, onClose, onDialog }: LoadedDrawerProps) => {
  const { api, announce, now } = usePage()
  const { show, showResult } = useCallActions()
  const [dialog, setDialog] = useState<'note' | 'doNotCall' | null>(null)
  useEffect(() => {
    onDialog?.(dialog !== null)
    return () => onDialog?.(false)
  }, [dialog, onDialog])
  const [question, setQuestion] = useState<Question | null>(null)
  const [failed, setFailed] = useState<Parameters<typeof FailureNotice>[0]['failure'] | null>(null)
  const [isStillHeld, setIsStillHeld] = useState(false)
  const { listId } = list
  const change = useCallback(
    async (action: RowAction) => {
      const changed = await settle(api.changeRow({ listId, row: row.row, action }))
      const newer = await readWithNewFinding(api, listId, row.row, { action, changed })
      setFailed(changed.ok || newer !== null ? null : changed.failure)
      if (newer !== null) return setQuestion({ row: newer, kind: 'release' })
      const isRefused = changed.ok && action.kind === 'release' && changed.value.state !== 'ready'
      setIsStillHeld(isRefused)
      if (isRefused || !changed.ok) onOpen()
      if (isRefused) announce(stillHeldText(changed.value))
      else if (changed.ok) announce(doneText(action.kind, row, changed.value, now()))
    },
    [api, announce, now, listId, row, onOpen],
  )
  const { noteId, saveNote } = useRowNote(listId, row.row)
  const { state, callId, workflowRunId, phoneNumber } = row
  const isWaiting = state === 'ready' || state === 'held'
  const isCalled = !isWaiting && state !== 'refused' && state !== 'skipped' && state !== 'stopped'
  const isOver = callsNoOne(list, owner === null)
  const reason = isCalled || state === 'ready' ? '' : messages.lists.table.reasonWithRun(row, !isOver)
  // Only a failed call itself shows whether a conversation took place.
  const call = useCall(isOpen || state === 'failed' ? callId : null)
  const listed = useDoNotCallOf(phoneNumber === null ? null : { phoneNumber, practice: list.practice }, isOpen)
  // A file may expire, so the user can add its numbers to the do-not-call list.
  const added = listed?.importId === undefined ? listed : null
  const doNotCall = () => (added ? announce(messages.doNotCall.since(added)) : setDialog('doNotCall'))
  const { hasTranscript, hasRecording } = useArtifacts(row, valueOf(call)?.call)
  const action = (command: CommandId, icon: ReactNode, text: string, run: () => void): Action[] => [
    { command, icon, text, run },
  ]
  const changing = (kind: Exclude<RowAction['kind'], 'setNote' | Question['kind']>) => () => void change({ kind })
  const isLookedUp = isWaitingForRun(row, useNow(15_000)) && !isOver
  const ask = (kind: Question['kind']) => () => setQuestion({ row, kind })
  const release =
    row.findings.some(needsConfirmation) || isLookedUp
      ? ask('release')
      : () => void change(shownAction({ row, kind: 'release' }))
  const changes: Action[] = isOver
    ? []
    : [
        ...(mayCallRowAgain(state, valueOf(call)?.call.outcome)
          ? action('callRowAgain', <RotateCcw aria-hidden />, drawerText.callAgain, ask('callAgain'))
          : []),
        ...(state === 'ready'
          ? [
              ...action('callRowFirst', <ListStart aria-hidden />, drawerText.callFirst, changing('callFirst')),
              ...action('holdRow', <CirclePause aria-hidden />, drawerText.hold, changing('hold')),
            ]
          : []),
        ...(state === 'held' ? action('holdRow', <Play aria-hidden />, drawerText.release, release) : []),
        ...(isWaiting ? action('leaveOutRow', <X aria-hidden />, drawerText.leaveOut, changing('leaveOut')) : []),
        ...(row.canBePutBack === true
          ? action('leaveOutRow', <Undo2 aria-hidden />, drawerText.putBack, changing('putBack'))
          : []),
      ]
  const actions: Action[] = [
    ...(callId !== null && hasRun(row)
      ? action('openRunOfRow', <FileText aria-hidden />, drawerText.openRun, () => show(callId))
      : []),
    ...(callId !== null && hasTranscript
      ? action('transcriptOfRow', <MessageSquareText aria-hidden />, drawerText.transcript, () =>
          showResult(callId, 'showTranscript'),
        )
      : []),
    ...(callId !== null && hasRecording
      ? action('listenToRow', <Play aria-hidden />, drawerText.listen, () => showResult(callId, 'playRecording'))
      : []),
    ...changes,
    ...(phoneNumber === null || row.findings.some(({ code }) => code === 'doNotCall')
      ? []
      : action(
          'doNotCallRow',
          <Ban aria-hidden />,
          added ? messages.afterCall.isDoNotCall : drawerText.doNotCall,
          doNotCall,
        )),
    ...action('noteOnRow', <StickyNote aria-hidden />, drawerText.note, () => setDialog('note')),
  ]
  useCommands(Object.fromEntries(actions.map(({ command, run }) => [command, run])))
  useKeysWithoutEffect(row, isOver, changes)
  const problem = usePutBackProblem(row, isOver, onOpen)
  const columns = shownColumns(list)
  const name = columns.name === null ? null : row.cells[columns.name] || null
  return (
    <>
      {isOpen && (
        <aside className={css['drawer']} data-details tabIndex={-1} aria-label={drawerText.label}>
          <header>
            <h2>
              {workflowRunId === null ? drawerText.title(row.row) : drawerText.run(workflowRunId)}
              <RowTag row={row} isStarted={list.startedAt !== null} />
              <Button variant="quiet" size="icon" aria-label={drawerText.close} onClick={onClose}>
                <X aria-hidden />
              </Button>
            </h2>
            <p>{drawerText.about(row.row, row.phoneNumberDisplay, name)}</p>
            {isStillHeld && state === 'held' ? (
              <Notice tone="check" title={stillHeldText(row)} />
            ) : (
              reason !== '' && <p>{reason}</p>
            )}
            {problem !== null && <p>{problem}</p>}
            {isLookedUp && state === 'ready' && <p>{drawerText.waitsForRun(row.lookUpEndsAt, now())}</p>}
            <div className={css['actions']}>
              {actions.map(({ command, icon, text, run }) => (
                <Button key={command} size="small" aria-keyshortcuts={ariaKeysOf(command)} onClick={run}>
                  {icon}
                  {text}
                  <Kbd keys={keysOf(command)} />
                </Button>
              ))}
            </div>
            {failed && <FailureNotice failure={failed} title={drawerText.failed} />}
          </header>
          {callId !== null && <CallOfRow query={call} problem={problem} />}
          <FileRow list={list} row={row} isOver={isOver} />
        </aside>
      )}
      {dialog === 'note' && (
        <NoteDialog
          key={noteId}
          title={drawerText.noteOn(row.row)}
          label={drawerText.note}
          id={noteId}
          saved={row.note}
          isReady
          onSave={(text) => void saveNote(text)}
          onClose={() => setDialog(null)}
        />
      )}
      {question?.row.row === row.row && (
        <ConfirmDialog
          {...question}
          call={valueOf(call)?.call ?? null}
          onClose={() => setQuestion(null)}
          onConfirm={() => {
            setQuestion(null)
            void change(shownAction(question))
          }}
        />
      )}
      {dialog === 'doNotCall' && phoneNumber !== null && (
        <DoNotCallDialog
          number={{ phoneNumber, phoneNumberDisplay: row.phoneNumberDisplay, practice: list.practice }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

type ConfirmDialogProps = {
  row: ListRow
  kind: Question['kind']
  /** The row's last call; null if it isn't loaded. */
  call: Call | null
  onClose: () => void
  onConfirm: () => void
}

/** Asks the user to confirm that the row is to be called. The audit log records the confirmation. */
const ConfirmDialog = ({ row, kind, call, onClose, onConfirm }: ConfirmDialogProps) => {
  const now = useNow(null)
  const sentences = kind === 'callAgain' ? callAgainSentences(row, call, now) : releaseSentences(row, now)
  return (
    <Dialog
      title={drawerText.question[kind](row.row)}
      open
      onClose={onClose}
      onCommit={onConfirm}
      foot={<DialogFooter hasKeys text={drawerText[kind]} onClose={onClose} onCommit={onConfirm} />}
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>{messages.lists.check.anywayAudit}</p>
    </Dialog>
  )
}

/**
 * Returns whether the call may have a recording and a transcript. While the call is not loaded, the row's state decides.
 */
const useArtifacts = ({ callId, state, workflowRunId }: ListRow, call: Call | undefined) => {
  const live = useLiveRun(callId ?? '')
  const isPossible = workflowRunId !== null
  const artifacts = call && artifactsOf(call.outcome, live?.run ?? null)
  const mayHaveTalked = outcomeOfRow[state] !== null && state !== 'busy' && state !== 'noAnswer'
  return {
    hasTranscript: isPossible && (artifacts ? artifacts.transcript !== 'none' : mayHaveTalked),
    hasRecording: isPossible && (artifacts ? artifacts.recording !== 'none' : mayHaveTalked),
  }
}

/** Shows the row's cells with their headers, and the phone's location, with its time while the list may call it. */
const FileRow = ({ list: { headers, targets }, row, isOver }: { list: List; row: ListRow; isOver: boolean }) => {
  const now = useNow(15_000)
  return (
    <section aria-label={drawerText.inFile(row.row)}>
      <h3>{drawerText.inFile(row.row)}</h3>
      <dl className={css['cells']}>
        {headers.map((header, at) => {
          const target = targets[at]
          const shown = target?.to === 'context' ? target.name : messages.lists.check.column(header, at)
          return (
            <div key={`${at} ${header}`}>
              <dt title={header}>{shown}</dt>
              <dd>
                <bdi>{row.cells[at] || messages.common.none}</bdi>
              </dd>
            </div>
          )
        })}
        {row.timeZone !== null && (
          <div>
            <dt>{isOver ? drawerText.timeZone : drawerText.localTime}</dt>
            <dd>
              {isOver ? row.timeZone.replaceAll('_', ' ') : drawerText.localTimesOf(localTimes(row.timeZone, now))}
            </dd>
          </div>
        )}
        {row.attempts > 1 && (
          <div>
            <dt>{drawerText.attempts}</dt>
            <dd>{messages.common.count(row.attempts)}</dd>
          </div>
        )}
        {row.note !== '' && (
          <div>
            <dt>{drawerText.note}</dt>
            <dd>
              <bdi>{row.note}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
