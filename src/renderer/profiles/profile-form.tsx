import { useId, useState } from 'react'
import { useStore } from 'zustand'
import { defaultReferenceName, referenceNameSchema, type Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { ColorChoice } from '../design/color-choice.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { words } from '../words/words.ts'
import css from './manage-profiles.module.css'
import type { ProfileActs } from './profile-act-store.ts'
import { ReferenceName } from './reference-name.tsx'

const said = words.profiles

/** What may be changed about a profile, as typed; `referenceName` is null while none is sent. */
type Draft = { name: string; color: Profile['color']; sends: boolean; referenceName: string }

const draftOf = ({ name, color, referenceName }: Profile): Draft => ({
  name,
  color,
  sends: referenceName !== null,
  referenceName: referenceName ?? defaultReferenceName,
})

const chosenName = ({ sends, referenceName }: Draft): string | null => (sends ? referenceName.trim() : null)

const isChanged = (draft: Draft, profile: Profile): boolean =>
  draft.name.trim() !== profile.name || draft.color !== profile.color || chosenName(draft) !== profile.referenceName

/** A profile's name, colour and the reference its calls carry, saved together. */
export const ProfileForm = ({ profile, acts }: { profile: Profile; acts: ProfileActs }) => {
  const [draft, setDraft] = useState(() => draftOf(profile))
  const { step } = useStore(acts.store)
  const group = useId()
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const nameMissing = draft.name.trim() === ''
  const badReference = !referenceNameSchema.safeParse(chosenName(draft)).success
  const off = !isChanged(draft, profile) || nameMissing || badReference || step === 'working'
  return (
    <form
      className={css['section']}
      data-color={draft.color}
      onSubmit={(event) => {
        event.preventDefault()
        if (!off) void acts.save(draft.name, draft.color, chosenName(draft))
      }}
    >
      <Field label={said.name} error={nameMissing ? words.firstRun.connect.needName : null}>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={60}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <ColorChoice name={group} value={draft.color} onChoose={(color) => change({ color })} />
      <ReferenceName
        sends={draft.sends}
        name={draft.referenceName}
        bad={badReference}
        onTurn={(sends) => change({ sends })}
        onName={(referenceName) => change({ referenceName })}
      />
      <div className={css['acts']}>
        <Button type="submit" look="loud" off={off}>
          {said.save}
        </Button>
      </div>
    </form>
  )
}
