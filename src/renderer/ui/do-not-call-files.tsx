import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../contract/failure.ts'
import { type DoNotCallImport, doNotCallLimits } from '../../contract/person.ts'
import { messages } from '../../messages/index.ts'
import { focusOnMount } from '../lib/focus.ts'
import { useNow, usePage } from '../lib/page.ts'
import { usePeople } from '../lib/people.ts'
import { settle, valueOf } from '../lib/query.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import css from './do-not-call-files.module.css'
import { Field, Input, tooLong } from './field.tsx'
import { FailureNotice } from './notice.tsx'
import { Tag } from './tag.tsx'

const filesText = messages.doNotCall.files

/** How often expired files are detected, in milliseconds: a file expires at the end of a day. */
const expiryInterval = 60_000

const endOf = ({ expiresAt }: DoNotCallImport): number => (expiresAt === null ? Infinity : Date.parse(expiresAt))

const isExpired = (file: DoNotCallImport, now: number): boolean => endOf(file) <= now

/**
 * Returns how many do-not-call entries apply: those that users added, and the numbers and prefixes of files that have
 * not expired. A number in two files counts twice.
 */
export const useDoNotCallEntries = (isPractice: boolean): number => {
  const people = usePeople()
  const entries = useStore(people.doNotCall.store, valueOf) ?? []
  const files = useStore(people.doNotCallFiles.store, valueOf) ?? []
  const now = useNow(expiryInterval)
  // Practice entries don't block real numbers, or vice versa.
  const own = entries.filter(({ practice }) => practice === isPractice).length
  const active = files.filter((file) => file.practice === isPractice && !isExpired(file, now))
  return active.reduce((sum, { numbers }) => sum + numbers, own)
}

/**
 * Parses the last day of a file, `YYYY-MM-DD`; returns its last millisecond in local time (ISO 8601), which still shows
 * as that day, or why the text is refused. Empty text means that the file does not expire.
 */
export const readLastDay = (text: string, now: number): { expiresAt: string | null } | { error: string } => {
  if (text.trim() === '') return { expiresAt: null }
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return { error: filesText.expiresError }
  // JavaScript reads February 30 as March 2.
  const isDay = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text.trim())
  if (!isDay) return { error: filesText.expiresError }
  const end = new Date(year, month - 1, day + 1).getTime() - 1
  return end <= now ? { error: filesText.expiresPast } : { expiresAt: new Date(end).toISOString() }
}

/** Returns the file of a source, ignoring case, that applies longest; an expired one only if all are. */
export const findSameSource = (files: readonly DoNotCallImport[], source: string): DoNotCallImport | null => {
  const same = files.filter((file) => file.source.toLowerCase() === source.trim().toLowerCase())
  return same.reduce<DoNotCallImport | null>(
    (latest, file) => (latest === null || endOf(file) > endOf(latest) ? file : latest),
    null,
  )
}

/** `result` is the text of the last change; empty after a failure, or before the first change. */
type State = { source: string; expires: string; step: 'open' | 'choosing'; failure: Failure | null; result: string }

/** Shows the files of numbers that must not be called, and a form to import another one. */
export const DoNotCallFilesDialog = ({ isPractice, onClose }: { isPractice: boolean; onClose: () => void }) => {
  const { api, announce } = usePage()
  const files = (useStore(usePeople().doNotCallFiles.store, valueOf) ?? []).filter(
    ({ practice }) => practice === isPractice,
  )
  const [state, setState] = useState<State>({ source: '', expires: '', step: 'open', failure: null, result: '' })
  /** The file that Remove… was last pressed for: only one question is open at a time. */
  const [removal, setRemoval] = useState<{ importId: string; step: RemovalStep } | null>(null)
  const change = (next: Partial<State>) => setState((now) => ({ ...now, ...next }))
  const showResult = (result: string) => {
    announce(result)
    change({ failure: null, result })
  }
  const now = useNow(expiryInterval)
  const lastDay = readLastDay(state.expires, now)
  const lengthError = tooLong(state.source, doNotCallLimits.source)
  const sameSource = findSameSource(files, state.source)
  const isReady = state.source.trim() !== '' && lengthError === null && 'expiresAt' in lastDay && state.step === 'open'
  const add = async () => {
    if (!isReady) return
    const { expiresAt } = lastDay
    change({ step: 'choosing', failure: null, result: '' })
    const added = await settle(api.importDoNotCall({ practice: isPractice, source: state.source.trim(), expiresAt }))
    if (!added.ok) return change({ step: 'open', failure: added.failure })
    if (added.value === null) return change({ step: 'open' })
    const { register, refused, examples } = added.value
    change({ source: '', expires: '', step: 'open' })
    return showResult(filesText.added(register.numbers, refused, examples))
  }
  return (
    <Dialog
      title={messages.doNotCall.title}
      open
      onClose={onClose}
      foot={<Button onClick={onClose}>{messages.common.close}</Button>}
    >
      <p>{filesText.text}</p>
      {files.length > 0 && (
        // Without this element, the dialog's grid shrinks the list on a small screen, because the list scrolls.
        <div>
          <ul className={css['files']}>
            {files.map((file) => (
              <FileRow
                key={file.importId}
                file={file}
                isOver={isExpired(file, now)}
                step={removal?.importId === file.importId ? removal.step : 'shown'}
                onStep={(step) => setRemoval({ importId: file.importId, step })}
                onRemoved={() => showResult(filesText.removed(file.source))}
                onFailed={(failure) => change({ failure, result: '' })}
              />
            ))}
          </ul>
        </div>
      )}
      <Field
        label={filesText.source}
        hint={filesText.sourceHint}
        warning={sameSource ? filesText.sameSource(sameSource, isExpired(sameSource, now)) : null}
        error={lengthError}
      >
        {(control) => (
          <Input {...control} value={state.source} onChange={({ target }) => change({ source: target.value })} />
        )}
      </Field>
      <Field label={filesText.expires} hint={filesText.expiresHint} error={'error' in lastDay ? lastDay.error : null}>
        {(control) => (
          <Input
            {...control}
            value={state.expires}
            maxLength={10}
            onChange={({ target }) => change({ expires: target.value })}
          />
        )}
      </Field>
      <div>
        <Button variant="loud" off={!isReady} onClick={() => void add()}>
          {filesText.choose}
        </Button>
      </div>
      {state.result !== '' && <p>{state.result}</p>}
      {state.failure && <FailureNotice failure={state.failure} title={filesText.failed} />}
    </Dialog>
  )
}

type RemovalStep = 'shown' | 'confirming' | 'canceled'

type FileRowProps = {
  file: DoNotCallImport
  isOver: boolean
  step: RemovalStep
  onStep: (step: RemovalStep) => void
  onRemoved: () => void
  onFailed: (failure: Failure) => void
}

const FileRow = ({ file, isOver, step, onStep, onRemoved, onFailed }: FileRowProps) => {
  const { api } = usePage()
  const aboutId = useId()
  const remove = async () => {
    const removed = await settle(api.removeDoNotCallImport({ importId: file.importId }))
    return removed.ok ? onRemoved() : onFailed(removed.failure)
  }
  return (
    <li>
      <span>
        <b>
          <bdi>{file.source}</bdi>
        </b>
        <small id={aboutId}>{filesText.about(file)}</small>
      </span>
      {isOver && <Tag tone="check">{filesText.expired}</Tag>}
      {step === 'confirming' ? (
        <>
          {/* Has focus, so that pressing Enter twice removes nothing. */}
          <Button size="small" ref={focusOnMount} onClick={() => onStep('canceled')}>
            {messages.common.cancel}
          </Button>
          <Button
            size="small"
            variant="danger"
            onClick={({ detail }) => {
              // The second click of a double-click on Remove… confirms nothing.
              if (detail < 2) void remove()
            }}
          >
            {filesText.removeConfirm(file.numbers)}
          </Button>
        </>
      ) : (
        <Button
          size="small"
          ref={step === 'canceled' ? focusOnMount : undefined}
          aria-label={filesText.removeLabel(file.source, messages.time.full(file.addedAt))}
          aria-describedby={aboutId}
          onClick={() => onStep('confirming')}
        >
          {filesText.remove}
        </Button>
      )}
    </li>
  )
}
