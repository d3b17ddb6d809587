import { Field, Input } from '../../ui/field.tsx'
import { messages } from '../../../messages/index.ts'
import { Locked, LockedSettings, sentenceAt } from './settings-fields.tsx'
import { isChanged, type SettingsDraft, type SettingsState, type SettingsStore } from './settings-store.ts'
import css from './settings.module.css'
import { useContext, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import { Button } from '../../ui/button.tsx'
import { clearTypedFromMemory } from '../../lib/key-entry.ts'
import { usePage } from '../../lib/page.ts'
import { settle } from '../../lib/query.ts'

const networkText = messages.settings.network
const modes = ['system', 'none', 'manual'] as const

type Props = { settings: SettingsStore; state: Extract<SettingsState, { step: 'shown' }> }

const Mode = ({ mode, settings, state }: Props & { mode: SettingsDraft['mode'] }) => (
  <label className={css['mode']}>
    <input
      type="radio"
      name="proxy"
      aria-label={networkText.modes[mode]}
      checked={state.draft.mode === mode}
      onChange={() => settings.change({ mode })}
    />
    <span>
      {networkText.modes[mode]}
      <small>{networkText.modeHints[mode]}</small>
    </span>
  </label>
)

/** Returns whether this computer's policy sets the proxy, so that the user can't change it. */
const useLockedProxy = (): boolean => useContext(LockedSettings).includes('proxy')

/** Returns whether the proxy and its user name are saved as shown. The password belongs to the saved ones. */
const isKept = ({ saved, draft }: Props['state'], isLocked: boolean): boolean =>
  saved.proxy.mode === 'manual' && saved.proxy.user !== null && (isLocked || !isChanged(saved, draft))

const Manual = ({ settings, state }: Props) => {
  const isLocked = useLockedProxy()
  const { draft } = state
  return (
    <div className={css['manual']}>
      <Field label={networkText.url} hint={networkText.urlHint} error={sentenceAt(state, 'proxy', 'url')}>
        {(control) => (
          <Input
            {...control}
            mono
            value={draft.url}
            onChange={(event) => settings.change({ url: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={networkText.user}
        hint={isLocked ? null : networkText.userHint}
        error={sentenceAt(state, 'proxy', 'user')}
      >
        {(control) => (
          <Input {...control} value={draft.user} onChange={(event) => settings.change({ user: event.target.value })} />
        )}
      </Field>
    </div>
  )
}

/** Edits the proxy and the additional certificates. */
export const NetworkFields = ({ settings, state }: Props) => (
  <section className={css['card']} aria-label={networkText.title}>
    <h2>{networkText.title}</h2>
    <Locked name="proxy">
      <fieldset className={css['modes']}>
        <legend>{networkText.proxy}</legend>
        {modes.map((mode) => (
          <Mode key={mode} mode={mode} settings={settings} state={state} />
        ))}
      </fieldset>
      {state.draft.mode === 'manual' && <Manual settings={settings} state={state} />}
    </Locked>
    {state.draft.mode === 'manual' && (
      <div className={css['manual']}>
        <ProxyPassword state={state} />
      </div>
    )}
    <Locked name="extraCertificatesFile">
      <Field
        label={networkText.certificates}
        hint={networkText.certificatesHint}
        error={sentenceAt(state, 'extraCertificatesFile')}
      >
        {(control) => (
          <Input
            {...control}
            mono
            value={state.draft.certificates}
            onChange={(event) => settings.change({ certificates: event.target.value })}
          />
        )}
      </Field>
    </Locked>
  </section>
)

type Step = { step: 'idle' | 'empty' | 'working' | 'saved' | 'removed' } | { step: 'failed'; failure: Failure }

const errorOf = (status: Step): string | null => {
  if (status.step === 'empty') return networkText.passwordEmpty
  return status.step === 'failed' ? messages.failure.asReason(messages.failure.describe(status.failure)) : null
}

const doneOf = ({ step }: Step): string => {
  if (step === 'saved') return networkText.passwordSaved
  return step === 'removed' ? networkText.passwordRemoved : ''
}

/** Renders the field for the proxy password, which is sent to the key storage once and is never stored in the page. */
const ProxyPassword = ({ state }: Pick<Props, 'state'>) => {
  const { api } = usePage()
  const isLocked = useLockedProxy()
  const ready = isKept(state, isLocked)
  const notReady = isLocked ? networkText.passwordUnused : networkText.passwordFirst
  const input = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState<Step>({ step: 'idle' })
  const send = async (text: string, done: 'saved' | 'removed') => {
    if (status.step === 'working') return
    setStatus({ step: 'working' })
    const answer = await settle(api.setProxyPassword({ text }))
    setStatus(answer.ok ? { step: done } : { step: 'failed', failure: answer.failure })
  }
  const save = () => {
    const field = input.current
    if (!field || !ready) return
    const { value } = field
    // SECURITY: the text is sent once and removed from the page, even if it is refused.
    field.value = ''
    clearTypedFromMemory()
    if (value === '') setStatus({ step: 'empty' })
    else void send(value, 'saved')
  }
  return (
    <Field label={networkText.password} hint={ready ? networkText.passwordHint : notReady} error={errorOf(status)}>
      {(control) => (
        <div className={css['password']}>
          {/* SECURITY: the field is uncontrolled, so that no component state or store ever contains the text. */}
          <Input
            {...control}
            ref={input}
            type="password"
            maxLength={512}
            autoComplete="new-password"
            readOnly={!ready}
            onChange={() => status.step !== 'idle' && setStatus({ step: 'idle' })}
            onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), save())}
          />
          <Button off={!ready || status.step === 'working'} onClick={save}>
            {networkText.savePassword}
          </Button>
          <Button variant="quiet" off={!ready || status.step === 'working'} onClick={() => void send('', 'removed')}>
            {networkText.removePassword}
          </Button>
          <output className={css['done']}>{doneOf(status)}</output>
        </div>
      )}
    </Field>
  )
}
