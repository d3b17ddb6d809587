import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import css from './popover.module.css'

type Props = {
  /** The button that opens it; its own words say what is explained. */
  trigger: ReactElement
  title: string
  children: ReactNode
}

/** A small surface beside its button, for what explains or adjusts a fact: Escape and a press elsewhere close it. */
export const Popover = ({ trigger, title, children }: Props) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner positionMethod="fixed" sideOffset={6} align="start" collisionPadding={8}>
        <Base.Popup className={css['popup']}>
          <Base.Title className={css['title']}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
