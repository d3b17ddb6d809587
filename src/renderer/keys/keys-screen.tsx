import { KeyRound } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { isOver } from '../../contract/key-rotation.ts'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'
import { Kbd } from '../design/kbd.tsx'
import { Notice } from '../design/notice.tsx'
import { useErrand } from '../shell/errands.ts'
import { FactAge } from '../shell/fact-age.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { createHandOverStore, type HandOverStore } from '../shell/hand-over/hand-over-store.ts'
import { HandOverDialog, HandOverSaid } from '../shell/hand-over/hand-over.tsx'
import { useParts } from '../shell/parts.ts'
import { createChordReader, isInDialog, isTyping, useWindowKeys } from '../shell/shortcuts.ts'
import { words } from '../words/words.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { createdSince, type Since } from './created-since.ts'
import { KeysFilter } from './keys-filter.tsx'
import css from './keys-screen.module.css'
import { createKeysStore, sortKeys, type KeysStore } from './keys-store.ts'
import { KeysTable } from './keys-table.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import type { NewKeyStore } from './new-key-store.ts'
import { ReactivateDialog } from './reactivate-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { RotationPanel } from './rotation-panel.tsx'
import { createRotationStore, type RotationStore } from './rotation-store.ts'

const said = words.keys

const HowItWent = ({ keys }: { keys: KeysStore }) => {
  const act = useStore(keys.store)
  if (act.step === 'failed') return <FailureNotice failure={act.failure} />
  if (act.step !== 'done') return null
  return <Notice tone="good" title={said.done[act.what](act.key.name)} />
}

const List = ({ keys, archived, since }: { keys: KeysStore; archived: boolean; since: Since }) => {
  const fact = useStore(keys.keys.store)
  if (!fact.known) return null
  const all = sortKeys(fact.known.value)
  if (all.length === 0) return <Empty icon={KeyRound} title={said.emptyTitle} text={said.emptyText} />
  const young = createdSince(all, since, fact.known.at)
  const shown = young.filter((key) => archived || !key.archived)
  const hidden = young.length - shown.length
  return (
    <>
      <KeysTable keys={keys} list={shown} />
      {hidden > 0 && <p className={css['more']}>{said.onlyArchived(hidden)}</p>}
      {all.length > young.length && <p className={css['more']}>{said.older(all.length - young.length)}</p>}
    </>
  )
}

/** The letters that begin an act on this screen. */
const useActKeys = (acts: Record<string, () => void>): void => {
  const [readChord] = useState(() => createChordReader(() => performance.now()))
  const listener = useCallback(
    (event: KeyboardEvent) => {
      // The second letter of G R is no R of this screen.
      if (
        readChord(event) !== null ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event) ||
        isInDialog(event)
      )
        return
      const act = acts[event.key.toLowerCase()]
      if (act === undefined) return
      event.preventDefault()
      act()
    },
    [acts, readChord],
  )
  useWindowKeys(listener)
}

const useStores = (profile: Profile, newKey: NewKeyStore) => {
  const parts = useParts()
  return useState(() => {
    const keys = createKeysStore(parts, profile.id)
    const listChanged = (): void => void keys.keys.askAfresh()
    const rotate = createRotationStore(parts, profile.id, listChanged)
    const handOver = createHandOverStore(parts, listChanged)
    return {
      keys,
      rotate,
      handOver,
      actKeys: { n: () => void newKey.open(), ...(profile.kind === 'practice' ? {} : { r: rotate.ask }) },
    }
  })[0]
}

type Stores = { keys: KeysStore; newKey: NewKeyStore; rotate: RotationStore; handOver: HandOverStore }

const Head = ({ newKey, rotate, handOver, profile }: Omit<Stores, 'keys'> & { profile: Profile }) => {
  const rotation = useStore(rotate.rotation.store).known?.value ?? null
  const isOff = rotation !== null && !isOver(rotation.step)
  return (
    <div className={css['titled']}>
      <h1>{said.title}</h1>
      <div className={css['ways']}>
        <Button look="quiet" onClick={() => void handOver.choose()}>
          {words.handOver.open}
        </Button>
        {profile.kind === 'service' && (
          <>
            <Button onClick={() => void handOver.seal(profile.id)}>{words.handOver.seal}</Button>
            <Button off={isOff} aria-keyshortcuts="R" onClick={rotate.ask}>
              {words.rotation.open}
              <Kbd keys="R" look="bare" />
            </Button>
          </>
        )}
        <Button aria-keyshortcuts="N" onClick={() => void newKey.open()}>
          {said.make.open}
          <Kbd keys="N" look="bare" />
        </Button>
      </div>
    </div>
  )
}

const Dialogs = ({ keys, newKey, rotate, handOver, profile }: Stores & { profile: Profile }) => (
  <>
    <ArchiveDialog keys={keys} />
    <ReactivateDialog keys={keys} />
    <NewKeyDialog newKey={newKey} keys={keys} />
    <RotateDialog rotate={rotate} profile={profile} />
    <HandOverDialog handOver={handOver} />
  </>
)

/** The API keys of the organization: never a key's text, only what the service lists. */
export const KeysScreen = ({ profile, newKey }: { profile: Profile; newKey: NewKeyStore }) => {
  const { actKeys, ...own } = useStores(profile, newKey)
  const stores = { ...own, newKey }
  const { keys } = own
  const [archived, setArchived] = useState(false)
  const [since, setSince] = useState<Since>('ever')
  const fact = useStore(keys.keys.store)
  useEffect(() => void keys.keys.ask(), [keys])
  useEffect(() => newKey.onListChanged(() => void keys.keys.askAfresh()), [keys, newKey])
  useActKeys(actKeys)
  useErrand('newKey', actKeys.n)
  // One question at a time: a new key that waits comes first.
  const isFree = useStore(newKey.store, ({ step }) => step === 'closed')
  useErrand('rotateKey', isFree ? (actKeys.r ?? null) : null)
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <Head {...stores} profile={profile} />
        <p>{said.text}</p>
        <div className={css['acts']}>
          <FactAge fact={fact} act={words.common.askAgain} tell={said.age} onAsk={() => void keys.keys.ask()} />
          <KeysFilter archived={archived} since={since} onArchived={setArchived} onSince={setSince} />
        </div>
      </header>
      <div aria-live="polite" className={css['said']}>
        {fact.step === 'failed' && <FailureNotice failure={fact.failure} title={said.failed} />}
        <HowItWent keys={keys} />
        <HandOverSaid handOver={stores.handOver} />
      </div>
      <RotationPanel rotate={stores.rotate} />
      <List keys={keys} archived={archived} since={since} />
      <Dialogs {...stores} profile={profile} />
    </div>
  )
}
