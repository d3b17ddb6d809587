import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import css from './field.module.css'
import { type Profile, type ProfileColor, profileColors } from '../../contract/profile.ts'
import { focusIfLost } from '../lib/focus.ts'
import { messages } from '../../messages/index.ts'
import { Switch as BaseSwitch } from '@base-ui/react/switch'

/** The attributes that connect a control to its field: its id, what describes it, and whether its value was refused. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }

type FieldProps = {
  label: string
  /** Puts the label beside the control (`row`, in forms) or above it (`stack`, in dialogs). */
  layout?: 'row' | 'stack' | undefined
  hint?: ReactNode
  warning?: string | null | undefined
  error?: string | null | undefined
  children: (control: ControlProps) => ReactNode
}

/** Shows a message below a field: a hint, a warning, or why its value was refused. */
export const FieldMessage = ({
  tone,
  id,
  children,
}: {
  tone: 'hint' | 'check' | 'bad'
  id?: string
  children: ReactNode
}) => (
  <p id={id} className={[css['message'], css[tone]].filter(Boolean).join(' ')}>
    {tone === 'bad' && <CircleAlert aria-hidden />}
    {tone === 'check' && <TriangleAlert aria-hidden />}
    <span>{children}</span>
  </p>
)

/** Returns what is wrong with a text that is longer than `most` characters; null if it is not. */
export const tooLong = (text: string, most: number): string | null =>
  text.trim().length > most ? messages.issue.text({ path: [], code: 'tooLong', words: String(most) }) : null

/** Renders a labeled control with its hint, warning and error, which are connected to it for screen readers. */
export const Field = ({ label, layout = 'stack', hint, warning, error, children }: FieldProps) => {
  const id = useId()
  const described = hint || warning || error ? `${id}-description` : undefined
  return (
    <div className={css[layout]}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <div className={css['body']}>
        {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
        <div id={described}>
          {error && <FieldMessage tone="bad">{error}</FieldMessage>}
          {!error && warning && <FieldMessage tone="check">{warning}</FieldMessage>}
          {hint && <FieldMessage tone="hint">{hint}</FieldMessage>}
        </div>
      </div>
    </div>
  )
}

/** Renders a single-line text field. `mono` is for IDs, origins and other text that must be exact. */
export const Input = ({ mono = false, ...rest }: ComponentProps<'input'> & { mono?: boolean }) => (
  <input
    dir={mono ? 'ltr' : undefined}
    className={mono ? `${css['input']} ${css['mono']}` : css['input']}
    spellCheck={false}
    autoComplete="off"
    {...rest}
  />
)

/** Renders a text field with several lines. */
export const TextArea = ({ rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={`${css['input']} ${css['area']}`} rows={rows} spellCheck autoComplete="off" {...rest} />
)

/** Returns the first color that no profile uses; the first of all if each is used. */
export const firstUnusedColor = (profiles: readonly Pick<Profile, 'color'>[]): ProfileColor =>
  profileColors.find((color) => profiles.every((profile) => profile.color !== color)) ?? profileColors[0]

type ColorChoiceProps = { name: string; value: ProfileColor; onChoose: (color: ProfileColor) => void }

/** Renders the eight profile colors as a group of radio buttons. */
export const ColorChoice = ({ name, value, onChoose }: ColorChoiceProps) => (
  <fieldset className={css['group']}>
    <legend className={css['legend']}>{messages.profiles.color}</legend>
    <div className={css['hues']}>
      {profileColors.map((color) => (
        <label key={color} className={css['hue']} data-color={color} title={messages.profiles.colorOf(color)}>
          <input
            type="radio"
            name={name}
            checked={color === value}
            aria-label={messages.profiles.colorOf(color)}
            onChange={() => onChoose(color)}
          />
          {color === value && <Check aria-hidden />}
        </label>
      ))}
    </div>
  </fieldset>
)

type CheckedFieldsProps = {
  /** True while a request checks or saves the values of the fields. */
  isChecking: boolean
  /** The button that starts the check; it remains focusable during the check. */
  button: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * Disables its fields during a check, because the result is about the values at its start. If a field or a removed button
 * had focus, the button has it during the check. Afterwards, focus returns to the field, unless the user moved it.
 */
export const CheckedFields = ({ isChecking, button, children }: CheckedFieldsProps) => {
  const fields = useRef<HTMLFieldSetElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  const [isInitiallyChecking] = useState(isChecking)
  // The effect sets `disabled`, because a disabled field loses focus before effects run.
  useLayoutEffect(() => {
    const group = fields.current
    if (!group || group.disabled === isChecking) return
    const { activeElement } = document
    if (isChecking) {
      focused.current = activeElement instanceof HTMLElement && group.contains(activeElement) ? activeElement : null
      if (focused.current) button.current?.focus()
      else focusIfLost(button.current)
    }
    group.disabled = isChecking
    if (!isChecking && activeElement === button.current) focused.current?.focus()
  }, [isChecking, button])
  return (
    <fieldset ref={fields} disabled={isInitiallyChecking} className={css['checked']}>
      {children}
    </fieldset>
  )
}

/** Whether the surrounding fieldset is disabled, for controls that don't inherit that. */
export const OffContext = createContext(false)
const useOff = (): boolean => useContext(OffContext)

/** Renders a switch with its label beside it. It takes effect immediately. */
export const Switch = ({ label, on, onTurn }: { label: string; on: boolean; onTurn: (on: boolean) => void }) => {
  const off = useOff()
  return (
    <label className={css['switch']}>
      <BaseSwitch.Root className={css['track']} checked={on} onCheckedChange={onTurn} disabled={off}>
        <BaseSwitch.Thumb className={css['thumb']} />
      </BaseSwitch.Root>
      <span>{label}</span>
    </label>
  )
}
