import { Toolbar } from '@base-ui/react/toolbar'
import type { RefObject } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { IssueCode } from '../../../../contract/failure.ts'
import type { PhoneNumberReading } from '../../../../contract/phone-number.ts'
import { messages } from '../../../../messages/index.ts'
import type { PageDeps } from '../../../lib/page.ts'
import { settle } from '../../../lib/query.ts'
import { Ltr } from '../../../ui/text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { type CallFormState, currentReading } from '../form/call-form-state.ts'
import css from './number.module.css'

const phoneNumberMessages = messages.phoneNumber

export type NumberOffers = {
  /** Offers these numbers until the text in the number field changes. */
  readonly offer: (readings: readonly PhoneNumberReading[]) => void
  readonly close: () => void
}

/** Issues after which the text may still mean another number. */
const ambiguous = new Set<IssueCode>([
  'nationalNumber',
  'severalNumbers',
  'phoneExtension',
  'shortNumber',
  'sipEndpoint',
])

const refusedText = (form: CallFormState): string | null => {
  const reading = currentReading(form)
  if (reading?.step !== 'refused' || reading.failure.kind !== 'invalid') return null
  return reading.failure.issues.some(({ code }) => ambiguous.has(code)) ? reading.text : null
}

const noOffers: CallFormState['offers'] = { text: null, readings: [] }

/** Updates the form's `offers`. `callerIdText` returns the number that the call would come from. */
export const createNumberOffers = (
  { api }: PageDeps,
  form: StoreApi<CallFormState>,
  callerIdText: () => string | null,
): NumberOffers => {
  const load = async (text: string) => {
    const answer = await settle(api.suggestPhoneNumbers({ text, callerId: callerIdText() }))
    if (answer.ok && form.getState().numberText === text && refusedText(form.getState()) === text)
      form.setState({ offers: { text, readings: answer.value.readings } })
  }
  const close = form.subscribe((state, before) => {
    const { offers } = form.getState()
    const isStale = offers.text !== null && (state.numberText !== offers.text || state.asTyped)
    if (isStale) form.setState({ offers: noOffers })
    const text = refusedText(state)
    if (text !== null && refusedText(before) !== text) void load(text)
  })
  return { offer: (readings) => form.setState({ offers: { text: form.getState().numberText, readings } }), close }
}

/** Maximum number of offers to show. The rest are unlikely, and typing the country code narrows them down. */
const maxOffers = 6

type NumberOffersListProps = {
  readings: readonly PhoneNumberReading[]
  firstOffer: RefObject<HTMLButtonElement | null>
  onTake: (reading: PhoneNumberReading) => void
  /** Called on Escape, to return to the field without choosing. */
  onLeave: () => void
}

/**
 * Lists the numbers that the text may mean, most likely first. The arrow keys move between them, and Enter chooses one.
 */
export const NumberOffersList = ({ readings, firstOffer, onTake, onLeave }: NumberOffersListProps) =>
  readings.length === 0 ? null : (
    <div className={css['offers']} aria-live="polite">
      <p className={css['question']}>{phoneNumberMessages.offers}</p>
      <Toolbar.Root
        orientation="vertical"
        aria-label={phoneNumberMessages.offers}
        className={css['list']}
        onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      >
        {readings.slice(0, maxOffers).map((reading, index) => (
          <Toolbar.Button
            key={`${reading.kind} ${reading.dial}`}
            ref={index === 0 ? firstOffer : undefined}
            className={css['offer']}
            onClick={() => onTake(reading)}
            data-offer
          >
            <span className={css['digits']}>
              <Ltr>{reading.display}</Ltr>
            </span>
            <span className={css['why']}>{offerNote(reading)}</span>
            {reading.assumed !== null && <Tag tone="check">{phoneNumberMessages.guess}</Tag>}
          </Toolbar.Button>
        ))}
      </Toolbar.Root>
    </div>
  )

const offerNote = (reading: PhoneNumberReading): string =>
  [
    reading.kind === 'telephone'
      ? reading.country && messages.common.country(reading.country)
      : `${phoneNumberMessages.kind(reading.kind)} · ${phoneNumberMessages.asTyped}`,
    reading.assumed && phoneNumberMessages.assumedInShort(reading.assumed),
    reading.extension && phoneNumberMessages.extension(reading.extension),
  ]
    .filter(Boolean)
    .join(' · ')
