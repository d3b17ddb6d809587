import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import css from './views.module.css'

/** One way of looking at a thing; `keep` leaves it on the page, unseen, while another is shown. */
export type View<V extends string> = { value: V; text: string; keep?: boolean; panel: ReactNode }

type Props<V extends string> = {
  /** Said of the switch itself. */
  label: string
  shown: V
  views: readonly View<V>[]
  /** The keys that change the view, for people who listen. */
  shortcut?: string
  /** Stands beside the switch. */
  aside?: ReactNode
  onShow: (view: V) => void
}

/** Views of one thing with a segmented switch above them; arrow keys change the view, Tab goes on into it. */
export const Views = <V extends string>({ label, shown, views, shortcut, aside, onShow }: Props<V>) => (
  <Tabs.Root
    className={css['views']}
    value={shown}
    onValueChange={(value: string) => {
      const view = views.find((one) => one.value === value)
      if (view) onShow(view.value)
    }}
  >
    <div className={css['head']}>
      <Tabs.List className={css['list']} aria-label={label} activateOnFocus>
        {views.map(({ value, text }) => (
          <Tabs.Tab key={value} value={value} className={css['tab']} aria-keyshortcuts={shortcut}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {aside}
    </div>
    {views.map(({ value, keep = false, panel }) => (
      <Tabs.Panel key={value} value={value} keepMounted={keep} tabIndex={-1} className={css['panel']}>
        {panel}
      </Tabs.Panel>
    ))}
  </Tabs.Root>
)
