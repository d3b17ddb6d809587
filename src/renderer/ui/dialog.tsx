import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react'
import type { ProfileColor } from '../../contract/profile.ts'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { messages } from '../../messages/index.ts'
import css from './dialog.module.css'
import { Button } from './button.tsx'
import { modal } from '../lib/hotkeys.ts'

/** The selected profile's color, for overlays rendered outside the element that sets it. */
export const HueContext = createContext<ProfileColor | undefined>(undefined)
const useHue = (): ProfileColor | undefined => useContext(HueContext)

/** Selects text fields and choices, but no switches or checkboxes. */
const fields =
  'input:not([type="hidden"], [type="checkbox"], [tabindex="-1"], [aria-hidden]), textarea:not([tabindex="-1"]), select'

/** Returns the dialog's first field, otherwise the first button in its footer (Cancel), otherwise the first control. */
const firstFocusable = (body: HTMLElement | null): HTMLElement | null =>
  body?.querySelector<HTMLElement>(fields) ??
  body?.nextElementSibling?.querySelector<HTMLElement>('button') ??
  body?.querySelector<HTMLElement>('button, a[href], [tabindex="0"]') ??
  null

type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  /** Gets the focus when the dialog opens; by default the first field, otherwise Cancel. */
  first?: RefObject<HTMLElement | null> | undefined
  /** Gets the focus when the dialog closes; by default the element that had it before. */
  after?: (() => HTMLElement | null) | undefined
  /** True for a long text instead of a question. */
  wide?: boolean
  /** The color of the profile that the dialog is about; by default the selected profile's. */
  color?: ProfileColor | undefined
  /** What Ctrl+Enter does anywhere in the dialog. */
  onCommit?: (() => void) | undefined
  children: ReactNode
  foot?: ReactNode
}

/**
 * Handles Ctrl+Enter anywhere in the dialog, so that it does not also press the focused button or start a call on the
 * page behind.
 */
const onCtrlEnter = (onCommit: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) onCommit()
}

/**
 * Returns a function that decides where the focus goes when the dialog closes: true lets Base UI return it to the
 * element that had it before; false means that the function has moved it.
 */
const useGoBack = (open: boolean): (() => boolean) => {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement
  }, [open])
  return () => {
    const { current } = before
    // Only scripts can focus a whole screen or outcome panel; Base UI would focus the first button inside it.
    const isByScript = current instanceof HTMLElement && current !== document.body && current.tabIndex < 0
    if (!isByScript || !current.isConnected) return true
    current.focus({ preventScroll: true })
    return false
  }
}

/** A modal dialog: the focus stays inside, Escape and the close button close it, and the focus then returns. */
export const Dialog = (props: DialogProps) => {
  const { title, open, onClose, onCommit, first, after, wide = false, color, children, foot } = props
  const body = useRef<HTMLDivElement>(null)
  const inUse = useHue()
  const goBack = useGoBack(open)
  // A long text has no other focusable element, and the arrow keys must scroll it.
  const read = wide ? { tabIndex: 0, role: 'region', 'aria-label': title } : {}
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css['veil']} />
        <Base.Popup
          {...modal}
          data-color={color ?? inUse}
          onKeyDown={onCommit && onCtrlEnter(onCommit)}
          className={wide ? `${css['popup']} ${css['wide']}` : css['popup']}
          finalFocus={after ?? goBack}
          initialFocus={first ?? (wide ? body : () => firstFocusable(body.current))}
        >
          <div className={css['head']}>
            <Base.Title className={css['title']}>{title}</Base.Title>
            <Base.Close
              render={
                <Button variant="quiet" size="icon" aria-label={messages.common.close}>
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
