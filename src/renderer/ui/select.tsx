import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ControlProps } from './field.tsx'
import css from './popup.module.css'

/** An option: its text, and a short note beside it (such as default, not ready or deactivated). */
export type Option = {
  value: string
  text: string
  note?: string | undefined
  /** A shorter note for the chosen value. */
  brief?: string | undefined
  off?: boolean
}

type Props = {
  control: ControlProps
  label: string
  /** Null while nothing is chosen. */
  value: string | null
  options: readonly Option[]
  placeholder: string
  onChoose: (value: string) => void
  onOpen?: (() => void) | undefined
}

const Row = ({ option }: { option: Option }) => (
  <Base.Item value={option.value} disabled={option.off ?? false} className={css['item']}>
    <span className={css['tick']}>
      <Base.ItemIndicator>
        <Check aria-hidden />
      </Base.ItemIndicator>
    </span>
    <Base.ItemText className={css['text']}>
      <bdi>{option.text}</bdi>
    </Base.ItemText>
    {option.note && <span className={css['note']}>{option.note}</span>}
  </Base.Item>
)

/**
 * Renders a list from which the user chooses one option. While it is open, typing finds an option by its first letters.
 */
export const Select = ({ control, label, value, options, placeholder, onChoose, onOpen }: Props) => {
  const chosen = options.find((option) => option.value === value)
  const note = chosen?.brief ?? chosen?.note
  return (
    <Base.Root
      value={chosen ? value : null}
      // While the list is closed, a letter is one of the screen's shortcuts and must not also choose an option.
      onValueChange={(next, { reason }) => next !== null && reason === 'item-press' && onChoose(next)}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      items={options.map((option) => ({ value: option.value, label: option.text }))}
    >
      <Base.Trigger {...control} aria-label={label} className={css['trigger']}>
        <span className={css['value']}>
          <bdi>{chosen?.text ?? placeholder}</bdi>
        </span>
        {note && <span className={css['note']}>{note}</span>}
        <Base.Icon className={css['arrow']}>
          <ChevronDown aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={css['popup']}>
            <Base.List>
              {options.map((option) => (
                <Row key={option.value} option={option} />
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
