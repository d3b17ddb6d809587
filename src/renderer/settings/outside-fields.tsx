import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { globalShortcuts } from '../../contract/settings.ts'
import { Field, FieldMessage } from '../design/field.tsx'
import { Select, type Option } from '../design/select.tsx'
import { Switch } from '../design/switch.tsx'
import { createFact, valueOf } from '../shell/fact.ts'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import { Locked } from './locked.tsx'
import css from './settings-screen.module.css'
import type { SettingsState, SettingsStore } from './settings-store.ts'

const said = words.settings.outside

/** Base UI takes an empty value for no value at all. */
const none = 'none'

const shortcuts: readonly Option[] = [
  { value: none, text: said.noShortcut },
  ...globalShortcuts.map((value) => ({ value, text: said.shortcutKeys(value) })),
]

type Props = { settings: SettingsStore; state: Extract<SettingsState, { step: 'shown' }> }

/** How it stands with what the saved settings asked of the system; asked again whenever they were saved. */
const useTies = (isSaved: boolean) => {
  const { desk, now } = useParts()
  const [ties] = useState(() => createFact(() => desk.systemTies({}), now))
  useEffect(() => void ties.ask(), [ties])
  useEffect(() => {
    if (isSaved) void ties.askAfresh()
  }, [ties, isSaved])
  return valueOf(useStore(ties.store))
}

const Shortcut = ({ settings, state, isRefused }: Props & { isRefused: boolean }) => (
  <Field label={said.shortcut} hint={said.shortcutHint} warning={isRefused ? said.shortcutRefused : null}>
    {(control) => (
      <Select
        control={control}
        label={said.shortcut}
        value={state.draft.shortcut ?? none}
        options={shortcuts}
        placeholder={said.noShortcut}
        onChoose={(value) => settings.change({ shortcut: globalShortcuts.find((one) => one === value) ?? null })}
      />
    )}
  </Field>
)

/** Links, the global shortcut and notifications: what reaches the app from outside its window, and what it says there. */
export const OutsideFields = ({ settings, state }: Props) => {
  const { draft, saved } = state
  const ties = useTies(state.act.step === 'saved')
  const telTie = draft.telLinks && saved.links.tel && ties ? said.telTie(ties.telLinks) : null
  const isSame = draft.shortcut === saved.globalShortcut
  return (
    <section className={css['card']} aria-label={said.title}>
      <h2>{said.title}</h2>
      <Locked name="links">
        <div className={css['told']}>
          <Switch
            label={said.rundesk}
            on={draft.rundeskLinks}
            onTurn={(rundeskLinks) => settings.change({ rundeskLinks })}
          />
          <FieldMessage tone="hint">{said.rundeskHint}</FieldMessage>
        </div>
        <div className={css['told']}>
          <Switch label={said.tel} on={draft.telLinks} onTurn={(telLinks) => settings.change({ telLinks })} />
          <FieldMessage tone="hint">{said.telHint}</FieldMessage>
          {telTie && <FieldMessage tone={ties?.telLinks === 'taken' ? 'hint' : 'check'}>{telTie}</FieldMessage>}
        </div>
      </Locked>
      <Locked name="globalShortcut">
        <Shortcut settings={settings} state={state} isRefused={isSame && ties?.shortcut === 'refused'} />
      </Locked>
      <Locked name="notifications">
        <div className={css['told']}>
          <Switch
            label={said.notifications}
            on={draft.notifications}
            onTurn={(notifications) => settings.change({ notifications })}
          />
          <FieldMessage tone="hint">{said.notificationsHint}</FieldMessage>
        </div>
      </Locked>
    </section>
  )
}
