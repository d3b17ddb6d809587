import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AppInfo, Health, KeychainStatus } from '../../../contract/app-status.ts'
import type { Profile, ProfileCheck } from '../../../contract/profile.ts'
import { longestHealthCheck } from '../../../domain/request-limits.ts'
import { createQuery, finishedOf, type Query, type QueryState, settle } from '../../lib/query.ts'
import { usePage } from '../../lib/page.ts'
import { messages } from '../../../messages/index.ts'
import { Doctor } from './doctor.tsx'
import { HealthLastHour } from './health.tsx'
import { type RunLookup, RunLookupForm } from './run-lookup.tsx'
import css from './support.module.css'
import { Verify } from '../../ui/evidence.tsx'
import { FailureNotice, Notice, OnSupportContext, QueryAge } from '../../ui/notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useCallActions } from '../../lib/workspace-context.ts'
import details from '../../ui/detail-list.module.css'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import type { Failure } from '../../../contract/failure.ts'
import { Dialog } from '../../ui/dialog.tsx'

const supportText = messages.support
type Props = {
  profile: Profile
  profiles: readonly Profile[]
  lookup: RunLookup
  health: Query<Health>
  info: Query<AppInfo>
}

type CardProps = { title: string; text?: string; wide?: boolean; children: ReactNode }

const Card = ({ title, text, wide = false, children }: CardProps) => (
  <section className={wide ? `${css['card']} ${css['wide']}` : css['card']} aria-label={title}>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </section>
)

/** Renders the Support screen: run lookup, health, doctor, key, keychain, evidence, diagnostics and versions. */
export const SupportScreen = ({ profile, profiles, lookup, health, info }: Props) => {
  const { api, now } = usePage()
  const [check] = useState(() => createQuery(() => api.checkProfile({ profileId: profile.id }), now))
  const [keychain] = useState(() => createQuery(() => api.keychainStatus({}), now))
  useEffect(() => void keychain.load(), [keychain])
  // The result for one key says nothing about another one.
  useEffect(
    () =>
      api.onProfilesChanged(
        ({ rekeyed }) => rekeyed === profile.id && check.store.getState().step !== 'idle' && void check.refresh(),
      ),
    [api, check, profile.id],
  )
  return (
    <OnSupportContext value>
      <div className={css['screen']}>
        <h1>{supportText.title}</h1>
        <div className={css['cards']}>
          <Card wide title={supportText.run.title} text={supportText.run.text}>
            <RunLookupForm lookup={lookup} profile={profile} profiles={profiles} />
          </Card>
          <Card wide title={supportText.health.title} text={supportText.health.text}>
            <HealthDetails health={health} />
            <HealthLastHour profileId={profile.id} health={health} />
          </Card>
          <Card wide title={messages.doctor.title} text={messages.doctor.text}>
            <Doctor chosen={profile.id} profiles={profiles} />
          </Card>
          <Card title={supportText.key.title} text={supportText.key.text}>
            <KeyDetails check={check} />
          </Card>
          <Card title={supportText.keychain.title}>
            <KeychainDetails keychain={keychain} />
          </Card>
          <Card title={supportText.verify.title} text={supportText.verify.text}>
            <Verify />
          </Card>
          <Card title={supportText.diagnostics.title} text={supportText.diagnostics.text}>
            <Diagnostics />
          </Card>
          <Card title={supportText.app.title}>
            <AppDetails info={useStore(info.store)} />
          </Card>
        </div>
      </div>
    </OnSupportContext>
  )
}

/**
 * Returns what to show about the service's health. After a failed check, that is only the time of the last success: its
 * values say nothing about the service now.
 */
export const healthListOf = (query: QueryState<Health>): [label: string, value: string][] => {
  const health = query.data?.value
  if (health === undefined) return []
  const checkedAt = messages.time.full(health.checkedAt)
  if (query.step === 'failed') return [[supportText.details.lastSuccess, checkedAt]]
  return [
    [supportText.details.status, health.status],
    [supportText.details.latency, messages.time.milliseconds(health.milliseconds)],
    [supportText.details.version, health.version ?? supportText.details.notReported],
    [supportText.details.checked, checkedAt],
  ]
}

/** Shows the service's health and the age of the last check. */
const HealthDetails = ({ health }: { health: Query<Health> }) => {
  const query = useStore(health.store)
  const finished = finishedOf(query)
  const list = healthListOf(finished)
  return (
    <>
      <QueryAge
        isCheck
        query={query}
        longest={longestHealthCheck}
        label={supportText.health.check}
        text={messages.shell.health.age}
        onRefresh={() => void health.load()}
      />
      {finished.step === 'failed' && <FailureNotice failure={finished.failure} />}
      {list.length > 0 && <DetailList list={list} />}
    </>
  )
}

/** Shows whether this profile's key works and, if the service reports it, the key's account. */
const KeyDetails = ({ check }: { check: Query<ProfileCheck> }) => {
  const query = useStore(check.store)
  const { goToKeys } = useCallActions()
  const answer = query.step === 'ready' ? query.data.value : null
  return (
    <>
      <QueryAge
        isCheck
        query={query}
        label={supportText.key.check}
        text={messages.shell.health.age}
        onRefresh={() => void check.load()}
      />
      {query.step === 'failed' && (
        <FailureNotice
          failure={query.failure}
          actions={
            query.failure.kind === 'unauthorized' && <Button onClick={goToKeys}>{messages.preflight.goToKeys}</Button>
          }
        />
      )}
      {answer && (
        <>
          <div>
            <Tag tone="good">{supportText.key.works}</Tag>
          </div>
          <DetailList
            list={[
              [supportText.details.latency, messages.time.milliseconds(answer.milliseconds)],
              [
                supportText.details.account,
                answer.account
                  ? messages.profiles.account(answer.account.email, answer.account.organizationId) ||
                    supportText.details.notReported
                  : supportText.details.notReported,
              ],
            ]}
          />
        </>
      )}
    </>
  )
}

const keychainText = messages.support.keychain

/** Shows whether the keychain can store keys and, if not, why and what to do. */
const KeychainDetails = ({ keychain }: { keychain: Query<KeychainStatus> }) => {
  const query = useStore(keychain.store)
  const status = query.step === 'failed' ? undefined : query.data?.value
  return (
    <>
      <QueryAge
        isCheck
        query={query}
        label={keychainText.check}
        text={messages.shell.health.age}
        loadingText={keychainText.checking}
        onRefresh={() => void keychain.load()}
      />
      {query.step === 'failed' && <FailureNotice failure={query.failure} />}
      {status?.usable === true && <p>{keychainText.usable}</p>}
      {status?.usable === false && (
        <Notice tone="check" title={keychainText.notUsable}>
          <p>{messages.failure.keychainWhy[status.reason]}</p>
          <p>{messages.failure.keychainNext[status.reason]}</p>
        </Notice>
      )}
    </>
  )
}

const appText = messages.support.app

/** Shows the versions of the app and its runtime. */
const AppDetails = ({ info }: { info: QueryState<AppInfo> }) => {
  const versions = info.data?.value
  if (info.step === 'failed') return <FailureNotice failure={info.failure} />
  if (!versions) return null
  return (
    <DetailList
      list={[
        [appText.version, versions.version],
        [appText.electron, versions.electron],
        [appText.chromium, versions.chromium],
        [appText.node, versions.node],
        [appText.platform, versions.platform],
        [appText.runtime, versions.runtime === 'trial' ? appText.trial : appText.product],
      ]}
    />
  )
}

/** Shows names with their values. Null values are omitted. */
const DetailList = ({ list }: { list: readonly (readonly [name: string, value: string | null])[] }) => (
  <dl className={details['list']}>
    {list.map(
      ([name, value]) =>
        value !== null && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

type DiagnosticsState = {
  step: 'none' | 'gathering' | 'shown' | 'saving'
  /** The displayed text, which is exactly what would be saved. */
  shown: { diagnosticsId: string; text: string } | null
  /** The name of the last saved file. */
  saved: string | null
  failure: Failure | null
}

type DiagnosticsStore = {
  readonly store: StoreApi<DiagnosticsState>
  readonly show: () => Promise<void>
  readonly save: () => Promise<void>
  readonly hide: () => void
}

const nothing: DiagnosticsState = { step: 'none', shown: null, saved: null, failure: null }

/** Returns the store for the diagnostics. Only what has been shown can be saved. */
export const createDiagnosticsStore = (api: Pick<Api, 'previewDiagnostics' | 'saveDiagnostics'>): DiagnosticsStore => {
  const store = createStore<DiagnosticsState>(() => nothing)
  return {
    store,
    hide: () => store.setState({ step: 'none', shown: null, failure: null }),
    async show() {
      if (store.getState().step !== 'none') return
      store.setState({ ...nothing, step: 'gathering' })
      const preview = await settle(api.previewDiagnostics({}))
      if (preview.ok) store.setState({ step: 'shown', shown: preview.value })
      else store.setState({ step: 'none', failure: preview.failure })
    },
    async save() {
      const { step, shown } = store.getState()
      if (step !== 'shown' || shown === null) return
      store.setState({ step: 'saving', failure: null })
      const saved = await settle(api.saveDiagnostics({ diagnosticsId: shown.diagnosticsId }))
      if (!saved.ok) return store.setState({ step: 'shown', failure: saved.failure })
      const { file } = saved.value
      // If there is no file, the dialog was canceled; keep the text.
      store.setState(file === null ? { step: 'shown' } : { step: 'none', shown: null, saved: file })
    },
  }
}

const diagnosticsText = messages.support.diagnostics

/** Shows the diagnostics and lets the user save exactly what is shown. */
export const Diagnostics = () => {
  const { api } = usePage()
  const [diagnostics] = useState(() => createDiagnosticsStore(api))
  const { step, shown, saved, failure } = useStore(diagnostics.store)
  return (
    <>
      <div className={css['ask']}>
        <Button size="small" off={step !== 'none'} onClick={() => void diagnostics.show()}>
          {diagnosticsText.show}
        </Button>
        <output>{saved !== null && diagnosticsText.saved(saved)}</output>
      </div>
      {shown === null && failure && <FailureNotice failure={failure} />}
      <Dialog
        wide
        title={diagnosticsText.dialog}
        open={shown !== null}
        onClose={diagnostics.hide}
        foot={
          <>
            <Button onClick={diagnostics.hide}>{messages.common.cancel}</Button>
            <Button variant="loud" off={step === 'saving'} onClick={() => void diagnostics.save()}>
              {diagnosticsText.save}
            </Button>
          </>
        }
      >
        <p>{diagnosticsText.exactly}</p>
        {failure && <FailureNotice failure={failure} title={diagnosticsText.failed} />}
        <pre className={css['text']} dir="ltr">
          {shown?.text}
        </pre>
      </Dialog>
    </>
  )
}
