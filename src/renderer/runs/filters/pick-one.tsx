import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import popup from '../../design/popup.module.css'
import css from './filter-bar.module.css'

type Props<V extends string> = {
  text: string
  label: string
  picks: readonly { key: V; text: string }[]
  chosen: V
  /** The choice that leaves nothing out. */
  all: V
  onPick: (key: V) => void
}

/** A filter of which one choice holds. */
export const PickOne = <V extends string>({ text, label, picks, chosen, all, onPick }: Props<V>) => (
  <Menu.Root>
    <Menu.Trigger className={css['filter']} data-on={chosen !== all || undefined}>
      <span>{text}</span>
      <ChevronDown aria-hidden />
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner sideOffset={4} align="start" collisionPadding={8}>
        <Menu.Popup className={popup['popup']} aria-label={label}>
          <Menu.RadioGroup
            value={chosen}
            onValueChange={(key: unknown) => {
              const pick = picks.find((one) => one.key === key)
              if (pick) onPick(pick.key)
            }}
          >
            {picks.map((pick) => (
              <Menu.RadioItem key={pick.key} value={pick.key} className={popup['item']} closeOnClick>
                <span className={popup['tick']}>
                  <Menu.RadioItemIndicator>
                    <Check aria-hidden />
                  </Menu.RadioItemIndicator>
                </span>
                <span className={popup['text']}>{pick.text}</span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)
