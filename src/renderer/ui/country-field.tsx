import { useState } from 'react'
import { messages } from '../../messages/index.ts'
import { findCountries } from '../lib/countries.ts'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

type Props = {
  label: string
  hint?: string
  placeholder?: string
  chosen: string | null
  /** Called with null while the text does not clearly mean one country. */
  onChoose: (country: string | null) => void
}

/** Lets the user find a country by its name, another common name, its code or its calling code. */
export const CountryField = ({ label, hint, placeholder = '', chosen, onChoose }: Props) => {
  const name = chosen === null ? '' : messages.common.country(chosen)
  const [text, setText] = useState(name)
  const { countries, clear } = findCountries(text === name ? '' : text)
  const choose = (country: string): void => {
    setText(messages.common.country(country))
    onChoose(country)
  }
  return (
    <Field
      label={label}
      hint={chosen !== null && text !== name ? messages.common.chosen(name) : hint}
      warning={chosen === null && text.trim() !== '' ? messages.common.chooseCountry : null}
    >
      {(control) => (
        <Combobox
          control={control}
          label={label}
          text={text}
          choices={countries}
          found={countries}
          chosenKey={chosen}
          placeholder={placeholder}
          openLabel={label}
          emptyText={messages.common.noCountry}
          onType={(typed) => {
            setText(typed)
            onChoose(findCountries(typed).clear)
          }}
          onChoose={choose}
          onKey={({ key }, highlighted) => {
            if (key === 'Enter' && highlighted === null && clear !== null) choose(clear)
          }}
        />
      )}
    </Field>
  )
}
