import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { messages } from '../../../../messages/index.ts'
import { usePage } from '../../../lib/page.ts'
import { Popover } from '../../../ui/popover.tsx'
import css from './filter-bar.module.css'

const filterText = messages.runs.filters

type RemovableProps = {
  /** The filter in words. */
  text: string
  isOn: boolean
  onRemove: () => void
  /** The button that opens the filter. */
  children: ReactNode
}

/** Renders a filter with a button that removes it while it is on. */
export const Removable = ({ text, isOn, onRemove, children }: RemovableProps) => {
  const { announce } = usePage()
  return (
    <span className={css['removable']}>
      {children}
      {isOn && (
        <button
          type="button"
          className={css['remove']}
          aria-label={filterText.remove(text)}
          title={filterText.remove(text)}
          onClick={({ currentTarget: { parentElement } }) => {
            // This button disappears.
            parentElement?.querySelector('button')?.focus()
            onRemove()
            announce(filterText.removed(text))
          }}
        >
          <X aria-hidden />
        </button>
      )}
    </span>
  )
}

type PopoverFilterProps = { title: string; text: string; isOn: boolean; onClear: () => void; children: ReactNode }

/** Renders a filter whose values are set in a popover. */
export const PopoverFilter = ({ title, text, isOn, onClear, children }: PopoverFilterProps) => (
  <Removable text={text} isOn={isOn} onRemove={onClear}>
    <Popover
      title={title}
      trigger={
        <button type="button" className={css['filter']} data-on={isOn || undefined}>
          <span>{text}</span>
          <ChevronDown aria-hidden />
        </button>
      }
    >
      {children}
    </Popover>
  </Removable>
)
