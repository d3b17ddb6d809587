import { type ReactNode, useState } from 'react'
import type { FindingGroup } from '../../../../contract/list.ts'
import { messages } from '../../../../messages/index.ts'
import { findCountries } from '../../../lib/countries.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { CountryField } from '../../../ui/country-field.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'

const checkText = messages.lists.check

/** A fix that first requires a choice or a confirmation, which covers the group only as it was at the question. */
export type Question = FindingGroup & { fix: 'useCountry' | 'chooseZone' | 'callAnyway' }

type FixDialogProps = {
  question: Question
  onClose: () => void
  onDecide: (answer: { country?: string; zone?: string }) => void
  onUndo: () => void
}

/** Asks what a fix needs: a choice or a confirmation. */
export const FixDialog = ({ question, onClose, onDecide, onUndo }: FixDialogProps) => {
  const { fix, fixed, value } = question
  const picker = fixed === fix ? { before: value, onClose, onUndo } : { before: null, onClose, onUndo: null }
  switch (fix) {
    case 'useCountry':
      return <CountryDialog {...picker} onChoose={(country) => onDecide({ country })} />
    case 'chooseZone':
      return <ZoneDialog {...picker} onChoose={(zone) => onDecide({ zone })} />
    case 'callAnyway':
      return <ConfirmFixDialog group={question} onClose={onClose} onConfirm={() => onDecide({})} />
  }
}

type PickerProps = {
  /** The present choice. */
  before: string | null
  onClose: () => void
  onChoose: (key: string) => void
  /** Null if there is no decision yet. */
  onUndo: (() => void) | null
}

type ChoiceDialogProps = Omit<PickerProps, 'before'> & { title: string; chosen: string | null; children: ReactNode }

const ChoiceDialog = ({ title, chosen, onClose, onChoose, onUndo, children }: ChoiceDialogProps) => {
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
      {children}
      {onUndo && (
        <div>
          <Button size="small" onClick={onUndo}>
            {checkText.undo}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** Asks for the country of a group's numbers. */
const CountryDialog = ({ before, ...props }: PickerProps) => {
  const [chosen, setChosen] = useState(before)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <ChoiceDialog title={checkText.countryTitle} chosen={chosen} {...props}>
      <CountryField
        label={checkText.country}
        chosen={chosen}
        typed={typed}
        onType={(text) => {
          setTyped(text)
          // Apply already takes the country that the text clearly means.
          setChosen(findCountries(text).clear)
        }}
        onChoose={(country) => {
          setTyped(null)
          setChosen(country)
        }}
      />
    </ChoiceDialog>
  )
}

const zones = () => Intl.supportedValuesOf('timeZone').map((key) => ({ key, text: key.replaceAll('_', ' ') }))

/** Asks for the time zone of a group's rows. */
const ZoneDialog = ({ before, ...props }: PickerProps) => {
  const [choices] = useState(zones)
  const [text, setText] = useState(before?.replaceAll('_', ' ') ?? '')
  const [chosen, setChosen] = useState(before)
  return (
    <ChoiceDialog title={checkText.zoneTitle} chosen={chosen} {...props}>
      <Field label={checkText.zone}>
        {(control) => (
          <Combobox
            control={control}
            label={checkText.zone}
            text={text}
            choices={choices}
            chosenKey={chosen}
            placeholder=""
            openLabel={checkText.zone}
            emptyText={messages.phoneNumber.zone.none}
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
    </ChoiceDialog>
  )
}

type ConfirmFixDialogProps = { group: FindingGroup; onClose: () => void; onConfirm: () => void }

/**
 * Asks the user to confirm that a group's rows are to be called despite the finding. The audit log records the
 * confirmation.
 */
const ConfirmFixDialog = ({
  group: { code, name, rows, releasable, answered },
  onClose,
  onConfirm,
}: ConfirmFixDialogProps) => (
  <Dialog
    title={checkText.anywayTitle(releasable)}
    open
    onClose={onClose}
    onCommit={onConfirm}
    foot={
      <DialogFooter hasKeys text={checkText.fix(code, 'callAnyway', null)} onClose={onClose} onCommit={onConfirm} />
    }
  >
    <p>{checkText.anywayText(code, name, rows, releasable, answered)}</p>
    <p>{checkText.anywayAudit}</p>
  </Dialog>
)
