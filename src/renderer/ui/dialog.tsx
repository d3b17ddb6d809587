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

/** The selected profile's color, for overlays that are outside its element. */
export const HueContext = createContext<ProfileColor | undefined>(undefined)
const useHue = (): ProfileColor | undefined => useContext(HueContext)

/** Text fields and choices, without switches and checkboxes. */
const fields =
  'input:not([type="hidden"], [type="checkbox"], [tabindex="-1"], [aria-hidden]), textarea:not([tabindex="-1"]), select'

/** The first field of a dialog, else the first button of its footer (cancel), else the first control. */
const firstFocusable = (body: HTMLElement | null): HTMLElement | null =>
  body?.querySelector<HTMLElement>(fields) ??
  body?.nextElementSibling?.querySelector<HTMLElement>('button') ??
  body?.querySelector<HTMLElement>('button, a[href], [tabindex="0"]') ??
  null

type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  /** Gets the focus when the dialog opens; by default the first field, or else Cancel. */
  first?: RefObject<HTMLElement | null> | undefined
  /** Gets the focus when the dialog closes; by default the element that had it before. */
  after?: (() => HTMLElement | null) | undefined
  /** For a long text rather than a question. */
  wide?: boolean
  /** The color of the profile that the dialog is about; by default the selected profile's. */
  color?: ProfileColor | undefined
  /** What Ctrl+Enter does anywhere in it. */
  onCommit?: (() => void) | undefined
  children: ReactNode
  foot?: ReactNode
}

/**
 * Handles Ctrl+Enter wherever the focus is. Otherwise the key would also press a focused button, or call on the page
 * behind.
 */
const hear = (onCommit: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) onCommit()
}

/**
 * Returns where the focus goes when a dialog closes: true for the element that had it before, false if it was moved
 * already.
 */
const useGoBack = (open: boolean): (() => boolean) => {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement
  }, [open])
  return () => {
    const { current } = before
    // Only a script focuses a screen or its outcome; the library would focus the first button in it instead.
    const isByScript = current instanceof HTMLElement && current !== document.body && current.tabIndex < 0
    if (!isByScript || !current.isConnected) return true
    current.focus({ preventScroll: true })
    return false
  }
}

/** A dialog over the page: focus stays inside, Escape and the cross close it, focus returns to where it was. */
export const Dialog = (props: DialogProps) => {
  const { title, open, onClose, onCommit, first, after, wide = false, color, children, foot } = props
  const body = useRef<HTMLDivElement>(null)
  const inUse = useHue()
  const goBack = useGoBack(open)
  // A long text has no other element to focus, and the arrow keys must scroll it.
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
