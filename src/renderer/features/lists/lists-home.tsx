import {
  Ban,
  ClipboardPaste,
  FileSpreadsheet,
  FileText,
  FlaskConical,
  ListChecks,
  type LucideIcon,
  PhoneOutgoing,
  Trash2,
  Upload,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { List } from '../../../contract/list.ts'
import type { Profile } from '../../../contract/profile.ts'
import { messages } from '../../../messages/index.ts'
import { ariaKeysOf, keysOf, useCommands } from '../../lib/commands.ts'
import { focusIfLost } from '../../lib/focus.ts'
import { isModalOpen, isTyping } from '../../lib/hotkeys.ts'
import { sumsOf, totalsOf } from '../../lib/list-totals.ts'
import { useListPolicy, useLists, useListsStore } from '../../lib/lists.ts'
import { usePage } from '../../lib/page.ts'
import { settle } from '../../lib/query.ts'
import { Button, Kbd } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { DoNotCallFilesDialog, useDoNotCallEntries } from '../../ui/do-not-call-files.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { ProfileName } from '../../ui/text.tsx'
import type { OpenList } from './open-list.ts'
import css from './lists-home.module.css'

const homeText = messages.lists.home

type ListsHomeProps = {
  profile: Profile
  profiles: readonly Profile[]
  opening: OpenList
  /** The ID of the list that was closed; null if none was. Its button gets the focus. */
  closedId: string | null
}

/**
 * Renders the start page of the Lists screen, which opens a file or pasted rows as a new list, or opens an earlier
 * list.
 */
export const ListsHome = ({ profile, profiles, opening, closedId }: ListsHomeProps) => {
  const store = useListsStore()
  const lists = useLists(store)
  const { types } = useListPolicy()
  const { step, failure, chooseFile, openDropped, openText, openPractice } = opening
  const drop = useFileDrop(openDropped)
  const [isPasting, setIsPasting] = useState(false)
  const practice = profile.kind === 'practice' ? profile : profiles.find(({ kind }) => kind === 'practice')
  const openPracticeList = practice ? () => openPractice(practice.id) : null
  useCommands({ chooseListFile: chooseFile, openPracticeList })
  usePastedRows(openText)
  return (
    <div className={css['screen']}>
      <header>
        <h1>{messages.lists.title}</h1>
        <p>{homeText.intro}</p>
      </header>
      {types?.length === 0 && <Notice tone="check" title={messages.lists.start.notAllowed('noLists')} />}
      {failure && <FailureNotice failure={failure} title={homeText.openFailed} />}
      <section
        className={lists.length > 0 ? `${css['open']} ${css['small']}` : css['open']}
        aria-label={homeText.open}
        data-drop={drop.isOver || undefined}
      >
        <div className={css['file']}>
          <span className={css['icon']}>
            <FileSpreadsheet aria-hidden />
          </span>
          <h2>{drop.isOver ? homeText.dropNow : homeText.drop}</h2>
          <p>{homeText.formats}</p>
          <div className={css['actions']}>
            <Button
              variant="loud"
              off={step === 'opening'}
              aria-keyshortcuts={ariaKeysOf('chooseListFile')}
              onClick={chooseFile}
            >
              <Upload aria-hidden />
              {homeText.chooseFile}
              <Kbd keys={keysOf('chooseListFile')} variant="onColor" />
            </Button>
            <Button
              off={step === 'opening'}
              aria-keyshortcuts={ariaKeysOf('pasteRows')}
              onClick={() => setIsPasting(true)}
            >
              <ClipboardPaste aria-hidden />
              {homeText.paste}
              <Kbd keys={keysOf('pasteRows')} />
            </Button>
          </div>
          <output>{step === 'opening' && homeText.opening}</output>
        </div>
        <Example />
      </section>
      {lists.length === 0 ? <Steps /> : <EarlierLists closedId={closedId} lists={lists} profiles={profiles} />}
      <div className={css['more']}>
        <DoNotCallCard isPractice={profile.kind === 'practice'} />
        {openPracticeList && (
          <section className={`${css['card']} ${css['row']} ${css['practice']}`}>
            <div>
              <StepTitle icon={FlaskConical} title={homeText.practice} />
              <p>{homeText.practiceText}</p>
            </div>
            <Button
              off={step === 'opening'}
              aria-keyshortcuts={ariaKeysOf('openPracticeList')}
              onClick={openPracticeList}
            >
              {homeText.openPractice}
              <Kbd keys={keysOf('openPracticeList')} />
            </Button>
          </section>
        )}
      </div>
      {isPasting && (
        <PasteDialog
          onClose={() => setIsPasting(false)}
          onOpen={(text) => {
            setIsPasting(false)
            openText(text)
          }}
        />
      )}
    </div>
  )
}

const DoNotCallCard = ({ isPractice }: { isPractice: boolean }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { files } = messages.doNotCall
  const entries = useDoNotCallEntries(isPractice)
  return (
    <section className={`${css['card']} ${css['row']}`}>
      <div>
        <StepTitle icon={Ban} title={messages.doNotCall.title} />
        <p>{files.entries(entries)}</p>
        {isPractice && <p>{files.practiceOnly}</p>}
      </div>
      <Button onClick={() => setIsOpen(true)}>{files.manage}</Button>
      {isOpen && <DoNotCallFilesDialog isPractice={isPractice} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/**
 * Opens a file that is dropped anywhere on the screen. The preload script keeps its path, which the page never sees.
 */
const useFileDrop = (onDrop: () => void): { isOver: boolean } => {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFile(event) || isModalOpen()) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent): void => {
      // `relatedTarget` is null when the pointer leaves the window.
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent): void => {
      setIsOver(false)
      if (!hasFile(event) || isModalOpen()) return
      event.preventDefault()
      onDrop()
    }
    const stop = new AbortController()
    window.addEventListener('dragover', over, stop)
    window.addEventListener('dragleave', leave, stop)
    window.addEventListener('drop', drop, stop)
    return () => stop.abort()
  }, [onDrop])
  return { isOver }
}

/** On Ctrl+V anywhere on the screen, opens the copied rows as a list. */
const usePastedRows = (openText: (text: string) => void): void =>
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() === '' || isModalOpen() || isTyping(event)) return
      event.preventDefault()
      openText(text)
    }
    window.addEventListener('paste', listen)
    return () => window.removeEventListener('paste', listen)
  }, [openText])

const PasteDialog = ({ onClose, onOpen }: { onClose: () => void; onOpen: (text: string) => void }) => {
  const [text, setText] = useState('')
  const commit = () => {
    if (text.trim() !== '') onOpen(text)
  }
  return (
    <Dialog
      title={homeText.pasteTitle}
      open
      onClose={onClose}
      onCommit={commit}
      foot={
        <DialogFooter
          hasKeys
          text={homeText.pasteOpen}
          isOff={text.trim() === ''}
          onClose={onClose}
          onCommit={commit}
        />
      }
    >
      <Field label={homeText.pasteField} hint={homeText.pasteHint}>
        {(control) => <TextArea {...control} rows={8} value={text} onChange={({ target }) => setText(target.value)} />}
      </Field>
    </Dialog>
  )
}

const Example = () => (
  <figure className={css['example']}>
    <figcaption>{homeText.example}</figcaption>
    <table>
      <thead>
        <tr>
          {homeText.exampleHeaders.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className={css['targets']}>
          {homeText.exampleTargets.map((target) => (
            <td key={target}>{target}</td>
          ))}
        </tr>
        {homeText.exampleRows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell) => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <p>{homeText.exampleHint}</p>
  </figure>
)

const StepTitle = ({ icon: Icon, title }: { icon: LucideIcon; title: string }) => (
  <h2>
    <Icon aria-hidden />
    {title}
  </h2>
)

const stepIcons = { check: ListChecks, start: PhoneOutgoing, report: FileText } as const

const Steps = () => (
  <div className={css['steps']}>
    {(['check', 'start', 'report'] as const).map((step) => {
      const [title, text] = homeText.steps[step]
      return (
        <section key={step} className={css['card']}>
          <StepTitle icon={stepIcons[step]} title={title} />
          <p>{text}</p>
        </section>
      )
    })}
  </div>
)

const stateTones: Record<List['state'], Tone> = {
  reading: 'busy',
  draft: 'idle',
  running: 'busy',
  paused: 'check',
  finished: 'good',
  stopped: 'idle',
}

type EarlierListsProps = Pick<ListsHomeProps, 'profiles' | 'closedId'> & { lists: readonly List[] }

/** The lists of all profiles, newest first. */
const EarlierLists = ({ lists, profiles, closedId }: EarlierListsProps) => {
  const store = useListsStore()
  const [removing, setRemoving] = useState<List | null>(null)
  return (
    <section className={css['lists']} aria-label={homeText.earlier}>
      <h2>{homeText.earlier}</h2>
      <ul>
        {lists.map((list) => {
          const { rows, called } = totalsOf(list.counts, list.unclear)
          const owner = profiles.find(({ id }) => id === list.profileId)
          return (
            <li key={list.listId} data-color={owner?.color}>
              <button
                ref={list.listId === closedId ? focusIfLost : null}
                type="button"
                className={css['list']}
                onClick={() => store.show(list.listId)}
                data-bare
              >
                <b>
                  <bdi>{list.name}</bdi>
                </b>
                <Tag tone={stateTones[list.state]}>{messages.lists.state(list.state)}</Tag>
                <span>
                  {list.startedAt === null ? homeText.fileState(list, called, rows) : homeText.totals(sumsOf(list))}
                </span>
                <small>
                  {owner ? <ProfileName name={messages.lists.elsewhere.owner(owner)} /> : homeText.noProfile}
                  {` · ${messages.time.minute(list.createdAt)}`}
                </small>
              </button>
              {list.state !== 'running' && list.state !== 'reading' && (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={homeText.removeLabel(list.name)}
                  title={homeText.remove}
                  onClick={() => setRemoving(list)}
                >
                  <Trash2 aria-hidden />
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {removing && <RemoveDialog list={removing} onClose={() => setRemoving(null)} />}
    </section>
  )
}

const RemoveDialog = ({
  list: { listId, name, practice, startedAt },
  onClose,
}: {
  list: List
  onClose: () => void
}) => {
  const { api, announce } = usePage()
  const [failure, setFailure] = useState<Failure | null>(null)
  const remove = async () => {
    const removed = await settle(api.removeList({ listId }))
    if (!removed.ok) return setFailure(removed.failure)
    announce(homeText.removed(name))
    return onClose()
  }
  return (
    <Dialog
      title={homeText.removeTitle(name)}
      open
      onClose={onClose}
      foot={<DialogFooter text={homeText.removeConfirm} variant="danger" onClose={onClose} onCommit={remove} />}
    >
      <p>{homeText.removeText}</p>
      {startedAt !== null && !practice && <p>{homeText.removeCalled}</p>}
      {failure && <FailureNotice failure={failure} title={homeText.removeFailed} />}
    </Dialog>
  )
}
