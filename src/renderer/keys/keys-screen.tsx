import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { Empty } from '../design/empty.tsx'
import { Notice } from '../design/notice.tsx'
import { Switch } from '../design/switch.tsx'
import { FactAge } from '../shell/fact-age.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import css from './keys-screen.module.css'
import { createKeysStore, sortKeys, type KeysStore } from './keys-store.ts'
import { KeysTable } from './keys-table.tsx'

const said = words.keys

const HowItWent = ({ keys }: { keys: KeysStore }) => {
  const act = useStore(keys.store)
  if (act.step === 'failed') return <FailureNotice failure={act.failure} />
  if (act.step !== 'done') return null
  return <Notice tone="good" title={said.done[act.what](act.key.name)} />
}

const List = ({ keys, archived }: { keys: KeysStore; archived: boolean }) => {
  const fact = useStore(keys.keys.store)
  if (!fact.known) return null
  const all = sortKeys(fact.known.value)
  const shown = all.filter((key) => archived || !key.archived)
  if (all.length === 0) return <Empty icon={KeyRound} title={said.emptyTitle} text={said.emptyText} />
  return (
    <>
      <KeysTable keys={keys} list={shown} />
      {!archived && all.length > shown.length && (
        <p className={css['more']}>{said.onlyArchived(all.length - shown.length)}</p>
      )}
    </>
  )
}

/** The API keys of the organization: never a key's text, only what the service lists. */
export const KeysScreen = ({ profile }: { profile: Profile }) => {
  const parts = useParts()
  const [keys] = useState(() => createKeysStore(parts, profile.id))
  const [archived, setArchived] = useState(false)
  const fact = useStore(keys.keys.store)
  useEffect(() => void keys.keys.ask(), [keys])
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <h1>{said.title}</h1>
        <p>{said.text}</p>
        <div className={css['acts']}>
          <FactAge fact={fact} act={words.common.askAgain} tell={said.age} onAsk={() => void keys.keys.ask()} />
          <Switch label={said.showArchived} on={archived} onTurn={setArchived} />
        </div>
      </header>
      <div aria-live="polite" className={css['said']}>
        {fact.step === 'failed' && <FailureNotice failure={fact.failure} title={said.failed} />}
        <HowItWent keys={keys} />
      </div>
      <List keys={keys} archived={archived} />
      <ArchiveDialog keys={keys} />
    </div>
  )
}
