import { useState } from 'react'
import { useStore } from 'zustand'
import type { RouteIdKind } from '../../contract/route.ts'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { words } from '../words/words.ts'
import { labelOf, type CallsFromLabels } from './calls-from-labels.ts'

const said = words.call.from

type Props = { labels: CallsFromLabels; kind: RouteIdKind; id: number }

/** What people call an id: kept for this profile as soon as the field is left, and said on the button. */
export const IdLabel = ({ labels, kind, id }: Props) => {
  const known = labelOf(useStore(labels.list.store).known?.value ?? [], kind, id) ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const keep = async () => {
    if (typed === null || typed.trim() === known) return
    setFailed(!(await labels.label(kind, id, typed.trim())))
  }
  return (
    <Field label={said.idLabel(id)} error={failed ? said.labelFailed : null}>
      {(control) => (
        <Input
          {...control}
          value={typed ?? known}
          maxLength={80}
          placeholder={said.idLabelPlaceholder}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void keep()}
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && void keep()}
        />
      )}
    </Field>
  )
}
