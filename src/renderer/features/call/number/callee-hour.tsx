import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { CalleeHour, LineType } from '../../../../contract/phone-number.ts'
import { messages } from '../../../../messages/index.ts'
import type { PageDeps } from '../../../lib/page.ts'
import { settle } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { type Choice, Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { type CallFormState, readNumber } from '../form/call-form-state.ts'
import css from './number.module.css'

const phoneNumberMessages = messages.phoneNumber
const zoneMessages = messages.phoneNumber.zone

export type CalleeHourUpdater = {
  /**
   * Sets the time zone for the form's number; null resets it. The choice is kept for this number until the app quits.
   */
  readonly setZone: (zone: string | null) => void
  readonly close: () => void
}

const minute = 60_000

/** Updates the form's `calleeHour` for each new telephone number, and once a minute. */
export const createCalleeHour = ({ api, now }: PageDeps, form: StoreApi<CallFormState>): CalleeHourUpdater => {
  const zones = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const load = async () => {
    const { dial, zone } = form.getState().calleeHour
    if (dial === null) return
    clearTimeout(timer)
    // The minute changes at the same time in every zone.
    timer = setTimeout(() => void load(), minute - (now() % minute))
    const answer = await settle(api.calleeHour({ phoneNumber: dial, zone }))
    const current = form.getState().calleeHour
    if (answer.ok && current.dial === dial && current.zone === zone)
      form.setState({ calleeHour: { dial, zone, hour: answer.value } })
  }

  const unsubscribe = form.subscribe(() => {
    const reading = readNumber(form.getState())
    const dial = reading?.kind === 'telephone' ? reading.dial : null
    if (dial === form.getState().calleeHour.dial) return
    clearTimeout(timer)
    form.setState({ calleeHour: { dial, zone: dial === null ? null : (zones.get(dial) ?? null), hour: null } })
    void load()
  })

  return {
    setZone: (zone) => {
      const { dial, hour } = form.getState().calleeHour
      if (dial === null) return
      if (zone === null) zones.delete(dial)
      else zones.set(dial, zone)
      form.setState({ calleeHour: { dial, zone, hour } })
      void load()
    },
    close: () => {
      unsubscribe()
      clearTimeout(timer)
    },
  }
}

type CalleeHourButtonProps = {
  form: StoreApi<CallFormState>
  line: LineType | null
  onZone: (zone: string | null) => void
}

/** Renders a button with the recipient's local time. It opens an explanation and a choice of time zones. */
export const CalleeHourButton = ({ form, line, onZone }: CalleeHourButtonProps) => {
  const { hour, zone } = useStore(form, ({ calleeHour }) => calleeHour)
  if (!hour) return null
  const isQuiet = hour.quiet.state === 'yes' || hour.quiet.state === 'maybe'
  return (
    <Popover
      title={phoneNumberMessages.localTimeTitle}
      trigger={
        <button type="button" className={isQuiet ? `${css['hour']} ${css['quiet']}` : css['hour']}>
          <Clock aria-hidden />
          {phoneNumberMessages.localTimeOf(hour, line)}
        </button>
      }
    >
      {hourSentences(hour).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <ZoneField hour={hour} zone={zone} onZone={onZone} />
    </Popover>
  )
}

/** Returns sentences about how certain the local time is and, unless quiet hours are disabled, about them. */
const hourSentences = ({ doubt, source, quiet }: CalleeHour): string[] => [
  source === 'person'
    ? phoneNumberMessages.setByUser
    : `${phoneNumberMessages.doubt(doubt)} ${phoneNumberMessages.hint}`,
  ...(quiet.state === 'off' ? [] : [phoneNumberMessages.quiet(quiet)]),
]

type ZoneFieldProps = { hour: CalleeHour; zone: string | null; onZone: (zone: string | null) => void }

const ZoneField = ({ hour, zone, onZone }: ZoneFieldProps) => {
  const [text, setText] = useState(zone === null ? '' : zoneMessages.name(zone))
  return (
    <>
      <Field label={zoneMessages.label}>
        {(control) => (
          <Combobox
            control={control}
            label={zoneMessages.label}
            text={text}
            choices={zoneChoices(hour, text)}
            chosenKey={zone}
            placeholder={zoneMessages.placeholder}
            openLabel={zoneMessages.open}
            emptyText={zoneMessages.none}
            onType={setText}
            onChoose={(key) => {
              setText(zoneMessages.name(key))
              onZone(key)
            }}
          />
        )}
      </Field>
      {zone !== null && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            setText('')
            onZone(null)
          }}
        >
          {zoneMessages.undo}
        </Button>
      )}
    </>
  )
}

/** Once this many characters are typed, all time zones are offered, not only those of the number. */
const minLetters = 2

const choiceOf = (zone: string): Choice => ({ key: zone, text: zoneMessages.name(zone) })

const zoneChoices = (hour: CalleeHour, text: string): Choice[] => {
  const near = hour.zones.map(choiceOf)
  if (text.trim().length < minLetters) return near
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !hour.zones.includes(zone))
  return [...near, ...others.map(choiceOf)]
}
