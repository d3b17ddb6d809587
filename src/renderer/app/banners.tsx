import type { Failure } from '../../contract/failure.ts'
import type { HistoryHealth } from '../../contract/app-status.ts'
import { messages } from '../../messages/index.ts'
import type { QueryState } from '../lib/query.ts'
import { CircleAlert, KeyRound, Link2, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../ui/button.tsx'
import css from './banners.module.css'
import banner from './banners.module.css'
import type { HistoryStore } from '../lib/history-store.ts'
import type { Profile } from '../../contract/profile.ts'
import type { NewKeys } from '../features/keys/new-key.tsx'
import type { ReactNode } from 'react'
import type { ExternalRequestStore } from '../features/call/external/external-request.tsx'

const historyText = messages.settings.history

/**
 * A problem with the history. `bad`: calls are blocked or the history can't be trusted. `check`: the user must confirm
 * something.
 */
type HistoryProblem = { tone: 'bad' | 'check'; title: string; text: string }

const bad = (title: string, ...sentences: string[]): HistoryProblem => ({
  tone: 'bad',
  title,
  text: sentences.join(' '),
})

const unread = (failure: Failure): HistoryProblem => {
  if (failure.kind === 'storage')
    return bad(historyText.failed, historyText.why(failure.reason), historyText.next(failure.reason))
  const { why, next } = messages.failure.describe(failure)
  return bad(historyText.failed, why, next)
}

const problemIn = ({ stopped, check, recovered }: HistoryHealth): HistoryProblem | null => {
  if (stopped) return bad(historyText.stopped, historyText.why(stopped), historyText.next(stopped))
  if (check && !check.intact) return bad(historyText.brokenTitle, historyText.brokenText)
  if (!recovered) return null
  return {
    tone: 'check',
    title: historyText.recovered,
    text: `${historyText.gap(recovered)} ${historyText.before}`,
  }
}

/**
 * Returns the most serious known problem with the history; null if there is none or the history has not been read yet.
 */
export const historyProblem = (health: QueryState<HistoryHealth>): HistoryProblem | null => {
  if (health.step === 'failed') return unread(health.failure)
  return health.data ? problemIn(health.data.value) : null
}

/**
 * Warns above every screen that the history cannot be read or written, was changed by another program, or is missing
 * calls. Says what this means for calling and who can help, because Settings cannot always be opened.
 */
export const HistoryBanner = ({ history, onShow }: { history: HistoryStore; onShow: (() => void) | null }) => {
  const problem = historyProblem(useStore(history.health.store))
  if (!problem) return null
  const { tone, title, text } = problem
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert
  return (
    <div className={`${css['banner']} ${css[tone]}`} role="alert">
      <Icon aria-hidden />
      <p>
        <strong>{title}.</strong> {text}
      </p>
      {onShow && (
        <Button size="small" onClick={onShow}>
          {messages.settings.history.show}
        </Button>
      )}
    </div>
  )
}

type Props = {
  newKeys: NewKeys
  all: readonly Profile[]
  /**
   * The ID of the profile whose Keys screen is open, because that screen already shows the profile's new key; null if
   * none is.
   */
  shown: string | null
  onShow: (profileId: string) => void
}

/** Reminds the user on other screens of a new key that has been neither saved nor copied. */
export const NewKeyBanner = ({ newKeys, all, shown, onShow }: Props) => {
  const { undelivered } = useStore(newKeys.store)
  const profile = all.find(({ id }) => id !== shown && undelivered.includes(id))
  if (!profile) return null
  return (
    <div className={`${banner['banner']} ${banner['check']}`} role="status">
      <KeyRound aria-hidden />
      <p>{messages.keys.create.unsaved(profile.name)}</p>
      <Button size="small" onClick={() => onShow(profile.id)}>
        {messages.preflight.goToKeys}
      </Button>
    </div>
  )
}

const requestText = messages.externalRequest

/** Stacks the banners above every screen. */
export const Banners = ({ children }: { children: ReactNode }) => <div className={css['banners']}>{children}</div>

/** Announces a link that arrived on a screen other than Call, instead of switching screens. */
export const ExternalRequestBanner = ({
  externalRequest,
  onShow,
}: {
  externalRequest: ExternalRequestStore
  onShow: () => void
}) => {
  const state = useStore(externalRequest.store)
  if (state.step === 'none' || state.step === 'nothingCopied') return null
  const text =
    state.step === 'refused'
      ? `${requestText.ignored}. ${requestText.why(state.why)}`
      : requestText.toNumber(
          state.step === 'offered' ? requestText.pending(state.link) : requestText.filledInBy(state.link),
          state.display,
        )
  return (
    <div className={`${banner['banner']} ${banner['check']}`}>
      <Link2 aria-hidden />
      <p>{text}</p>
      {state.step !== 'refused' && (
        <Button size="small" onClick={onShow}>
          {requestText.show}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={externalRequest.dismiss}>
        {messages.common.close}
      </Button>
    </div>
  )
}
