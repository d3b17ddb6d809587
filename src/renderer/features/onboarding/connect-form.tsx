import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { ColorChoice, Field, FieldMessage, Input } from '../../ui/field.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { KeyEntryField, KeyStorageChoice } from '../../ui/key-entry.tsx'
import { focusOnMount } from '../../lib/focus.ts'
import { useNow, usePage } from '../../lib/page.ts'
import { createQuery } from '../../lib/query.ts'
import type { Profile } from '../../../contract/profile.ts'
import { messages } from '../../../messages/index.ts'
import css from './onboarding.module.css'
import { maySaveUnchecked, type ConnectState, type ConnectStore } from './connect-store.ts'

const connectText = messages.onboarding.connect
const slow = 4_000
const needed: Record<string, string> = {
  name: connectText.needName,
  origin: connectText.needOrigin,
  entryId: connectText.needKey,
  keyStorage: messages.profiles.keyStorageChoice.needed,
}

const errorAt = ({ status }: ConnectState, field: string): string | null => {
  const issue = status.step === 'filling' ? status.issues.find(({ path }) => path[0] === field) : undefined
  if (!issue) return null
  return issue.code === 'required' ? (needed[field] ?? messages.issue.text(issue)) : messages.issue.text(issue)
}

const Progress = ({ since }: { since: number }) => {
  const now = useNow(1_000)
  return <output>{now - since > slow ? connectText.slow : connectText.checking}</output>
}

/** Scrolls to a failure, because the user would not notice it below the visible area. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

const Failed = ({ connect }: { connect: ConnectStore }) => {
  const at = useStore(connect.store, (state) => state.status)
  if (at.step !== 'failed') return null
  const offer = maySaveUnchecked(at)
  return (
    <div role="alert" ref={scrollIntoView}>
      <FailureNotice
        failure={at.failure}
        actions={offer && <Button onClick={() => void connect.save(true)}>{connectText.saveAnyway}</Button>}
      />
      <FieldMessage tone="hint">{offer ? connectText.saveAnywayHint : connectText.nothingLost}</FieldMessage>
    </div>
  )
}

/** Returns this computer's profiles; an empty list until they are loaded. */
const useProfiles = (): readonly Profile[] => {
  const { api, now } = usePage()
  const [list] = useState(() => createQuery(() => api.listProfiles({}), now))
  useEffect(() => void list.load(), [list])
  return useStore(list.store).data?.value.profiles ?? []
}

const Fields = ({ connect, next }: { connect: ConnectStore; next: RefObject<HTMLElement | null> }) => {
  const state = useStore(connect.store)
  const group = useId()
  const others = useProfiles()
  const looksLikeAnother = others.some(({ name, color }) => name === state.name.trim() && color === state.color)
  return (
    <>
      <Field
        label={messages.profiles.name}
        hint={messages.profiles.nameHint}
        warning={looksLikeAnother ? messages.profiles.sameLookAsNew : null}
        error={errorAt(state, 'name')}
      >
        {(control) => (
          <Input
            {...control}
            value={state.name}
            maxLength={60}
            ref={focusOnMount}
            onChange={(event) => connect.edit({ name: event.target.value })}
          />
        )}
      </Field>
      <ColorChoice name={group} value={state.color} onChoose={(color) => connect.edit({ color })} />
      <Field
        label={connectText.origin}
        hint={connectText.originHint}
        warning={state.assumesHttps ? connectText.assumedHttps(state.origin.trim()) : null}
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
            onBlur={connect.blurOrigin}
          />
        )}
      </Field>
      <KeyEntryField entry={connect.key} next={next} />
      <KeyStorageChoice
        keychain={connect.keychain}
        session={state.session}
        onSession={(session) => connect.edit({ session })}
      />
    </>
  )
}

/**
 * Renders the form that connects an organization. The service verifies the address and the key before they are saved
 * with a name and a color.
 */
export const ConnectForm = ({ connect }: { connect: ConnectStore }) => {
  const state = useStore(connect.store)
  const save = useRef<HTMLButtonElement>(null)
  const hasKey = useStore(connect.key.store, (entry) => entry.step === 'staged')
  useEffect(() => void connect.keychain.load(), [connect])
  // The key field does not itself show that the key is required or that the user must choose where to store it.
  const missing = [hasKey ? null : errorAt(state, 'entryId'), errorAt(state, 'keyStorage')].filter(
    (error) => error !== null,
  )
  return (
    <form
      className={css['form']}
      data-color={state.color}
      noValidate
      onSubmit={(event) => (event.preventDefault(), void connect.save(false))}
    >
      <Fields connect={connect} next={save} />
      {missing.map((error) => (
        <FieldMessage key={error} tone="bad">
          {error}
        </FieldMessage>
      ))}
      <Failed connect={connect} />
      <div className={css['foot']}>
        <Button ref={save} type="submit" variant="loud" off={state.status.step === 'checking'}>
          {connectText.save}
        </Button>
        {state.status.step === 'checking' && <Progress since={state.status.since} />}
      </div>
    </form>
  )
}
