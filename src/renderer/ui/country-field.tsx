import { messages } from '../../messages/index.ts'
import { findCountries } from '../lib/countries.ts'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

type Props = {
  label: string
  hint?: string
  placeholder?: string
  chosen: string | null
  /** What the user has typed since the last choice; null if nothing. */
  typed: string | null
  onType: (text: string) => void
  /** Called when the user chooses from the list, or presses Enter in or leaves a text that clearly means one country. */
  onChoose: (country: string) => void
}

/** Lets the user find a country by its name, another common name, its code or its calling code. */
export const CountryField = ({ label, hint, placeholder = '', chosen, typed, onType, onChoose }: Props) => {
  const { common } = messages
  const { countries, clear } = findCountries(typed ?? '')
  const confirm = () => {
    if (clear !== null) onChoose(clear)
  }
  const meaning = clear !== null && (clear === chosen ? common.chosen : common.enterChooses)(common.country(clear))
  return (
    <Field
      label={label}
      hint={meaning || hint}
      warning={clear === null && typed !== null && typed.trim() !== '' ? common.chooseCountry : null}
    >
      {(control) => (
        <Combobox
          control={control}
          label={label}
          text={typed ?? (chosen === null ? '' : common.country(chosen))}
          choices={countries}
          found={countries}
          chosenKey={chosen}
          placeholder={placeholder}
          openLabel={label}
          emptyText={common.noCountry}
          onType={onType}
          onChoose={onChoose}
          onKey={(event, highlighted) => {
            if (event.key !== 'Enter' || highlighted !== null) return
            // Enter confirms the text. It doesn't submit a form.
            event.preventDefault()
            confirm()
          }}
          onLeave={confirm}
        />
      )}
    </Field>
  )
}
