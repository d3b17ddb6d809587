import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import type { ProfileColor } from '../../contract/profile.ts'
import { words } from '../words/words.ts'
import css from './dialog.module.css'
import { Button } from './button.tsx'
import { firstIn } from './first-focus.ts'
import { useHue } from './hue.ts'
import { modal } from './modal.ts'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /** Takes the focus when the dialog opens; without it the first field does, or what calls the question off. */
  first?: RefObject<HTMLElement | null> | undefined
  /** Takes the focus when the dialog closes; without it what had it before does. */
  after?: (() => HTMLElement | null) | undefined
  /** For much that is read, rather than a question. */
  wide?: boolean
  /** The hue of the profile that it is about; without it that of the profile in use. */
  color?: ProfileColor | undefined
  /** What Ctrl+Enter does anywhere in it. */
  onCommit?: (() => void) | undefined
  children: ReactNode
  foot?: ReactNode
}

/** Ctrl+Enter wherever the focus is. On a button it would press that one too, and on the page under the dialog it calls. */
const hear = (onCommit: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) onCommit()
}

/** Says where the focus goes at the end of a dialog: true for what had it before, false where it was put there already. */
const useGoBack = (open: boolean): (() => boolean) => {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement
  }, [open])
  return () => {
    const { current } = before
    // A screen, or the outcome on it, takes the focus by a script alone; the library would go on to the first button in it.
    const isByScript = current instanceof HTMLElement && current !== document.body && current.tabIndex < 0
    if (!isByScript || !current.isConnected) return true
    current.focus({ preventScroll: true })
    return false
  }
}

/** A dialog over the page: focus stays inside, Escape and the cross close it, focus returns to where it was. */
export const Dialog = (props: Props) => {
  const { title, open, onClose, onCommit, first, after, wide = false, color, children, foot } = props
  const body = useRef<HTMLDivElement>(null)
  const inUse = useHue()
  const goBack = useGoBack(open)
  // What is read has nothing else to focus, and the arrows must scroll it.
  const read = wide ? { tabIndex: 0, role: 'region', 'aria-label': title } : {}
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css['veil']} />
        <Base.Popup
          {...modal}
          data-color={color ?? inUse}
          onKeyDown={onCommit && hear(onCommit)}
          className={wide ? `${css['popup']} ${css['wide']}` : css['popup']}
          finalFocus={after ?? goBack}
          initialFocus={first ?? (wide ? body : () => firstIn(body.current))}
        >
          <div className={css['head']}>
            <Base.Title className={css['title']}>{title}</Base.Title>
            <Base.Close
              render={
                <Button look="quiet" size="icon" aria-label={words.common.close}>
                  <X aria-hidden />
                </Button>
              }
            />
          </div>
          <div ref={body} className={css['body']} {...read}>
            {children}
          </div>
          {foot && <div className={css['foot']}>{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
