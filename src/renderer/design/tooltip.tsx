import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import css from './tooltip.module.css'

/** How long the pointer rests before the words come, in milliseconds; the focus shows them at once. */
const rest = 300

/**
 * Words beside a control while the focus or the pointer is on it; Escape closes them. They are for people who see: the
 * control says the same in its description.
 */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <Base.Root>
    <Base.Trigger delay={rest} render={children} />
    <Base.Portal>
      <Base.Positioner positionMethod="fixed" sideOffset={6} collisionPadding={8}>
        <Base.Popup className={css['popup']}>{text}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
