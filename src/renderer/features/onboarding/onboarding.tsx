import { ArrowLeft, Building2, FileKey, FlaskConical, type LucideIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { CheckedFields, ColorChoice, Field, FieldMessage, Input, tooLong } from '../../ui/field.tsx'
import { KeyEntryField, KeyStorageChoice } from '../../ui/key-entry.tsx'
import { createQuery, settle } from '../../lib/query.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { createKeyTransfer, ImportKeyDialog, type KeyTransfer, KeyTransferResult } from '../../ui/key-file.tsx'
import { useNow, usePage } from '../../lib/page.ts'
import { focusOnMount } from '../../lib/focus.ts'
import { messages } from '../../../messages/index.ts'
import { EarlierProfiles } from './earlier-profiles.tsx'
import { type ConnectState, type ConnectStore, maySaveUnchecked } from './connect-store.ts'
import css from './onboarding.module.css'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import type { Failure } from '../../../contract/failure.ts'
import { type Profile, profileNameLength } from '../../../contract/profile.ts'

type Props = {
  /** Shown at the top, for example if the history is damaged. */
  notice: ReactNode
  /** Renders the button that opens the doctor, with the form's address if there is one. */
  renderDoctor: (address?: string) => ReactNode
  /** Whether this adds the first profile. Adding any later profile can be canceled. */
  first: boolean
  /** Whether profiles may have been lost with the history. */
  isHistoryLost: boolean
  /** The form of a new organization; null until it is opened. Its content outlives this page. */
  connect: ConnectStore | null
  onConnect: () => void
  /** Keeps this page open after a profile is added, so that it can show the result. */
  onStay: () => void
  onDone: () => void
  onBack: () => void
}

const onboardingText = messages.onboarding
const connectText = onboardingText.connect

const Option = ({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon
  title: string
  text: string
  children: ReactNode
}) => (
  <section className={css['option']} aria-label={title}>
    <Icon aria-hidden />
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </section>
)

/**
 * Shows the option to add the practice profile. `loud` makes it prominent: most users want practice first and an
 * organization later, unless they had profiles.
 */
const PracticeOption = ({ loud, onDone }: { loud: boolean; onDone: () => void }) => {
  const { api } = usePage()
  const [practice] = useState(() => createPracticeStore(api))
  const practiceState = useStore(practice.store)
  useEffect(() => {
    if (practiceState.step === 'added') onDone()
  }, [practiceState.step, onDone])
  return (
    <Option icon={FlaskConical} title={onboardingText.practice.title} text={onboardingText.practice.text}>
      {practiceState.step === 'failed' && <FailureNotice failure={practiceState.failure} />}
      <Button
        variant={loud ? 'loud' : 'plain'}
        off={practiceState.step === 'adding'}
        onClick={() => void practice.add()}
      >
        {practiceState.step === 'adding' ? onboardingText.practice.opening : onboardingText.practice.action}
      </Button>
    </Option>
  )
}

type ConnectingProps = Pick<Props, 'renderDoctor' | 'onDone' | 'onBack'> & { connect: ConnectStore }

const Connecting = ({ connect, renderDoctor, onDone, onBack }: ConnectingProps) => {
  const done = useStore(connect.store, (state) => state.status.step === 'done')
  const origin = useStore(connect.store, (state) => state.origin)
  useEffect(() => {
    if (done) onDone()
  }, [done, onDone])
  return (
    <section className={css['connect']} aria-labelledby="connect-title">
      <Button variant="quiet" size="small" onClick={onBack}>
        <ArrowLeft aria-hidden />
        {onboardingText.back}
      </Button>
      <h1 id="connect-title">{connectText.title}</h1>
      <p className={css['lead']}>{connectText.text}</p>
      <ConnectForm connect={connect} />
      {renderDoctor(origin)}
    </section>
  )
}

type ConnectOptionProps = Pick<ChoicesProps, 'isBack' | 'onConnect'> & { loud: boolean }

const ConnectOption = ({ loud, isBack, onConnect }: ConnectOptionProps) => (
  <Option icon={Building2} title={connectText.title} text={connectText.text}>
    <Button ref={isBack ? focusOnMount : null} variant={loud ? 'loud' : 'plain'} onClick={onConnect}>
      {onboardingText.connect.action}
    </Button>
  </Option>
)

/**
 * Shows the option to import a key file from another computer, which requires neither an address nor an existing
 * profile.
 */
const KeyFileOption = ({ keyTransfer, onStay }: { keyTransfer: KeyTransfer; onStay: () => void }) => {
  const { step } = useStore(keyTransfer.store)
  return (
    <Option icon={FileKey} title={onboardingText.keyFile.title} text={onboardingText.keyFile.text}>
      {step === 'failed' && <KeyTransferResult keyTransfer={keyTransfer} />}
      <Button off={step === 'choosing'} onClick={() => (onStay(), void keyTransfer.chooseFile())}>
        {messages.keyExport.importKey}
      </Button>
      <ImportKeyDialog keyTransfer={keyTransfer} />
    </Option>
  )
}

/** After an import, shows what to do with the key file now. */
const KeyImported = ({ keyTransfer, onDone }: { keyTransfer: KeyTransfer; onDone: () => void }) => (
  <section className={css['connect']} aria-labelledby="key-file-title" data-color="blue">
    <h1 id="key-file-title">{onboardingText.keyFile.title}</h1>
    <div className={css['result']} role="status">
      <KeyTransferResult keyTransfer={keyTransfer} />
    </div>
    <div>
      <Button ref={focusOnMount} variant="loud" onClick={onDone}>
        {onboardingText.keyFile.action}
      </Button>
    </div>
  </section>
)

type ChoicesProps = Omit<Props, 'notice' | 'connect'> & {
  keyTransfer: KeyTransfer
  /** True if the user came back from the form of a new organization. */
  isBack: boolean
}

const Choices = ({
  first,
  isHistoryLost,
  isBack,
  renderDoctor,
  keyTransfer,
  onStay,
  onDone,
  onBack,
  onConnect,
}: ChoicesProps) => {
  const isPracticeFirst = first && !isHistoryLost
  const practice = (
    <div key="practice" data-color="violet">
      <PracticeOption loud={isPracticeFirst} onDone={onDone} />
    </div>
  )
  const connect = (
    <div key="connect" data-color="blue">
      <ConnectOption loud={!isPracticeFirst} isBack={isBack} onConnect={onConnect} />
    </div>
  )
  return (
    <div className={css['welcome']}>
      {!first && (
        <Button variant="quiet" size="small" onClick={onBack}>
          <ArrowLeft aria-hidden />
          {onboardingText.back}
        </Button>
      )}
      <h1>{first ? onboardingText.title : onboardingText.addTitle}</h1>
      <p className={css['lead']}>{first ? onboardingText.text : onboardingText.addText}</p>
      <div className={css['options']}>
        {isPracticeFirst ? [practice, connect] : [connect, practice]}
        <div data-color="slate">
          <KeyFileOption keyTransfer={keyTransfer} onStay={onStay} />
        </div>
      </div>
      {first && <EarlierProfiles isHistoryLost={isHistoryLost} />}
      {renderDoctor()}
    </div>
  )
}

/** Shows the options for adding a profile: practice, an organization, or a key file from another computer. */
export const Onboarding = ({ notice, first, connect, ...props }: Props) => {
  const { renderDoctor, onConnect, onDone } = props
  const { api } = usePage()
  // This keeps its initial value even after the profile has been added.
  const [isFirst] = useState(first)
  const [step, setStep] = useState<'choosing' | 'connecting' | 'back'>('choosing')
  const [keyTransfer] = useState(() => createKeyTransfer(api))
  const isImported = useStore(keyTransfer.store, (state) => state.step === 'imported')
  return (
    <main className={css['page']}>
      {notice}
      {isImported ? (
        <KeyImported keyTransfer={keyTransfer} onDone={onDone} />
      ) : step === 'connecting' && connect !== null ? (
        <Connecting {...{ connect, renderDoctor, onDone }} onBack={() => setStep('back')} />
      ) : (
        <Choices
          {...props}
          first={isFirst}
          isBack={step === 'back'}
          keyTransfer={keyTransfer}
          onConnect={() => (onConnect(), setStep('connecting'))}
        />
      )}
    </main>
  )
}

type PracticeStep = { step: 'idle' } | { step: 'adding' } | { step: 'failed'; failure: Failure } | { step: 'added' }

type PracticeStore = { readonly store: StoreApi<PracticeStep>; readonly add: () => Promise<void> }

/** Returns the store that adds a practice profile. Adding one does nothing while another is being added. */
const createPracticeStore = (api: Api): PracticeStore => {
  const store = createStore<PracticeStep>(() => ({ step: 'idle' }))
  const add = async () => {
    if (store.getState().step === 'adding') return
    store.setState({ step: 'adding' }, true)
    const name = messages.onboarding.practice.name
    const answer = await settle(api.addProfile({ kind: 'practice', name, color: 'violet' }))
    store.setState(answer.ok ? { step: 'added' } : { step: 'failed', failure: answer.failure }, true)
  }
  return { store, add }
}

/** After this time, in milliseconds, the form says that the service takes long to respond. */
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
        {...(at.failure.kind === 'unauthorized' && { title: connectText.keyRejected })}
        {...(at.failure.kind === 'keychain' && { instead: { why: messages.failure.keychainWhy[at.failure.reason] } })}
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
        error={tooLong(state.name, profileNameLength) ?? errorAt(state, 'name')}
      >
        {(control) => (
          <Input
            {...control}
            value={state.name}
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
        failure={state.status.step === 'failed' ? state.status.failure : null}
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
const ConnectForm = ({ connect }: { connect: ConnectStore }) => {
  const state = useStore(connect.store)
  const isChecking = state.status.step === 'checking'
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
      <CheckedFields isChecking={isChecking} button={save}>
        <Fields connect={connect} next={save} />
      </CheckedFields>
      {missing.map((error) => (
        <FieldMessage key={error} tone="bad">
          {error}
        </FieldMessage>
      ))}
      <Failed connect={connect} />
      <div className={css['foot']}>
        <Button
          ref={save}
          type="submit"
          variant="loud"
          off={isChecking}
          // Leaving a field changes the form, which would move the button away before the mouse is released.
          onMouseDown={(event) => event.preventDefault()}
          // Enter in a field clicks the button, too, and stays in the field.
          onClick={({ detail, currentTarget }) => detail > 0 && currentTarget.focus()}
        >
          {connectText.save}
        </Button>
        {state.status.step === 'checking' && <Progress since={state.status.since} />}
      </div>
    </form>
  )
}
