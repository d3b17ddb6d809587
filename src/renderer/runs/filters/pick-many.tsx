import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import popup from '../../design/popup.module.css'
import css from './filter-bar.module.css'

/** One thing that may be ticked; `sign` stands before its text. */
export type Pick = { key: string; text: string; sign?: ReactNode }

type Props = {
  /** What the button reads: what is chosen, or that nothing is. */
  text: string
  /** Said of the list that opens. */
  label: string
  picks: readonly Pick[]
  chosen: readonly string[]
  emptyText: string
  onTurn: (key: string) => void
}

const Row = ({ pick, on, onTurn }: { pick: Pick; on: boolean; onTurn: () => void }) => (
  <Menu.CheckboxItem className={popup['item']} checked={on} onCheckedChange={onTurn} label={pick.text}>
    <span className={popup['tick']}>
      <Menu.CheckboxItemIndicator>
        <Check aria-hidden />
      </Menu.CheckboxItemIndicator>
    </span>
    {pick.sign}
    <span className={popup['text']}>
      <bdi>{pick.text}</bdi>
    </span>
  </Menu.CheckboxItem>
)

/** A filter of which any number may be ticked; the list stays open until it is left. */
export const PickMany = ({ text, label, picks, chosen, emptyText, onTurn }: Props) => (
  <Menu.Root>
    <Menu.Trigger className={css['filter']} data-on={chosen.length > 0 || undefined}>
      <span>{text}</span>
      <ChevronDown aria-hidden />
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner sideOffset={4} align="start" collisionPadding={8}>
        <Menu.Popup className={popup['popup']} aria-label={label}>
          {picks.length === 0 && <p className={popup['none']}>{emptyText}</p>}
          {picks.map((pick) => (
            <Row key={pick.key} pick={pick} on={chosen.includes(pick.key)} onTurn={() => onTurn(pick.key)} />
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)
