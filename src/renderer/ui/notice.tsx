import { CircleAlert, CircleCheck, CircleHelp, Info, LoaderCircle, type LucideIcon, PhoneOff } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import css from './notice.module.css'
import type { Tone } from './tag.tsx'
import type { Failure } from '../../contract/failure.ts'
import { longestRequest } from '../../domain/request-limits.ts'
import { messages } from '../../messages/index.ts'
import type { OutcomeText as Text } from '../../messages/en/outcome.ts'
import { Button } from './button.tsx'
import type { QueryState } from '../lib/query.ts'
import { scrollIntoViewOnMount } from '../lib/focus.ts'
import { useNow } from '../lib/page.ts'

const icons: Record<Tone, LucideIcon> = {
  good: CircleCheck,
  busy: LoaderCircle,
  check: CircleHelp,
  away: PhoneOff,
  bad: CircleAlert,
  idle: Info,
}

type NoticeProps = {
  tone: Tone
  icon?: LucideIcon | undefined
  title: string
  children?: ReactNode
  actions?: ReactNode
}

/** Shows a short message in the page: what happened and, below that, what to do. */
export const Notice = ({ tone, icon, title, children, actions }: NoticeProps) => {
  const Icon = icon ?? icons[tone]
  return (
    <div className={`${css['notice']} ${css[tone]}`}>
      <Icon aria-hidden />
      <div className={css['body']}>
        <p className={css['title']}>{title}</p>
        {children}
        {actions && <div className={css['actions']}>{actions}</div>}
      </div>
    </div>
  )
}

/** True on the Support screen, so that no failure sends the user there. */
export const OnSupportContext = createContext(false)

type FailureNoticeProps = {
  failure: Failure
  title?: string
  /** Texts that are more exact here than the failure's own. */
  instead?: Partial<Pick<ReturnType<typeof messages.failure.describe>, 'why' | 'next'>>
  actions?: ReactNode
}

/** Shows a failure: what happened, why, the service's message, and what to do. */
export const FailureNotice = ({ failure, title, instead, actions }: FailureNoticeProps) => {
  const text = { ...messages.failure.describe(failure, useContext(OnSupportContext)), ...instead }
  return (
    <Notice tone="bad" title={title ?? text.title} actions={actions}>
      <p>{title ? messages.failure.asReason(text) : text.why}</p>
      {text.service && <p>{messages.common.serviceMessage(text.service)}</p>}
      <p>{text.next}</p>
    </Notice>
  )
}

/** Shows an error of a form in view, and announces it. */
export const FormError = ({ children }: { children: ReactNode }) => (
  <div ref={scrollIntoViewOnMount} role="alert">
    {children}
  </div>
)

/** Shows a failure of a form in view, and announces it. */
export const FailureAlert = (props: FailureNoticeProps) => (
  <FormError>
    <FailureNotice {...props} />
  </FormError>
)

/** Shows an outcome: whether a call was placed, why, the service's message, and what to do. */
export const OutcomeText = ({ text }: { text: Text }) => (
  <>
    <p className={css['placed']}>{messages.callState.placed(text.placed)}</p>
    <p>{text.why}</p>
    {text.service && <p>{messages.common.serviceMessage(text.service)}</p>}
    <p className={css['next']}>{text.next}</p>
  </>
)

type QueryAgeProps = {
  query: QueryState<unknown>
  label: string
  text: (age: string) => string
  onRefresh: () => void
  /** Replaces the loading text if the data does not come from the service. */
  loadingText?: string
  /** The query is a check, so `text` gets the age of the last check, even if it failed. */
  isCheck?: boolean
  /** The longest time that one of the query's requests takes, in milliseconds. */
  longest?: number
}

const slowAfterMs = 4_000

/**
 * Returns the age of a query's data at `now` (milliseconds since 1970) and, if the last load failed, of that load; for a
 * check, the age of the last one. Null if there is nothing to show.
 */
export const ageTextOf = (
  { query, text, isCheck = false }: Pick<QueryAgeProps, 'query' | 'text' | 'isCheck'>,
  now: number,
): string | null => {
  const ago = (at: number): string => messages.time.agoOrAt(at, now)
  const failedAt = query.step === 'failed' ? query.at : null
  if (isCheck && failedAt !== null) return text(ago(failedAt))
  if (query.data === null) return failedAt === null ? null : messages.common.lastTry(ago(failedAt))
  const age = text(ago(query.data.at))
  return failedAt === null ? age : messages.common.withLastTry(age, ago(failedAt))
}

/** Shows the age of a query's data, with a refresh button. */
export const QueryAge = ({
  query,
  label,
  text,
  onRefresh,
  loadingText,
  isCheck = false,
  longest = longestRequest,
}: QueryAgeProps) => {
  const now = useNow(query.step === 'loading' ? 1_000 : 5_000)
  const isLoading = query.step === 'loading'
  const age = ageTextOf({ query, text, isCheck }, now)
  return (
    <div className={css['line']}>
      <Button size="small" onClick={onRefresh} off={isLoading}>
        {label}
      </Button>
      <output className={css['age']}>
        {isLoading &&
          (loadingText ??
            (now - query.since > slowAfterMs ? messages.common.stillWaiting(longest) : messages.common.contacting))}
      </output>
      {/* This is outside the live region, so that screen readers do not announce every change of the age. */}
      {!isLoading && age !== null && <span className={css['age']}>{age}</span>}
    </div>
  )
}

type EmptyProps = { icon: LucideIcon; title: string; text: string; children?: ReactNode }

/** Shows the message of an empty list or panel, which says what will appear there. */
export const Empty = ({ icon: Icon, title, text, children }: EmptyProps) => (
  <div className={css['empty']}>
    <Icon aria-hidden />
    <p className={css['emptyTitle']}>{title}</p>
    <p className={css['emptyText']}>{text}</p>
    {children}
  </div>
)
