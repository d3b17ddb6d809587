import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import css from './popup.module.css'
import own from './combobox.module.css'
import type { ControlProps } from './field.tsx'

/** One thing to find by its text, told apart by its key; a note stands beside it. */
export type Choice = { key: string; text: string; note?: string | undefined; off?: boolean }

type Props = {
  control: ControlProps
  /** Said of the field itself too: while the list is open, the label beside it is hidden from people who listen. */
  label: string
  text: string
  choices: readonly Choice[]
  chosenKey: string | null
  placeholder: string
  openLabel: string
  emptyText: string
  onType: (text: string) => void
  onChoose: (key: string) => void
}

const Row = ({ choice }: { choice: Choice }) => (
  <Base.Item value={choice} disabled={choice.off ?? false} className={css['item']}>
    <span className={css['tick']}>
      <Base.ItemIndicator>
        <Check aria-hidden />
      </Base.ItemIndicator>
    </span>
    <span className={css['text']}>
      <bdi>{choice.text}</bdi>
    </span>
    {choice.note && <span className={css['note']}>{choice.note}</span>}
  </Base.Item>
)

const List = ({ emptyText }: { emptyText: string }) => (
  <Base.Portal>
    <Base.Positioner sideOffset={4}>
      <Base.Popup className={`${css['popup']} ${css['fitted']}`}>
        <Base.Empty className={css['none']}>{emptyText}</Base.Empty>
        <Base.List>{(choice: Choice) => <Row key={choice.key} choice={choice} />}</Base.List>
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)

/** A text field with suggestions; text that matches none of them stays, and means what the owner reads in it. */
export const Combobox = (props: Props) => {
  const chosen = props.choices.find(({ key }) => key === props.chosenKey) ?? null
  return (
    <Base.Root
      items={props.choices}
      value={chosen}
      inputValue={props.text}
      itemToStringLabel={(choice) => choice.text}
      isItemEqualToValue={(one, other) => one.key === other.key}
      autoHighlight
      // Only what a person typed or cleared is news; the component's own tidying of the text is not.
      onInputValueChange={(text, { reason }) =>
        (reason === 'input-change' || reason === 'clear-press') && props.onType(text)
      }
      onValueChange={(choice, { reason }) => choice && reason === 'item-press' && props.onChoose(choice.key)}
    >
      <Base.InputGroup className={own['group']}>
        <Base.Input
          {...props.control}
          aria-label={props.label}
          className={own['input']}
          placeholder={props.placeholder}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <Base.Trigger className={own['open']} aria-label={props.openLabel}>
          <ChevronDown aria-hidden />
        </Base.Trigger>
      </Base.InputGroup>
      <List emptyText={props.emptyText} />
    </Base.Root>
  )
}
