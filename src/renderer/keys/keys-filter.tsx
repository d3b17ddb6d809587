import { Select } from '../design/select.tsx'
import { Switch } from '../design/switch.tsx'
import { words } from '../words/words.ts'
import { isSince, type Since, sinceHours } from './created-since.ts'
import css from './keys-screen.module.css'

const said = words.keys

type Props = {
  archived: boolean
  since: Since
  onArchived: (archived: boolean) => void
  onSince: (since: Since) => void
}

const options = Object.keys(sinceHours)
  .filter(isSince)
  .map((since) => ({ value: since, text: said.since[since] }))

/** Which keys are shown: those created since a time, and the archived ones on demand. */
export const KeysFilter = ({ archived, since, onArchived, onSince }: Props) => (
  <div className={css['filter']}>
    <div className={css['since']}>
      <Select
        control={{ id: 'keys-since', 'aria-describedby': undefined, 'aria-invalid': undefined }}
        label={said.sinceLabel}
        value={since}
        options={options}
        placeholder={said.since.ever}
        onChoose={(next) => isSince(next) && onSince(next)}
      />
    </div>
    <Switch label={said.showArchived} on={archived} onTurn={onArchived} />
  </div>
)
