import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import css from './tabs.module.css'

/** A tab with its panel. `keep` keeps the panel mounted while another one is shown. */
export type View<V extends string> = { value: V; text: string; keep?: boolean; panel: ReactNode }

type ViewTabsProps<V extends string> = {
  /** The accessible name of the tabs. */
  label: string
  shown: V
  views: readonly View<V>[]
  /** The value of `aria-keyshortcuts`. */
  shortcut?: string
  /** Shown beside the tabs. */
  aside?: ReactNode
  onShow: (view: V) => void
}

/** Renders views with a segmented control above them. The arrow keys switch views; Tab moves into the view. */
export const ViewTabs = <V extends string>({ label, shown, views, shortcut, aside, onShow }: ViewTabsProps<V>) => (
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
