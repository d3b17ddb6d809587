import { KeyRound, ShieldAlert } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../../contract/failure.ts'
import { isOver, type ListedKey } from '../../../contract/key.ts'
import type { Profile, ProfileColor } from '../../../contract/profile.ts'
import { Button, Kbd } from '../../ui/button.tsx'
import { Empty, FailureNotice, Notice, QueryAge } from '../../ui/notice.tsx'
import { usePendingCommand } from '../../lib/workspace-context.ts'
import { ImportKeyDialog } from '../../ui/key-file.tsx'
import { focusIfLost } from '../../lib/focus.ts'
import { usePage } from '../../lib/page.ts'
import { messages } from '../../../messages/index.ts'
import { allowsKey, createdSince, isSince, type KeysStore, type Since, sinceHours, sortKeys } from './keys-store.ts'
import css from './keys.module.css'
import { NewestResult } from './newest-result.tsx'
import { NewKeyDialog } from './new-key.tsx'
import type { NewKeyStore } from './new-key-store.ts'
import type { ProfileKeys } from './profile-keys.ts'
import { RotateDialog, RotationPanel } from './rotation.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/field.tsx'
import { ariaKeysOf, keysOf, useCommands } from '../../lib/commands.ts'
import { ArchiveDialog, ReactivateDialog } from './key-dialogs.tsx'

const keysText = messages.keys

const List = ({ keys, archived, since }: { keys: KeysStore; archived: boolean; since: Since }) => {
  const query = useStore(keys.keys.store)
  if (!query.data) return null
  const all = sortKeys(query.data.value)
  if (all.length === 0) return <Empty icon={KeyRound} title={keysText.emptyTitle} text={keysText.emptyText} />
  const young = createdSince(all, since, query.data.at)
  const shown = young.filter((key) => archived || !key.archived)
  const hidden = young.length - shown.length
  // The same for every key.
  const unread = all[0]?.maybeUsedBy ?? []
  return (
    <>
      {unread.length > 0 && (
        <Notice tone="check" title={keysText.unreadTitle}>
          <p>{keysText.unreadText(unread)}</p>
        </Notice>
      )}
      <KeysTable keys={keys} list={shown} />
      {hidden > 0 && <p className={css['more']}>{keysText.onlyArchived(hidden)}</p>}
      {all.length > young.length && <p className={css['more']}>{keysText.older(all.length - young.length)}</p>}
    </>
  )
}

type HeaderProps = Pick<ProfileKeys, 'rotate' | 'keyTransfer'> & {
  newKey: NewKeyStore
  newKeyButton: RefObject<HTMLButtonElement | null>
  profile: Profile
}

const Header = ({ newKey, newKeyButton, rotate, keyTransfer, profile }: HeaderProps) => {
  const rotation = useStore(rotate.rotation.store).data?.value ?? null
  const isOff = rotation !== null && !isOver(rotation.step)
  return (
    <div className={css['titled']}>
      <h1>{keysText.title}</h1>
      <div className={css['ways']}>
        <Button variant="quiet" onClick={() => void keyTransfer.chooseFile(profile.id)}>
          {messages.keyExport.importKey}
        </Button>
        {profile.kind === 'service' && (
          <>
            <Button onClick={() => void keyTransfer.exportKey(profile.id)}>{messages.keyExport.exportKey}</Button>
            <Button off={isOff} aria-keyshortcuts={ariaKeysOf('rotateKey')} onClick={rotate.confirm}>
              {messages.rotation.open}
              <Kbd keys={keysOf('rotateKey')} variant="bare" />
            </Button>
          </>
        )}
        <Button ref={newKeyButton} aria-keyshortcuts={ariaKeysOf('newKey')} onClick={() => void newKey.open()}>
          {keysText.create.open}
          <Kbd keys={keysOf('newKey')} variant="bare" />
        </Button>
      </div>
    </div>
  )
}

type LoadFailureProps = { failure: Failure; profile: Profile; onReplaceKey: () => void; onRetry: () => void }

/** Says why the keys couldn't be loaded, and offers what helps. */
const LoadFailure = ({ failure, profile, onReplaceKey, onRetry }: LoadFailureProps) => {
  const isReplaceable = profile.kind === 'service' && allowsKey(failure)
  const isRetryable = failure.kind === 'keychain' && failure.reason !== 'missing'
  const actions = (
    <>
      {isReplaceable && <Button onClick={onReplaceKey}>{messages.profiles.replaceKey}</Button>}
      {isRetryable && <Button onClick={onRetry}>{messages.common.retry}</Button>}
    </>
  )
  return <FailureNotice failure={failure} title={keysText.failed} actions={(isReplaceable || isRetryable) && actions} />
}

type KeysScreenProps = {
  profile: Profile
  stores: ProfileKeys
  newKey: NewKeyStore
  /** Preselected for the profile that a new key is saved to. */
  unusedColor: ProfileColor
  /** Opens the form that replaces the profile's key. */
  onReplaceKey: () => void
}

/**
 * Shows the organization's API keys as the service lists them. A key's text is never shown. Use the profile's ID as the
 * `key`.
 */
export const KeysScreen = ({ profile, stores, newKey, unusedColor, onReplaceKey }: KeysScreenProps) => {
  const { keys, rotate, keyTransfer, newest } = stores
  const [seen] = useState(stores.enter)
  const [actions] = useState(() => ({
    newKey: () => void newKey.open(),
    rotateKey: profile.kind === 'practice' ? null : rotate.confirm,
  }))
  const newKeyButton = useRef<HTMLButtonElement>(null)
  const [archived, setArchived] = useState(false)
  const [since, setSince] = useState<Since>('ever')
  const query = useStore(keys.keys.store)
  useEffect(() => {
    // A list that is being loaded since before may predate a change.
    void keys.keys.refresh()
    return stores.leave
  }, [keys, stores])
  const { api } = usePage()
  // A new key may be accepted, and the list names the profiles that use each key.
  useEffect(() => api.onProfilesChanged(() => void keys.keys.refresh()), [api, keys])
  useEffect(() => newKey.onListChanged(() => void keys.keys.refresh()), [keys, newKey])
  useCommands(actions)
  usePendingCommand('newKey', actions.newKey)
  // Show one dialog at a time; an open dialog for a new key comes first.
  const isFree = useStore(newKey.store, ({ step }) => step === 'closed')
  usePendingCommand('rotateKey', isFree ? actions.rotateKey : null)
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <Header {...{ newKey, newKeyButton, rotate, keyTransfer, profile }} />
        <p>{keysText.text}</p>
        <div className={css['actions']}>
          <QueryAge
            query={query}
            label={messages.common.refresh}
            text={keysText.age}
            onRefresh={() => void keys.keys.load()}
          />
          <KeysFilter archived={archived} since={since} onArchived={setArchived} onSince={setSince} />
        </div>
      </header>
      <div aria-live="polite" className={css['result']}>
        {query.step === 'failed' && (
          <LoadFailure failure={query.failure} {...{ profile, onReplaceKey }} onRetry={() => void keys.keys.load()} />
        )}
        <NewestResult profileId={profile.id} {...{ keys, keyTransfer, newest, seen }} />
      </div>
      <RotationPanel rotate={rotate} keys={keys.keys} />
      <List keys={keys} archived={archived} since={since} />
      <ArchiveDialog keys={keys} />
      <ReactivateDialog keys={keys} rotate={rotate} />
      <RotateDialog keys={keys.keys} {...{ rotate, profile, onReplaceKey }} />
      <ImportKeyDialog keyTransfer={keyTransfer} />
      <NewKeyDialog {...{ newKey, keys, unusedColor }} opener={newKeyButton} />
    </div>
  )
}

/** Shows a date, with the full time as its tooltip. */
const DateWithTooltip = ({ at, none, inWords }: { at: string | null; none: string; inWords: (at: string) => string }) =>
  at === null ? (
    none
  ) : (
    <time dateTime={at} title={messages.time.full(at)}>
      {inWords(at)}
    </time>
  )

const Row = ({ keys, one, busy }: { keys: KeysStore; one: ListedKey; busy: boolean }) => (
  <tr>
    <td className={css['about']}>
      <span className={css['name']}>{one.name}</span>{' '}
      {one.usedByThisApp && (
        <Tag tone="busy" icon={KeyRound}>
          {keysText.usedBy(one.usedBy)}
        </Tag>
      )}{' '}
      {one.mark && (
        <Tag tone="bad" icon={ShieldAlert}>
          {one.mark.reactivated ? keysText.previouslyCompromised : keysText.compromisedTag}
        </Tag>
      )}
    </td>
    <td className={css['mono']}>{one.prefix}…</td>
    <td>
      <DateWithTooltip at={one.createdAt} none={keysText.unknown} inWords={messages.time.date} />
    </td>
    <td>
      <DateWithTooltip at={one.lastUsedAt} none={keysText.never} inWords={messages.time.date} />
    </td>
    <td>
      <Tag tone={one.archived ? 'idle' : 'good'}>
        {one.archived
          ? keysText.archived(one.archivedAt === null ? null : messages.time.date(one.archivedAt))
          : keysText.active}
      </Tag>
    </td>
    <td>
      {one.archived ? (
        <Button
          size="small"
          off={busy}
          aria-label={keysText.reactivateOf(one.name)}
          onClick={() => keys.confirmReactivate(one)}
        >
          {keysText.reactivate}
        </Button>
      ) : (
        <Button
          size="small"
          off={busy}
          aria-label={keysText.archiveOf(one.name)}
          onClick={() => keys.confirmArchive(one)}
        >
          {keysText.archive}
        </Button>
      )}
    </td>
  </tr>
)

/** Shows the keys in a table, with one action per row. */
const KeysTable = ({ keys, list }: { keys: KeysStore; list: readonly ListedKey[] }) => {
  const { step } = useStore(keys.store)
  const busy = step === 'working'
  const table = useRef<HTMLTableElement>(null)
  // The row of an archived key disappears together with its button, unless archived keys are shown.
  useEffect(() => void (step === 'done' && focusIfLost(table.current)), [step])
  return (
    <div className={css['card']}>
      <table ref={table} aria-label={keysText.list} tabIndex={-1}>
        <thead>
          <tr>
            {Object.values(keysText.columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <Row key={one.id} keys={keys} one={one} busy={busy} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type KeysFilterProps = {
  archived: boolean
  since: Since
  onArchived: (archived: boolean) => void
  onSince: (since: Since) => void
}

const options = Object.keys(sinceHours)
  .filter(isSince)
  .map((since) => ({ value: since, text: keysText.since[since] }))

/** Filters the keys by age and shows or hides archived keys. */
const KeysFilter = ({ archived, since, onArchived, onSince }: KeysFilterProps) => (
  <div className={css['filter']}>
    <div className={css['since']}>
      <Select
        control={{ id: 'keys-since', 'aria-describedby': undefined, 'aria-invalid': undefined }}
        label={keysText.sinceLabel}
        value={since}
        options={options}
        placeholder={keysText.since.ever}
        onChoose={(next) => isSince(next) && onSince(next)}
      />
    </div>
    <Switch label={keysText.showArchived} on={archived} onTurn={onArchived} />
  </div>
)
