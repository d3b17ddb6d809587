import '../without-eval.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '../ui/tokens.css'
import '../ui/hues.css'
import '../ui/base.css'
import './startup.css'
import {
  Component,
  type ComponentProps,
  type ErrorInfo,
  type ReactNode,
  StrictMode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ArrowLeft } from 'lucide-react'
import { useStore } from 'zustand'
import type { ProfileList } from '../../contract/profile.ts'
import { unsavedForms } from '../../contract/settings.ts'
import { messages } from '../../messages/index.ts'
import { Onboarding } from '../features/onboarding/onboarding.tsx'
import { type ConnectStore, createConnectStore } from '../features/onboarding/connect-store.ts'
import { SettingsScreen } from '../features/settings/settings-screen.tsx'
import { DoctorButton } from '../features/support/doctor.tsx'
import { createProfilesStore, profileInUse, type ProfilesStore } from '../features/profiles/profiles-store.ts'
import { focusOnMount } from '../lib/focus.ts'
import { PageContext, type PageDeps, usePage } from '../lib/page.ts'
import { type QueryState, settle } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { firstUnusedColor } from '../ui/field.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { Hidden } from '../ui/text.tsx'
import css from './app.module.css'
import { HistoryBanner } from './banners.tsx'
import { useWorkspaceStores, Workspace } from './workspace.tsx'
import { Dialog as Base } from '@base-ui/react/dialog'
import type { Payload } from '../../contract/api.ts'
import veil from '../ui/dialog.module.css'
import { keepShortcutFromControl, modal, useClosablePanel, useWindowKeys } from '../lib/hotkeys.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { createRoot } from 'react-dom/client'

/** Renders the onboarding if there is no profile, otherwise the screens of the selected profile. */
const App = ({ deps }: { deps: PageDeps }) => {
  const [announced, setAnnounced] = useState<{ texts: readonly string[]; count: number }>({ texts: [], count: 0 })
  /** The texts that are not rendered yet. One render may have several, and each would replace the one before. */
  const unrendered = useRef<string[]>([])
  const announce = useCallback((text: string) => {
    unrendered.current.push(text)
    const texts = [...unrendered.current]
    setAnnounced(({ count }) => ({ texts, count: count + 1 }))
  }, [])
  useLayoutEffect(() => {
    unrendered.current = unrendered.current.filter((text) => !announced.texts.includes(text))
  }, [announced])
  const withdraw = useCallback(
    (text: string) => setAnnounced(({ texts, count }) => ({ texts: texts.filter((one) => one !== text), count })),
    [],
  )
  const page = useMemo(() => ({ ...deps, announce, withdraw }), [deps, announce, withdraw])
  const [profiles] = useState(() => createProfilesStore(deps.api, deps.now))
  useEffect(() => void profiles.list.load(), [profiles])
  useEffect(() => void (document.title = messages.shell.app), [])
  useWindowKeys(keepShortcutFromControl, 'capture')
  return (
    <PageContext value={page}>
      <AppContent profiles={profiles} />
      <QuitOverlay />
      <output aria-live="polite">
        <Hidden>
          {/* The key makes screen readers announce the same text again. */}
          <span key={announced.count}>{announced.texts.join(' ')}</span>
        </Hidden>
      </output>
    </PageContext>
  )
}

const AppContent = ({ profiles }: { profiles: ProfilesStore }) => {
  const { api, now } = usePage()
  const list = useStore(profiles.list.store)
  const [adding, setAdding] = useState(false)
  /** Whether Settings is shown instead of the onboarding, because its history card resolves the banner's problem. */
  const [isInSettings, setIsInSettings] = useState(false)
  const settingsOpener = useRef<HTMLButtonElement>(null)
  const wasInSettings = useRef(false)
  useEffect(() => {
    if (wasInSettings.current && !isInSettings) settingsOpener.current?.focus()
    wasInSettings.current = isInSettings
  }, [isInSettings])
  const [connect, setConnect] = useState<ConnectStore | null>(null)
  // The stores live here so that the forms keep their content while a profile is added.
  const stores = useWorkspaceStores(profiles)
  const isHistoryLost = Boolean(useStore(stores.history.health.store).data?.value.recovered)
  const profile = list.data ? profileInUse(list.data.value) : null
  useStartupText(list.data ? 'loaded' : list.step === 'failed' ? 'failed' : 'loading', ({ text, selection }) => {
    if (!profile) return
    stores.callScreenModelOf(profile).form.typeNumber(text)
    // Wait until React has put the text into the field.
    queueMicrotask(() =>
      document.querySelector<HTMLInputElement>('[data-number-field]')?.setSelectionRange(...selection),
    )
  })
  const done = useCallback(() => {
    setAdding(false)
    setIsInSettings(false)
    void profiles.list.refresh()
  }, [profiles])
  const openConnect = () => {
    if (connect !== null && connect.store.getState().status.step !== 'done') return
    setConnect(createConnectStore(api, now, firstUnusedColor(list.data?.value.profiles ?? [])))
  }
  if (!list.data) return <LoadingScreen list={list} onRetry={() => void profiles.list.load()} />
  if (!profile || adding)
    return (
      <>
        {isInSettings && (
          <OnboardingSettings
            history={stores.history}
            settings={stores.settings}
            onBack={() => setIsInSettings(false)}
          />
        )}
        {/* Hidden, the onboarding still receives the result of adding a profile. */}
        <div className={css['onboarding']} hidden={isInSettings}>
          <Onboarding
            renderDoctor={(address) =>
              // The key resets the doctor when the address changes.
              address === undefined ? <DoctorButton /> : <DoctorButton key={address} address={address} />
            }
            notice={
              <HistoryBanner history={stores.history} opener={settingsOpener} onShow={() => setIsInSettings(true)} />
            }
            first={!profile}
            isHistoryLost={isHistoryLost}
            connect={connect}
            onConnect={openConnect}
            onStay={() => setAdding(true)}
            onDone={done}
            onBack={() => setAdding(false)}
          />
        </div>
      </>
    )
  return (
    <Workspace
      stores={stores}
      profiles={profiles}
      all={list.data.value.profiles}
      profile={profile}
      onAdd={() => (setIsInSettings(false), setAdding(true))}
    />
  )
}

type OnboardingSettingsProps = Pick<ComponentProps<typeof SettingsScreen>, 'history' | 'settings'> & {
  onBack: () => void
}

const OnboardingSettings = ({ history, settings, onBack }: OnboardingSettingsProps) => {
  useClosablePanel(onBack)
  return (
    <main className={css['settings']}>
      <Button ref={focusOnMount} variant="quiet" size="small" aria-keyshortcuts="Escape" onClick={onBack}>
        <ArrowLeft aria-hidden />
        {messages.onboarding.back}
      </Button>
      <SettingsScreen history={history} settings={settings} />
    </main>
  )
}

/**
 * Shows that the profiles are loading or why they could not be loaded. Renders nothing while the start-up page is
 * visible.
 */
const LoadingScreen = ({ list, onRetry }: { list: QueryState<ProfileList>; onRetry: () => void }) => {
  if (list.step !== 'failed' && isStartupPageShown()) return null
  return (
    <main className={css['broken']}>
      {list.step === 'failed' ? (
        <FailureNotice
          failure={list.failure}
          title={messages.shell.profilesFailed}
          actions={<Button onClick={onRetry}>{messages.common.refresh}</Button>}
        />
      ) : (
        <p className={css['opening']}>{messages.shell.loading}</p>
      )}
    </main>
  )
}

/** Shows an error message instead of a blank window when rendering throws. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    hideStartupPage()
    // React has removed the stores of the screens, with the unsaved changes.
    for (const form of unsavedForms) void settle(window.api.reportUnsaved({ form, isUnsaved: false }))
    reportError(new Error(`A screen broke.${info.componentStack ?? ''}`, { cause: error }))
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main className={css['broken']} role="alert">
        <Notice
          tone="bad"
          title={messages.shell.fault.title}
          actions={<Button onClick={() => this.setState({ failed: false })}>{messages.shell.fault.reload}</Button>}
        >
          <p>{messages.shell.fault.text}</p>
        </Notice>
      </main>
    )
  }
}

/** The text typed into the start-up page's field, and the selected range in it. */
type StartupText = { text: string; selection: [from: number, to: number] }

const startupPage = (): HTMLElement | null => document.querySelector('[data-startup]')

const isStartupPageShown = (): boolean => startupPage()?.hidden === false

/** Hides the start-up page and keeps its text for `useStartupText`. */
const hideStartupPage = (): void => startupPage()?.setAttribute('hidden', '')

const takeStartupText = (): StartupText | null => {
  const page = startupPage()
  const field = page?.querySelector('input')
  page?.remove()
  if (!field) return null
  const { value: text, selectionStart, selectionEnd } = field
  return { text, selection: [selectionStart ?? text.length, selectionEnd ?? text.length] }
}

/**
 * Removes the start-up page once the profiles have loaded or failed to load. If they have loaded, passes the text that
 * was typed into it to `onText`.
 */
const useStartupText = (step: 'loading' | 'failed' | 'loaded', onText: (typed: StartupText) => void): void => {
  const typed = useRef<StartupText | null>(null)
  const passOn = useEffectEvent(onText)
  useLayoutEffect(() => {
    if (step === 'loading') return
    typed.current ??= takeStartupText()
    if (step === 'failed' || typed.current === null) return
    if (typed.current.text !== '') passOn(typed.current)
    typed.current = null
  }, [step])
}

/** Returns how many milliseconds are left of the time that main reported, measured with a monotonic clock. */
const useRemainingTime = (pending: { readonly milliseconds: number }): number => {
  const [left, setLeft] = useState(pending.milliseconds)
  useEffect(() => {
    const end = performance.now() + pending.milliseconds
    const count = () => setLeft(end - performance.now())
    count()
    const timer = setInterval(count, 1_000)
    return () => clearInterval(timer)
  }, [pending])
  return left
}

const quitText = messages.shutdown
type QuitPending = Payload<'quitPending'>

const untilWords = ({ calls, mayLeave }: QuitPending, left: number): string => {
  if (calls === 0 && !mayLeave) return quitText.saving
  return left <= 0 ? quitText.now : quitText.until(messages.reconciliation.countdown(left))
}

const textOf = ({ calls, unwritten }: QuitPending): string =>
  calls > 0 ? quitText.text(calls) : quitText.unsaved(unwritten)

const Countdown = ({ waits }: { waits: QuitPending }) => {
  const left = useRemainingTime(waits)
  return <p className={css['until']}>{untilWords(waits, left)}</p>
}

/** Offers to quit anyway, but only after a known outcome has failed to be written to disk for a while. */
const QuitChoice = ({ mayLeave }: { mayLeave: boolean }) =>
  mayLeave ? (
    <>
      <p className={css['text']}>{quitText.closeWarning}</p>
      <Button onClick={() => window.close()}>{quitText.closeNow}</Button>
    </>
  ) : (
    <p className={css['text']}>{quitText.noAction}</p>
  )

/** Covers the page while the app waits for responses before it quits. */
const QuitOverlay = () => {
  const { api, announce } = usePage()
  const [waits, setWaits] = useState<QuitPending | null>(null)
  useEffect(() => api.onQuitPending(setWaits), [api])
  useEffect(() => {
    if (waits) announce([quitText.title, textOf(waits), untilWords(waits, waits.milliseconds)].join('. '))
  }, [waits, announce])
  if (!waits) return null
  return (
    <Base.Root open disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className={veil['veil']} />
        <Base.Popup {...modal} className={`${veil['popup']} ${css['overlay']}`} role="alertdialog">
          <Base.Title className={css['title']}>{quitText.title}</Base.Title>
          <Countdown waits={waits} />
          <Base.Description className={css['text']}>{textOf(waits)}</Base.Description>
          <QuitChoice mayLeave={waits.mayLeave} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const deps: PageDeps = {
  api: window.api,
  now: () => Date.now(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}

document.documentElement.lang = messages.language.tag
document.documentElement.dir = messages.language.direction

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element.')
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={messages.language.direction}>
        <ErrorBoundary>
          <App deps={deps} />
        </ErrorBoundary>
      </DirectionProvider>
    </CSPProvider>
  </StrictMode>,
)
