import { KeyRound } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'
import { Notice } from '../design/notice.tsx'
import { FactAge } from '../shell/fact-age.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useParts } from '../shell/parts.ts'
import { isInDialog, isTyping, useWindowKeys } from '../shell/shortcuts.ts'
import { words } from '../words/words.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { createdSince, type Since } from './created-since.ts'
import { KeysFilter } from './keys-filter.tsx'
import css from './keys-screen.module.css'
import { createKeysStore, sortKeys, type KeysStore } from './keys-store.ts'
import { KeysTable } from './keys-table.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { createNewKeyStore } from './new-key-store.ts'
import { ReactivateDialog } from './reactivate-dialog.tsx'

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
  const listener = useCallback(
    (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isInDialog(event)) return
      const act = acts[event.key.toLowerCase()]
      if (act === undefined) return
      event.preventDefault()
      act()
    },
    [acts],
  )
  useWindowKeys(listener)
}

const useStores = (profile: Profile) => {
  const parts = useParts()
  return useState(() => {
    const keys = createKeysStore(parts, profile.id)
    const newKey = createNewKeyStore(parts, profile.id, () => void keys.keys.askAfresh())
    return { keys, newKey, actKeys: { n: () => void newKey.open() } }
  })[0]
}

/** The API keys of the organization: never a key's text, only what the service lists. */
export const KeysScreen = ({ profile }: { profile: Profile }) => {
  const { keys, newKey, actKeys } = useStores(profile)
  const [archived, setArchived] = useState(false)
  const [since, setSince] = useState<Since>('ever')
  const fact = useStore(keys.keys.store)
  useEffect(() => void keys.keys.ask(), [keys])
  useActKeys(actKeys)
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <div className={css['titled']}>
          <h1>{said.title}</h1>
          <Button aria-keyshortcuts="N" onClick={() => void newKey.open()}>
            {said.make.open}
          </Button>
        </div>
        <p>{said.text}</p>
        <div className={css['acts']}>
          <FactAge fact={fact} act={words.common.askAgain} tell={said.age} onAsk={() => void keys.keys.ask()} />
          <KeysFilter archived={archived} since={since} onArchived={setArchived} onSince={setSince} />
        </div>
      </header>
      <div aria-live="polite" className={css['said']}>
        {fact.step === 'failed' && <FailureNotice failure={fact.failure} title={said.failed} />}
        <HowItWent keys={keys} />
      </div>
      <List keys={keys} archived={archived} since={since} />
      <ArchiveDialog keys={keys} />
      <ReactivateDialog keys={keys} />
      <NewKeyDialog newKey={newKey} keys={keys} />
    </div>
  )
}
