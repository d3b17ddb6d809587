import { useState } from 'react'
import type { CalleeHour } from '../../contract/callee-hour.ts'
import { Button } from '../design/button.tsx'
import { Combobox, type Choice } from '../design/combobox.tsx'
import { Field } from '../design/field.tsx'
import { words } from '../words/words.ts'

const said = words.phoneNumber.zone
/** From so many letters on, all zones of the world are looked through. */
const letters = 2

const choiceOf = (zone: string): Choice => ({ key: zone, text: said.name(zone) })

/** The zones the number may be in; all the others too once a person types. */
const choicesOf = (hour: CalleeHour, text: string): Choice[] => {
  const near = hour.zones.map(choiceOf)
  if (text.trim().length < letters) return near
  const rest = Intl.supportedValuesOf('timeZone').filter((zone) => !hour.zones.includes(zone))
  return [...near, ...rest.map(choiceOf)]
}

type Props = { hour: CalleeHour; zone: string | null; onSay: (zone: string | null) => void }

/** Where the phone is, as a person who knows it says; taken back by a press. */
export const NumberZone = ({ hour, zone, onSay }: Props) => {
  const [text, setText] = useState(zone === null ? '' : said.name(zone))
  return (
    <>
      <Field label={said.label}>
        {(control) => (
          <Combobox
            control={control}
            label={said.label}
            text={text}
            choices={choicesOf(hour, text)}
            chosenKey={zone}
            placeholder={said.placeholder}
            openLabel={said.open}
            emptyText={said.none}
            onType={setText}
            onChoose={(key) => {
              setText(said.name(key))
              onSay(key)
            }}
          />
        )}
      </Field>
      {zone !== null && (
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            setText('')
            onSay(null)
          }}
        >
          {said.takeBack}
        </Button>
      )}
    </>
  )
}
