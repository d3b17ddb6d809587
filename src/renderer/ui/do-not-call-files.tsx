import { useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../contract/failure.ts'
import { type DoNotCallImport, doNotCallLimits } from '../../contract/person.ts'
import { messages } from '../../messages/index.ts'
import { usePage } from '../lib/page.ts'
import { usePeople } from '../lib/people.ts'
import { settle, valueOf } from '../lib/query.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import css from './do-not-call-files.module.css'
import { Field, Input } from './field.tsx'
import { FailureNotice } from './notice.tsx'

const filesText = messages.doNotCall.files

/**
 * Returns how many numbers and prefixes must not be called, including those that users added and those imported from
 * files.
 */
export const useDoNotCallNumbers = (isPractice: boolean): number => {
  const people = usePeople()
  const entries = useStore(people.doNotCall.store, valueOf) ?? []
  const files = useStore(people.doNotCallFiles.store, valueOf) ?? []
  // Practice entries don't block real numbers, or vice versa.
  const own = entries.filter(({ practice }) => practice === isPractice).length
  return files.reduce((sum, file) => sum + (file.practice === isPractice ? file.numbers : 0), own)
}

/** Parses a day in the format `YYYY-MM-DD`. Returns null for any other text. */
const readDay = (text: string): string | null => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? Date.parse(`${text.trim()}T00:00:00`) : Number.NaN
  return Number.isNaN(day) ? null : new Date(day).toISOString()
}

type Adding = { source: string; expires: string; step: 'open' | 'choosing'; failure: Failure | null; added: string }

/** Shows the files of numbers that must not be called, and a form to import another one. */
export const DoNotCallFilesDialog = ({ isPractice, onClose }: { isPractice: boolean; onClose: () => void }) => {
  const { api, announce } = usePage()
  const files = (useStore(usePeople().doNotCallFiles.store, valueOf) ?? []).filter(
    ({ practice }) => practice === isPractice,
  )
  const [adding, setAdding] = useState<Adding>({ source: '', expires: '', step: 'open', failure: null, added: '' })
  const change = (next: Partial<Adding>) => setAdding((now) => ({ ...now, ...next }))
  const hasDay = adding.expires.trim() !== ''
  const expiresAt = hasDay ? readDay(adding.expires) : null
  const isReady = adding.source.trim() !== '' && (!hasDay || expiresAt !== null) && adding.step === 'open'
  const add = async () => {
    if (!isReady) return
    change({ step: 'choosing', failure: null })
    const added = await settle(api.importDoNotCall({ practice: isPractice, source: adding.source.trim(), expiresAt }))
    if (!added.ok) return change({ step: 'open', failure: added.failure })
    if (added.value === null) return change({ step: 'open' })
    const text = filesText.added(added.value.register.numbers, added.value.refused)
    announce(text)
    return change({ source: '', expires: '', step: 'open', added: text })
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
        <ul className={css['files']}>
          {files.map((file) => (
            <FileRow key={file.importId} file={file} onFailed={(failure) => change({ failure })} />
          ))}
        </ul>
      )}
      <Field label={filesText.source} hint={filesText.sourceHint}>
        {(control) => (
          <Input
            {...control}
            value={adding.source}
            maxLength={doNotCallLimits.source}
            onChange={({ target }) => change({ source: target.value })}
          />
        )}
      </Field>
      <Field
        label={filesText.expires}
        hint={filesText.expiresHint}
        error={hasDay && expiresAt === null ? filesText.expiresError : null}
      >
        {(control) => (
          <Input
            {...control}
            value={adding.expires}
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
      {adding.added !== '' && <p>{adding.added}</p>}
      {adding.failure && <FailureNotice failure={adding.failure} title={filesText.failed} />}
    </Dialog>
  )
}

type FileRowProps = { file: DoNotCallImport; onFailed: (failure: Failure) => void }

const FileRow = ({ file, onFailed }: FileRowProps) => {
  const { api, announce } = usePage()
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = async () => {
    const removed = await settle(api.removeDoNotCallImport({ importId: file.importId }))
    if (!removed.ok) return onFailed(removed.failure)
    return announce(filesText.removed(file.source))
  }
  return (
    <li>
      <span>
        <b>
          <bdi>{file.source}</bdi>
        </b>
        <small>{filesText.about(file)}</small>
      </span>
      {isConfirming ? (
        <Button size="small" variant="danger" onClick={() => void remove()}>
          {filesText.removeConfirm(file.numbers)}
        </Button>
      ) : (
        <Button size="small" aria-label={filesText.removeLabel(file.source)} onClick={() => setIsConfirming(true)}>
          {filesText.remove}
        </Button>
      )}
    </li>
  )
}
