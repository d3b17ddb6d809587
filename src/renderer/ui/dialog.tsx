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
import { useStore } from 'zustand'
import { messages } from '../../messages/index.ts'
import css from './dialog.module.css'
import { Button, Kbd } from './button.tsx'
import { ariaKeysOf, keysOf } from '../lib/commands.ts'
import { isScreenWaiting, keptModal, modal } from '../lib/hotkeys.ts'
import { FormError, Notice } from './notice.tsx'

/** The selected profile's color, for overlays rendered outside the element that sets it. */
export const HueContext = createContext<ProfileColor | undefined>(undefined)
const useHue = (): ProfileColor | undefined => useContext(HueContext)

/** A selector for text fields and choices, but not for switches or checkboxes. */
const fields =
  'input:not([type="hidden"], [type="checkbox"], [tabindex="-1"], [aria-hidden]), textarea:not([tabindex="-1"]), [role="combobox"]'

/**
 * Returns the dialog's first field or, if it has none, the first button in its footer (Cancel) or otherwise its first
 * control.
 */
const firstFocusable = (body: HTMLElement | null): HTMLElement | null =>
  body?.querySelector<HTMLElement>(fields) ??
  body?.nextElementSibling?.querySelector<HTMLElement>('button') ??
  body?.querySelector<HTMLElement>('button, a[href], [tabindex="0"]') ??
  null

/**
 * Selects the text of a single-line field that is about to get focus, so that typing replaces it. In a field with
 * several lines, the user continues at the end.
 */
const withSelectedText = (element: HTMLElement | null): HTMLElement | null => {
  // A radio button has no selection. `select` would focus the field before the dialog is ready.
  if (element instanceof HTMLInputElement && element.selectionStart !== null)
    element.setSelectionRange(0, element.value.length)
  if (element instanceof HTMLTextAreaElement) element.setSelectionRange(element.value.length, element.value.length)
  return element
}

type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  /** Gets focus when the dialog opens; by default the first field, otherwise Cancel. */
  first?: RefObject<HTMLElement | null> | undefined
  /** Gets focus when the dialog closes; by default the element that had it before. */
  after?: (() => HTMLElement | null) | undefined
  /** Gets focus when the dialog closes if nothing had it before, or an element that was removed in the meantime. */
  afterRemoved?: (() => HTMLElement | null) | undefined
  /** True for a dialog with long text instead of a question. */
  wide?: boolean
  /** The color of the profile that the dialog is about; by default the selected profile's. */
  color?: ProfileColor | undefined
  /** True if the dialog's text is kept when another screen opens. */
  isKept?: boolean
  /** What Ctrl+Enter does anywhere in the dialog. */
  onCommit?: (() => void) | undefined
  children: ReactNode
  foot?: ReactNode
}

/**
 * Handles Ctrl+Enter anywhere in the dialog, so that it does not also press the focused button or start a call on the
 * page behind the dialog.
 */
const onCtrlEnter = (onCommit: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) onCommit()
}

/**
 * Returns a function that decides where focus goes when the dialog closes. It returns true to let Base UI restore focus
 * to the element that had it before, or false if it has moved focus itself or nothing had focus.
 */
const useRestoreFocus = (open: boolean, afterRemoved: DialogProps['afterRemoved']): (() => boolean) => {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement
  }, [open])
  return () => {
    const { current } = before
    // Nothing had focus, for example after a click on an empty area. Base UI would focus an earlier field.
    if (current === document.body) {
      afterRemoved?.()?.focus({ preventScroll: true })
      return false
    }
    // After a menu, which is removed in any case, Base UI focuses the element that had focus before the menu.
    const isRemoved = current?.isConnected === false && current.closest('[role="menu"], [role="menuitem"]') === null
    if (afterRemoved && isRemoved) {
      afterRemoved()?.focus({ preventScroll: true })
      return false
    }
    // A whole screen or outcome panel can be focused only by a script. Base UI would focus the first button inside it.
    const isByScript = current instanceof HTMLElement && current.tabIndex < 0
    if (!isByScript || !current.isConnected) return true
    current.focus({ preventScroll: true })
    return false
  }
}

/** Renders a modal dialog. Focus stays inside it, Escape and the close button close it, and focus is then restored. */
export const Dialog = (props: DialogProps) => {
  const { title, open, onClose, onCommit, first, after, wide = false, isKept = false, color, children, foot } = props
  const body = useRef<HTMLDivElement>(null)
  const inUse = useHue()
  const isWaitedFor = useStore(isScreenWaiting)
  const restoreFocus = useRestoreFocus(open, props.afterRemoved)
  // Long text has no other focusable element, and the arrow keys must be able to scroll it.
  const read = wide ? { tabIndex: 0, role: 'region', 'aria-label': title } : {}
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css['veil']} />
        <Base.Popup
          {...(isKept ? keptModal : modal)}
          data-color={color ?? inUse}
          onKeyDown={onCommit && onCtrlEnter(onCommit)}
          className={wide ? `${css['popup']} ${css['wide']}` : css['popup']}
          finalFocus={after ?? restoreFocus}
          initialFocus={first ?? (wide ? body : () => withSelectedText(firstFocusable(body.current)))}
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
          {isWaitedFor && !isKept && (
            <div className={css['waiting']}>
              <FormError>
                <Notice tone="idle" title={messages.common.opensAfterDialog} />
              </FormError>
            </div>
          )}
          <div ref={body} className={css['body']} {...read}>
            {children}
          </div>
          {foot && <div className={css['foot']}>{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type DialogFooterProps = {
  text: string
  variant?: 'loud' | 'danger'
  isOff?: boolean
  /** True if Ctrl+Enter presses the button; the dialog needs `onCommit`. */
  hasKeys?: boolean
  onClose: () => void
  onCommit: () => unknown
}

/** Renders a dialog's footer: Cancel, and the button that does what the dialog asks. */
export const DialogFooter = ({
  text,
  variant = 'loud',
  isOff = false,
  hasKeys = false,
  onClose,
  onCommit,
}: DialogFooterProps) => (
  <>
    <Button onClick={onClose}>{messages.common.cancel}</Button>
    <Button
      variant={variant}
      off={isOff}
      aria-keyshortcuts={hasKeys ? ariaKeysOf('callFromField') : undefined}
      onClick={() => void onCommit()}
    >
      {text}
      {hasKeys && <Kbd keys={keysOf('callFromField')} variant="onColor" />}
    </Button>
  </>
)
