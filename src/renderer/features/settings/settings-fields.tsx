import { Lock } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { PolicySetting } from '../../../contract/policy.ts'
import { Field, FieldMessage, Input, OffContext, Switch, tooLong } from '../../ui/field.tsx'
import { messages } from '../../../messages/index.ts'
import css from './settings.module.css'
import {
  areQuietHours,
  issueAt,
  issuesOf,
  type NumberField,
  numberFields,
  readNumber,
  readTimeOfDay,
  type SettingsState,
  type SettingsStore,
} from './settings-store.ts'
import { CountryField } from '../../ui/country-field.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { useStore } from 'zustand'
import { globalShortcuts, operatorNameLength, themes } from '../../../contract/settings.ts'
import { createQuery, valueOf } from '../../lib/query.ts'
import { usePage } from '../../lib/page.ts'

/** The settings that this computer's policy locks. */
export const LockedSettings = createContext<readonly PolicySetting[]>([])

/** Shows the fields of one setting. If the policy locks the setting, the fields are disabled, with an explanation. */
export const Locked = ({ name, children }: { name: PolicySetting; children: ReactNode }) => {
  const isLocked = useContext(LockedSettings).includes(name)
  if (!isLocked) return <>{children}</>
  return (
    <fieldset disabled className={css['locked']} aria-label={messages.policy.locked}>
      <OffContext value={true}>{children}</OffContext>
      <p>
        <Lock aria-hidden />
        {messages.policy.locked}
      </p>
    </fieldset>
  )
}

/** Returns why the last save was refused because of this field; null if it was not. */
export const sentenceAt = (state: SettingsState, ...path: string[]): string | null => {
  const issue = issueAt(issuesOf(state), ...path)
  return issue && messages.issue.text(issue)
}

const callingText = messages.settings.calling

const labels: Record<NumberField, [label: string, hint: string]> = {
  repeatMinutes: [callingText.repeat, callingText.repeatHint],
  dialSeconds: [callingText.dial, callingText.dialHint],
  keepPersonalDataDays: [callingText.keep, callingText.keepHint],
}

type Props = { settings: SettingsStore; state: Extract<SettingsState, { step: 'shown' }> }

const IntegerField = ({ field, settings, state }: Props & { field: NumberField }) => {
  const text = state.draft[field]
  const [label, hint] = labels[field]
  const [least, most] = numberFields[field]
  return (
    <Field
      label={label}
      hint={hint}
      error={readNumber(field, text) === null ? messages.settings.range(least, most) : null}
    >
      {(control) => (
        <div className={css['short']}>
          <Input
            {...control}
            inputMode="numeric"
            value={text}
            maxLength={6}
            onChange={(event) => settings.change({ [field]: event.target.value })}
          />
        </div>
      )}
    </Field>
  )
}

/** Edits the repeat confirmation, the request timeout, the retention of personal data, and the operator's name. */
export const CallingFields = (props: Props) => (
  <section className={css['card']} aria-label={callingText.title}>
    <h2>{callingText.title}</h2>
    <Locked name="repeatMinutes">
      <IntegerField {...props} field="repeatMinutes" />
    </Locked>
    <Locked name="dialSeconds">
      <IntegerField {...props} field="dialSeconds" />
    </Locked>
    <Locked name="keepPersonalDataDays">
      <IntegerField {...props} field="keepPersonalDataDays" />
    </Locked>
    <Field
      label={messages.settings.person}
      hint={messages.settings.personHint}
      error={tooLong(props.state.draft.operatorName, operatorNameLength) ?? sentenceAt(props.state, 'operatorName')}
    >
      {(control) => (
        <Input
          {...control}
          value={props.state.draft.operatorName}
          onChange={(event) => props.settings.change({ operatorName: event.target.value })}
        />
      )}
    </Field>
  </section>
)

const numbersText = messages.settings.numbers

const Country = ({ settings, state }: Props) => (
  <CountryField
    label={numbersText.country}
    hint={numbersText.countryHint}
    placeholder={numbersText.noCountry}
    chosen={state.draft.homeCountry || null}
    typed={state.draft.typedCountry}
    onType={(typed) =>
      settings.change(typed.trim() === '' ? { homeCountry: '', typedCountry: null } : { typedCountry: typed })
    }
    onChoose={(homeCountry) => settings.change({ homeCountry, typedCountry: null })}
  />
)

const Time = ({ field, label, settings, state }: Props & { field: 'quietFrom' | 'quietTo'; label: string }) => (
  <Field
    label={label}
    error={readTimeOfDay(state.draft[field]) === null ? numbersText.time : null}
    warning={field === 'quietTo' && !areQuietHours(state.draft) ? numbersText.sameTimes : null}
  >
    {(control) => (
      <div className={css['short']}>
        <Input
          {...control}
          inputMode="numeric"
          value={state.draft[field]}
          maxLength={5}
          onChange={(event) => settings.change({ [field]: event.target.value })}
        />
      </div>
    )}
  </Field>
)

/** Edits the country for numbers without a country code, and the quiet hours. */
export const NumberFields = (props: Props) => (
  <section className={css['card']} aria-label={numbersText.title}>
    <h2>{numbersText.title}</h2>
    <Locked name="homeCountry">
      <Country {...props} />
    </Locked>
    <Locked name="quietHours">
      <div className={css['switch']}>
        <Switch
          label={numbersText.quiet}
          on={props.state.draft.quietOn}
          onTurn={(quietOn) => props.settings.change({ quietOn })}
        />
        <FieldMessage tone="hint">{numbersText.quietHint}</FieldMessage>
      </div>
      {props.state.draft.quietOn && (
        <div className={css['pair']}>
          <Time {...props} field="quietFrom" label={numbersText.quietFrom} />
          <Time {...props} field="quietTo" label={numbersText.quietTo} />
        </div>
      )}
    </Locked>
  </section>
)

const integrationText = messages.settings.systemIntegration

/** Base UI treats an empty value as no value. */
const none = 'none'

const shortcuts: readonly Option[] = [
  { value: none, text: integrationText.noShortcut },
  ...globalShortcuts.map((value) => ({ value, text: integrationText.shortcutKeys(value) })),
]

/** Returns the state of the OS integration, which is reloaded after each save. */
const useOsIntegration = (isSaved: boolean) => {
  const { api, now } = usePage()
  const [ties] = useState(() => createQuery(() => api.readOsIntegration({}), now))
  useEffect(() => void ties.load(), [ties])
  useEffect(() => {
    if (isSaved) void ties.refresh()
  }, [ties, isSaved])
  return valueOf(useStore(ties.store))
}

const Shortcut = ({ settings, state, isRefused }: Props & { isRefused: boolean }) => (
  <Field
    label={integrationText.shortcut}
    hint={integrationText.shortcutHint}
    warning={isRefused ? integrationText.shortcutRefused : null}
  >
    {(control) => (
      <Select
        control={control}
        label={integrationText.shortcut}
        value={state.draft.shortcut ?? none}
        options={shortcuts}
        placeholder={integrationText.noShortcut}
        onChoose={(value) => settings.change({ shortcut: globalShortcuts.find((one) => one === value) ?? null })}
      />
    )}
  </Field>
)

const appearanceText = messages.settings.appearance

const themeOptions: Option[] = themes.map((theme) => ({ value: theme, text: appearanceText.themes[theme] }))

/** Edits the color scheme of the app. */
export const AppearanceFields = ({ settings, state }: Props) => (
  <section className={css['card']} aria-label={appearanceText.title}>
    <h2>{appearanceText.title}</h2>
    <Locked name="theme">
      <Field label={appearanceText.theme}>
        {(control) => (
          <Select
            control={control}
            label={appearanceText.theme}
            value={state.draft.theme}
            options={themeOptions}
            placeholder={appearanceText.themes.system}
            onChoose={(value) => settings.change({ theme: themes.find((one) => one === value) ?? 'system' })}
          />
        )}
      </Field>
    </Locked>
  </section>
)

/** Edits the settings for links, the global shortcut and notifications. */
export const IntegrationFields = ({ settings, state }: Props) => {
  const { draft, saved } = state
  const ties = useOsIntegration(state.action.step === 'saved')
  const telTie = draft.telLinks && saved.links.tel && ties ? integrationText.telStatus(ties.telLinks) : null
  const isSame = draft.shortcut === saved.globalShortcut
  return (
    <section className={css['card']} aria-label={integrationText.title}>
      <h2>{integrationText.title}</h2>
      <Locked name="links">
        <div className={css['switch']}>
          <Switch
            label={integrationText.rundesk}
            on={draft.rundeskLinks}
            onTurn={(rundeskLinks) => settings.change({ rundeskLinks })}
          />
          <FieldMessage tone="hint">{integrationText.rundeskHint}</FieldMessage>
        </div>
        <div className={css['switch']}>
          <Switch
            label={integrationText.tel}
            on={draft.telLinks}
            onTurn={(telLinks) => settings.change({ telLinks })}
          />
          <FieldMessage tone="hint">{integrationText.telHint}</FieldMessage>
          {telTie && <FieldMessage tone={ties?.telLinks === 'registered' ? 'hint' : 'check'}>{telTie}</FieldMessage>}
        </div>
      </Locked>
      <Locked name="globalShortcut">
        <Shortcut settings={settings} state={state} isRefused={isSame && ties?.shortcut === 'refused'} />
      </Locked>
      <Locked name="notifications">
        <div className={css['switch']}>
          <Switch
            label={integrationText.notifications}
            on={draft.notifications}
            onTurn={(notifications) => settings.change({ notifications })}
          />
          <FieldMessage tone="hint">{integrationText.notificationsHint}</FieldMessage>
        </div>
      </Locked>
    </section>
  )
}
