import { useState } from 'react'
import type { FindingGroup } from '../../../../contract/list.ts'
import { phoneCountries } from '../../../../contract/phone-number.ts'
import { messages } from '../../../../messages/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'

const checkText = messages.lists.check

type Choice = { key: string; text: string; note?: string }

type ChoiceDialogProps = {
  title: string
  label: string
  choices: readonly Choice[]
  onClose: () => void
  onChoose: (key: string) => void
}

/** Lets the user search a long list of choices by typing. */
const ChoiceDialog = ({ title, label, choices, onClose, onChoose }: ChoiceDialogProps) => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const commit = () => {
    if (chosen !== null) onChoose(chosen)
  }
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      onCommit={commit}
      foot={<DialogFooter hasKeys text={checkText.apply} isOff={chosen === null} onClose={onClose} onCommit={commit} />}
    >
      <Field label={label}>
        {(control) => (
          <Combobox
            control={control}
            label={label}
            text={text}
            choices={choices}
            chosenKey={chosen}
            placeholder=""
            openLabel={label}
            emptyText={messages.call.agent.none}
            onType={(typed) => {
              setText(typed)
              setChosen(choices.find((one) => one.text.toLowerCase() === typed.trim().toLowerCase())?.key ?? null)
            }}
            onChoose={(key) => {
              setChosen(key)
              setText(choices.find((one) => one.key === key)?.text ?? '')
            }}
          />
        )}
      </Field>
    </Dialog>
  )
}

const countries: readonly Choice[] = phoneCountries
  .map((key) => ({ key, text: messages.common.country(key), note: key }))
  .toSorted((one, other) => one.text.localeCompare(other.text))

type PickerProps = { onClose: () => void; onChoose: (key: string) => void }

/** Asks for the country of a group's numbers. */
export const CountryDialog = (props: PickerProps) => (
  <ChoiceDialog title={checkText.countryTitle} label={checkText.country} choices={countries} {...props} />
)

const zones = (): Choice[] => Intl.supportedValuesOf('timeZone').map((key) => ({ key, text: key.replaceAll('_', ' ') }))

/** Asks for the time zone of a group's rows. */
export const ZoneDialog = (props: PickerProps) => {
  const [choices] = useState(zones)
  return <ChoiceDialog title={checkText.zoneTitle} label={checkText.zone} choices={choices} {...props} />
}

type ConfirmFixDialogProps = { group: FindingGroup; onClose: () => void; onConfirm: () => void }

/**
 * Asks the user to confirm that a group's rows are to be called despite the finding. The audit log records the
 * confirmation.
 */
export const ConfirmFixDialog = ({ group: { code, name, rows }, onClose, onConfirm }: ConfirmFixDialogProps) => (
  <Dialog
    title={checkText.anywayTitle(rows)}
    open
    onClose={onClose}
    onCommit={onConfirm}
    foot={
      <DialogFooter hasKeys text={checkText.fix(code, 'callAnyway', null)} onClose={onClose} onCommit={onConfirm} />
    }
  >
    <p>{checkText.anywayText(code, name, rows)}</p>
    <p>{checkText.anywayAudit}</p>
  </Dialog>
)
