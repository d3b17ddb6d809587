import { Switch as Base } from '@base-ui/react/switch'
import { useOff } from './off.ts'
import css from './switch.module.css'

/** On or off, at once, with its words beside it. */
export const Switch = ({ label, on, onTurn }: { label: string; on: boolean; onTurn: (on: boolean) => void }) => {
  const off = useOff()
  return (
    <label className={css['row']}>
      <Base.Root className={css['track']} checked={on} onCheckedChange={onTurn} disabled={off}>
        <Base.Thumb className={css['thumb']} />
      </Base.Root>
      <span>{label}</span>
    </label>
  )
}
