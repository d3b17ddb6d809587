import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { createFact, valueOf } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import type { HistoryStore } from '../shell/history-store.ts'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import { ActsCard } from './acts-card.tsx'
import { createActsStore } from './acts-store.ts'
import { CallingFields } from './calling-fields.tsx'
import { createEraseStore } from './erase-store.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { HistoryCard } from './history-card.tsx'
import { LockedNames } from './locked.tsx'
import { NetworkFields } from './network-fields.tsx'
import { NumberFields } from './number-fields.tsx'
import { PolicyCard } from './policy-card.tsx'
import { OutsideFields } from './outside-fields.tsx'
import { readDraft } from './settings-draft.ts'
import css from './settings-screen.module.css'
import { createSettingsStore, isChanged, type SettingsState, type SettingsStore } from './settings-store.ts'

const said = words.settings

const Foot = ({ settings, state }: { settings: SettingsStore; state: Extract<SettingsState, { step: 'shown' }> }) => {
  const { announce } = useParts()
  const { act, saved, draft } = state
  const changed = isChanged(saved, draft)
  const whole = readDraft(draft) !== null
  useEffect(() => {
    if (act.step === 'saved') announce(said.saved)
  }, [act.step, announce])
  return (
    <div className={css['foot']}>
      {act.step === 'failed' && <FailureNotice failure={act.failure} title={said.notSaved} />}
      <div className={css['acts']}>
        <Button type="submit" look="loud" off={!changed || !whole || act.step === 'saving'}>
          {act.step === 'saving' ? said.saving : said.save}
        </Button>
        {changed && <Button onClick={settings.revert}>{said.revert}</Button>}
        {act.step === 'saved' && <span className={css['done']}>{said.saved}</span>}
      </div>
    </div>
  )
}

const Form = ({ settings }: { settings: SettingsStore }): ReactNode => {
  const state = useStore(settings.store)
  if (state.step === 'asking') return null
  if (state.step === 'failed')
    return (
      <FailureNotice
        failure={state.failure}
        title={said.failed}
        acts={<Button onClick={() => void settings.load()}>{words.common.askAgain}</Button>}
      />
    )
  return (
    <form className={css['form']} onSubmit={(event) => (event.preventDefault(), void settings.save())}>
      <CallingFields settings={settings} state={state} />
      <NumberFields settings={settings} state={state} />
      <OutsideFields settings={settings} state={state} />
      <NetworkFields settings={settings} state={state} />
      <Foot settings={settings} state={state} />
    </form>
  )
}

/** What an admin may set for this computer, and how its history stands. */
export const SettingsScreen = ({ history }: { history: HistoryStore }) => {
  const { desk, now } = useParts()
  const [policy] = useState(() => createFact(() => desk.readPolicy({}), now))
  const standing = valueOf(useStore(policy.store)) ?? null
  const [settings] = useState(() => createSettingsStore(desk))
  const [erase] = useState(() => createEraseStore(desk))
  const isSaved = useStore(settings.store, (state) => state.step === 'shown' && state.act.step === 'saved')
  const isErased = useStore(erase.store, ({ step }) => step === 'done')
  const [acts] = useState(() => createActsStore(desk))
  useEffect(() => void settings.load(), [settings])
  useEffect(() => void acts.load(), [acts])
  // What was done on this very screen stands in the log at once.
  useEffect(() => {
    if (isSaved || isErased) void acts.load()
  }, [acts, isSaved, isErased])
  useEffect(() => void policy.ask(), [policy])
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <h1>{said.title}</h1>
        <p>{said.text}</p>
      </header>
      <PolicyCard policy={standing} />
      <LockedNames value={standing?.locked ?? []}>
        <Form settings={settings} />
      </LockedNames>
      <HistoryCard history={history} onErase={erase.open} />
      <ActsCard acts={acts} />
      <EraseDialog erase={erase} />
    </div>
  )
}
