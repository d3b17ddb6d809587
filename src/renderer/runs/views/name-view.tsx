import { useState } from 'react'
import { useStore } from 'zustand'
import type { SavedView } from '../../../contract/call-filter.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'
import { FailureNotice } from '../../shell/failure-notice.tsx'
import { useParts } from '../../shell/parts.ts'
import { words } from '../../words/words.ts'
import type { Asked } from '../rows/list-state.ts'
import type { ViewsStore } from './views-store.ts'

const said = words.runs.views
const longestName = 80

type Props = { views: ViewsStore; naming: 'new' | SavedView; asked: Asked; onClose: () => void }

/** Asks for the name of a view, a new one or one that gets another name. */
export const NameView = ({ views, naming, asked, onClose }: Props) => {
  const { announce } = useParts()
  const { views: all, failure } = useStore(views.store)
  const [name, setName] = useState(naming === 'new' ? '' : naming.name)
  const [tried, setTried] = useState(false)
  const trimmed = name.trim()
  const isTaken = all.some((view) => view !== naming && view.name.trim() === trimmed)
  const error = trimmed === '' ? said.noName : isTaken ? said.taken : null
  const save = async () => {
    setTried(true)
    if (error !== null) return
    if (await (naming === 'new' ? views.save(trimmed, asked) : views.rename(naming, trimmed))) {
      announce(said.saved(trimmed))
      onClose()
    }
  }
  return (
    <Dialog
      title={naming === 'new' ? said.saveTitle : said.renameTitle}
      open
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button look="loud" onClick={() => void save()}>
            {said.save}
          </Button>
        </>
      }
    >
      <Field label={said.name} hint={naming === 'new' ? said.hint : undefined} error={tried ? error : null}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={longestName}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Else the button that takes the focus next would be pressed by the same key.
              event.preventDefault()
              void save()
            }}
          />
        )}
      </Field>
      {tried && failure && <FailureNotice failure={failure} title={said.failed} />}
    </Dialog>
  )
}
