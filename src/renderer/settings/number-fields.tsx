import { phoneCountries } from '../../contract/phone-countries.ts'
import { Field, FieldMessage } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { Select, type Option } from '../design/select.tsx'
import { Switch } from '../design/switch.tsx'
import { words } from '../words/words.ts'
import { Locked } from './locked.tsx'
import { areQuietHours, readTimeOfDay } from './settings-draft.ts'
import css from './settings-screen.module.css'
import type { SettingsState, SettingsStore } from './settings-store.ts'

const said = words.settings.numbers

/** Base UI takes an empty value for no value at all. */
const noCountry = 'none'

const countries: readonly Option[] = [
  { value: noCountry, text: said.noCountry },
  ...phoneCountries
    .map((value) => ({ value, text: words.common.country(value) }))
    .toSorted((a, b) => a.text.localeCompare(b.text)),
]

type Props = { settings: SettingsStore; state: Extract<SettingsState, { step: 'shown' }> }

const Country = ({ settings, state }: Props) => (
  <Field label={said.country} hint={said.countryHint}>
    {(control) => (
      <Select
        control={control}
        label={said.country}
        value={state.draft.homeCountry || noCountry}
        options={countries}
        placeholder={said.noCountry}
        onChoose={(value) => settings.change({ homeCountry: value === noCountry ? '' : value })}
      />
    )}
  </Field>
)

const Time = ({ field, label, settings, state }: Props & { field: 'quietFrom' | 'quietTo'; label: string }) => (
  <Field
    label={label}
    error={readTimeOfDay(state.draft[field]) === null ? said.time : null}
    warning={field === 'quietTo' && !areQuietHours(state.draft) ? said.sameTimes : null}
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

/** Whose numbers are written without a country's code, and when it is too late or too early to call. */
export const NumberFields = (props: Props) => (
  <section className={css['card']} aria-label={said.title}>
    <h2>{said.title}</h2>
    <Locked name="homeCountry">
      <Country {...props} />
    </Locked>
    <Locked name="quietHours">
      <div className={css['told']}>
        <Switch
          label={said.quiet}
          on={props.state.draft.quietOn}
          onTurn={(quietOn) => props.settings.change({ quietOn })}
        />
        <FieldMessage tone="hint">{said.quietHint}</FieldMessage>
      </div>
      {props.state.draft.quietOn && (
        <div className={css['pair']}>
          <Time {...props} field="quietFrom" label={said.quietFrom} />
          <Time {...props} field="quietTo" label={said.quietTo} />
        </div>
      )}
    </Locked>
  </section>
)
