import { Toolbar } from '@base-ui/react/toolbar'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import { Ltr } from '../design/ltr.tsx'
import { Tag } from '../design/tag.tsx'
import { words } from '../words/words.ts'
import css from './number.module.css'

const said = words.phoneNumber
/** The surest ones: whoever needs more of them types the country's code. */
const shown = 6

const whyOf = (reading: PhoneNumberReading): string =>
  [
    reading.kind === 'telephone'
      ? reading.country && words.common.country(reading.country)
      : `${said.kind(reading.kind)} · ${said.asTyped}`,
    reading.assumed && said.assumedInShort(reading.assumed),
    reading.extension && said.extension(reading.extension),
  ]
    .filter(Boolean)
    .join(' · ')

const Offer = ({ reading, onTake }: { reading: PhoneNumberReading; onTake: () => void }) => (
  <Toolbar.Button className={css['offer']} onClick={onTake} data-offer>
    <span className={css['digits']}>
      <Ltr>{reading.display}</Ltr>
    </span>
    <span className={css['why']}>{whyOf(reading)}</span>
    {reading.assumed !== null && <Tag tone="check">{said.guess}</Tag>}
  </Toolbar.Button>
)

type Props = {
  readings: readonly PhoneNumberReading[]
  onTake: (reading: PhoneNumberReading) => void
  /** Back to the field, with nothing taken. */
  onLeave: () => void
}

/** The numbers that a text may mean, the surest first: one Tab away, moved through with the arrow keys, taken by Enter. */
export const NumberOffersList = ({ readings, onTake, onLeave }: Props) =>
  readings.length === 0 ? null : (
    <div className={css['offers']} aria-live="polite">
      <p className={css['question']}>{said.offers}</p>
      <Toolbar.Root
        orientation="vertical"
        aria-label={said.offers}
        className={css['list']}
        onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      >
        {readings.slice(0, shown).map((reading) => (
          <Offer key={`${reading.kind} ${reading.dial}`} reading={reading} onTake={() => onTake(reading)} />
        ))}
      </Toolbar.Root>
    </div>
  )
