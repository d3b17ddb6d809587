import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import css from './popover.module.css'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'

type PopoverProps = {
  /** The button that opens the popover. Its label should say what the popover is about. */
  trigger: ReactElement
  title: string
  children: ReactNode
}

/** Renders a popover with an explanation or settings beside its button. */
export const Popover = ({ trigger, title, children }: PopoverProps) => (
  <BasePopover.Root>
    <BasePopover.Trigger render={trigger} />
    <BasePopover.Portal>
      <BasePopover.Positioner positionMethod="fixed" sideOffset={6} align="start" collisionPadding={8}>
        <BasePopover.Popup className={css['popup']}>
          <BasePopover.Title className={css['title']}>{title}</BasePopover.Title>
          {children}
        </BasePopover.Popup>
      </BasePopover.Positioner>
    </BasePopover.Portal>
  </BasePopover.Root>
)

/**
 * How long the pointer must rest before the tooltip opens, in milliseconds. On keyboard focus, it opens immediately.
 */
const delayMs = 300

/**
 * Shows a tooltip beside a control while the control has focus or the pointer is over it. Escape closes it. Screen
 * readers read the same text as the control's description.
 */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <BaseTooltip.Root>
    <BaseTooltip.Trigger delay={delayMs} render={children} />
    <BaseTooltip.Portal>
      <BaseTooltip.Positioner positionMethod="fixed" sideOffset={6} collisionPadding={8}>
        <BaseTooltip.Popup className={css['tooltip']}>{text}</BaseTooltip.Popup>
      </BaseTooltip.Positioner>
    </BaseTooltip.Portal>
  </BaseTooltip.Root>
)
