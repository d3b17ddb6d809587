import { useRef } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../../contract/profile.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'
import { isInDialog, isTyping, useWindowKeys } from '../../shell/shortcuts.ts'
import { words } from '../../words/words.ts'
import css from './run-look-up.module.css'
import { type RunLookUpStore, withFirst } from './run-look-up-store.ts'
import { RunSources } from './run-sources.tsx'

const said = words.support.run

/** A digit that is typed anywhere on the screen begins a run id: G S, digits, Enter. */
const useDigitsAnywhere = () => {
  const input = useRef<HTMLInputElement>(null)
  useWindowKeys((event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isPlain || !/^\d$/.test(event.key) || isTyping(event) || isInDialog(event)) return
    // The digit itself lands in the field, in the place of what was there.
    input.current?.focus()
    input.current?.select()
  })
  return input
}

type Props = { look: RunLookUpStore; profile: Profile; profiles: readonly Profile[] }

/** One field, one answer: what this computer and the service of every profile know of a run. */
export const RunLookUp = ({ look, profile, profiles }: Props) => {
  const { typed, bad, asked } = useStore(look.store)
  const input = useDigitsAnywhere()
  const submit = () => look.look(withFirst(profiles, profile.id))
  return (
    <>
      <form className={css['look']} onSubmit={(event) => (event.preventDefault(), submit())}>
        <Field label={said.label} error={bad ? said.bad : null}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              mono
              data-run-field
              inputMode="numeric"
              placeholder={said.placeholder}
              value={typed}
              onChange={(event) => look.type(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit">{said.act}</Button>
      </form>
      {asked && <RunSources key={asked.runId} asked={asked} />}
    </>
  )
}
