import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { words } from '../words/words.ts'
import { Locked } from './locked.tsx'
import { ProxyPassword } from './proxy-password.tsx'
import { issueAt, type SettingsDraft } from './settings-draft.ts'
import css from './settings-screen.module.css'
import { isChanged, issuesOf, type SettingsState, type SettingsStore } from './settings-store.ts'

const said = words.settings.network
const modes = ['system', 'none', 'manual'] as const

type Props = { settings: SettingsStore; state: Extract<SettingsState, { step: 'shown' }> }

const Mode = ({ mode, settings, state }: Props & { mode: SettingsDraft['mode'] }) => (
  <label className={css['mode']}>
    <input
      type="radio"
      name="proxy"
      aria-label={said.modes[mode]}
      checked={state.draft.mode === mode}
      onChange={() => settings.change({ mode })}
    />
    <span>
      {said.modes[mode]}
      <small>{said.modeHints[mode]}</small>
    </span>
  </label>
)

const sentenceAt = (state: SettingsState, ...path: string[]): string | null => {
  const issue = issueAt(issuesOf(state), ...path)
  return issue && words.issue.sentence(issue)
}

/** A password is kept for a proxy and its user as they are saved. */
const isKept = ({ saved, draft }: Props['state']): boolean =>
  saved.proxy.mode === 'manual' && saved.proxy.user !== null && !isChanged(saved, draft)

const Manual = ({ settings, state }: Props) => {
  const { draft } = state
  return (
    <div className={css['manual']}>
      <Field label={said.url} hint={said.urlHint} error={sentenceAt(state, 'proxy', 'url')}>
        {(control) => (
          <Input
            {...control}
            mono
            value={draft.url}
            maxLength={300}
            onChange={(event) => settings.change({ url: event.target.value })}
          />
        )}
      </Field>
      <Field label={said.user} hint={said.userHint} error={sentenceAt(state, 'proxy', 'user')}>
        {(control) => (
          <Input
            {...control}
            value={draft.user}
            maxLength={200}
            onChange={(event) => settings.change({ user: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

/** How this computer reaches the network, and which certificates it trusts besides the system's own. */
export const NetworkFields = ({ settings, state }: Props) => (
  <section className={css['card']} aria-label={said.title}>
    <h2>{said.title}</h2>
    <Locked name="proxy">
      <fieldset className={css['modes']}>
        <legend>{said.proxy}</legend>
        {modes.map((mode) => (
          <Mode key={mode} mode={mode} settings={settings} state={state} />
        ))}
      </fieldset>
      {state.draft.mode === 'manual' && <Manual settings={settings} state={state} />}
    </Locked>
    {state.draft.mode === 'manual' && (
      <div className={css['manual']}>
        <ProxyPassword ready={isKept(state)} />
      </div>
    )}
    <Locked name="extraCertificatesFile">
      <Field label={said.certificates} hint={said.certificatesHint} error={sentenceAt(state, 'extraCertificatesFile')}>
        {(control) => (
          <Input
            {...control}
            mono
            value={state.draft.certificates}
            maxLength={1000}
            onChange={(event) => settings.change({ certificates: event.target.value })}
          />
        )}
      </Field>
    </Locked>
  </section>
)
