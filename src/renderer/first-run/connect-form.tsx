import { type RefObject, useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { ColorChoice } from '../design/color-choice.tsx'
import { Field, FieldMessage } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { CustodyChoice } from '../shell/key-entry/custody-choice.tsx'
import { KeyEntryField } from '../shell/key-entry/key-entry-field.tsx'
import { takeFocus } from '../shell/take-focus.ts'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import css from './connect-form.module.css'
import { maySaveUnchecked, type ConnectState, type ConnectStore } from './connect-store.ts'

const said = words.firstRun.connect
const slow = 4_000
const needed: Record<string, string> = {
  name: said.needName,
  origin: said.needOrigin,
  entryId: said.needKey,
  custody: words.profiles.custodyChoice.needed,
}

const errorAt = ({ at }: ConnectState, field: string): string | null => {
  const issue = at.step === 'filling' ? at.issues.find(({ path }) => path[0] === field) : undefined
  if (!issue) return null
  return issue.code === 'required' ? (needed[field] ?? words.issue.sentence(issue)) : words.issue.sentence(issue)
}

const Progress = ({ since }: { since: number }) => {
  const now = useNow(1_000)
  return <output>{now - since > slow ? said.slow : said.checking}</output>
}

/** A failure below the edge of the window would look as if nothing had happened. */
const comeIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

const Failed = ({ connect }: { connect: ConnectStore }) => {
  const at = useStore(connect.store, (state) => state.at)
  if (at.step !== 'failed') return null
  const offer = maySaveUnchecked(at)
  return (
    <div role="alert" ref={comeIntoSight}>
      <FailureNotice
        failure={at.failure}
        acts={offer && <Button onClick={() => void connect.save(true)}>{said.saveAnyway}</Button>}
      />
      <FieldMessage tone="hint">{offer ? said.saveAnywayHint : said.nothingLost}</FieldMessage>
    </div>
  )
}

const Fields = ({ connect, next }: { connect: ConnectStore; next: RefObject<HTMLElement | null> }) => {
  const state = useStore(connect.store)
  const group = useId()
  return (
    <>
      <Field label={words.profiles.name} hint={words.profiles.nameHint} error={errorAt(state, 'name')}>
        {(control) => (
          <Input
            {...control}
            value={state.name}
            maxLength={60}
            ref={takeFocus}
            onChange={(event) => connect.edit({ name: event.target.value })}
          />
        )}
      </Field>
      <ColorChoice name={group} value={state.color} onChoose={(color) => connect.edit({ color })} />
      <Field
        label={said.origin}
        hint={said.originHint}
        warning={state.isTakenAsHttps ? said.takenAs(state.origin.trim()) : null}
        error={errorAt(state, 'origin')}
      >
        {(control) => (
          <Input
            {...control}
            mono
            value={state.origin}
            inputMode="url"
            placeholder="https://"
            onChange={(event) => connect.edit({ origin: event.target.value })}
            onBlur={connect.leaveOrigin}
          />
        )}
      </Field>
      <KeyEntryField entry={connect.key} next={next} />
      <CustodyChoice
        keychain={connect.keychain}
        session={state.session}
        onSession={(session) => connect.edit({ session })}
      />
    </>
  )
}

/** The form that connects an organization: name, colour, address, key; checked live, then saved. */
export const ConnectForm = ({ connect }: { connect: ConnectStore }) => {
  const state = useStore(connect.store)
  const save = useRef<HTMLButtonElement>(null)
  const held = useStore(connect.key.store, (entry) => entry.step === 'held')
  useEffect(() => void connect.keychain.ask(), [connect])
  // What the key field itself does not know: that it, or the agreement to forget it, is still missing.
  const left = [held ? null : errorAt(state, 'entryId'), errorAt(state, 'custody')].filter((error) => error !== null)
  return (
    <form
      className={css['form']}
      data-color={state.color}
      noValidate
      onSubmit={(event) => (event.preventDefault(), void connect.save(false))}
    >
      <Fields connect={connect} next={save} />
      {left.map((error) => (
        <FieldMessage key={error} tone="bad">
          {error}
        </FieldMessage>
      ))}
      <Failed connect={connect} />
      <div className={css['foot']}>
        <Button ref={save} type="submit" look="loud" off={state.at.step === 'checking'}>
          {said.save}
        </Button>
        {state.at.step === 'checking' && <Progress since={state.at.since} />}
      </div>
    </form>
  )
}
