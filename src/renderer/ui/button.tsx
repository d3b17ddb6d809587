import { type ComponentProps, type ReactNode, useState } from 'react'
import css from './button.module.css'
import { Check, Copy } from 'lucide-react'
import { messages } from '../../messages/index.ts'
import { useCopy } from '../lib/clipboard.ts'
import { ariaKeysOf, keysOf, type CommandId, useCommands } from '../lib/commands.ts'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: 'plain' | 'loud' | 'quiet' | 'danger' | undefined
  size?: 'normal' | 'small' | 'icon' | undefined
  /** Disables the button but keeps it focusable, so that screen reader users can find out what is missing. */
  off?: boolean | undefined
  children: ReactNode
}

const classOf = (variant: string, size: string): string =>
  [css['button'], css[variant], css[size]].filter(Boolean).join(' ')

/** Renders a button. `off` disables it but keeps it in the tab order. */
export const Button = ({
  variant = 'plain',
  size = 'normal',
  off = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    className={[classOf(variant, size), className].filter(Boolean).join(' ')}
    aria-disabled={off || undefined}
    onClick={off ? undefined : onClick}
    {...rest}
  >
    {children}
  </button>
)

type KbdProps = {
  keys: string
  variant?: 'plain' | 'onColor' | 'bare'
  /** True if screen readers must read the keys, because no nearby control has them in `aria-keyshortcuts`. */
  spoken?: boolean
}

/** Shows the keys of a shortcut. Screen readers normally read the control's `aria-keyshortcuts` instead. */
export const Kbd = ({ keys, variant = 'plain', spoken = false }: KbdProps) => (
  <kbd className={variant === 'plain' ? css['kbd'] : `${css['kbd']} ${css[variant]}`} dir="ltr" aria-hidden={!spoken}>
    {keys}
  </kbd>
)

type CopyButtonProps = {
  text: string
  name: string
  variant?: 'plain' | 'quiet'
  label?: string
  /** The command whose shortcut copies the text while the button is shown. */
  command?: CommandId
  /** The command whose shortcut the button shows but does not handle. */
  keysOf?: CommandId
}

/**
 * Renders a button that copies a short string via main. It shows the text `label` or, without one, an icon with the
 * accessible name `name`.
 */
export const CopyButton = ({
  text,
  name,
  variant = 'quiet',
  label,
  command,
  keysOf: hint = command,
}: CopyButtonProps) => {
  const copy = useCopy()
  const [done, setDone] = useState(false)
  const run = async () => {
    setDone(await copy(text))
    setTimeout(() => setDone(false), 2_000)
  }
  useCommands(command ? { [command]: () => void run() } : {})
  const Icon = done ? Check : Copy
  return (
    <Button
      variant={variant}
      size={label ? 'small' : 'icon'}
      onClick={() => void run()}
      aria-label={label ? undefined : messages.common.copyLabel(name)}
      title={messages.common.copyLabel(name)}
      aria-keyshortcuts={hint && ariaKeysOf(hint)}
    >
      <Icon aria-hidden />
      {label}
      {label && hint && <Kbd keys={keysOf(hint)} variant="bare" />}
    </Button>
  )
}
