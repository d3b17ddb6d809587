import { createContext, useContext, useEffect, useState } from 'react'
import type { Api } from '../../contract/api.ts'
import { createUlid } from '../../domain/ids.ts'
import { localDay } from '../../domain/local-day.ts'

/** What the page gets from its environment: the bridge, the clock (milliseconds since 1970) and random bytes. */
export type PageDeps = {
  readonly api: Api
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
}

/** Creates a call ID from the clock and 16 random bytes. */
export const createCallId = ({ now, randomBytes }: PageDeps): string => createUlid(now(), randomBytes(16))

/**
 * What every component can use. `announce` puts a sentence into the live region for screen readers; `withdraw` removes
 * it if it is still there.
 */
type PageContextValue = PageDeps & {
  readonly announce: (sentence: string) => void
  readonly withdraw: (sentence: string) => void
}

export const PageContext = createContext<PageContextValue | null>(null)

/** Returns the page context. Throws outside the app. */
export const usePage = (): PageContextValue => {
  const page = useContext(PageContext)
  if (!page) throw new Error('A component was rendered outside the app.')
  return page
}

/**
 * Returns the time in milliseconds since 1970. It is updated when `every` changes, and then every `every` milliseconds;
 * null stops the updates.
 */
export const useNow = (every: number | null): number => {
  const { now } = usePage()
  const [clock, setClock] = useState(() => ({ every, time: now() }))
  if (clock.every !== every) setClock({ every, time: now() })
  useEffect(() => {
    if (every === null) return
    const timer = setInterval(() => setClock({ every, time: now() }), every)
    return () => clearInterval(timer)
  }, [every, now])
  return clock.time
}

/**
 * Returns the time for ages since `times` (milliseconds since 1970). It is updated every second while an age is below a
 * minute, because such an age shows seconds, or while `isCounting`; otherwise every 10 seconds.
 */
export const useAgeClock = (times: readonly number[], isCounting = false): number => {
  const { now } = usePage()
  return useNow(isCounting || times.some((at) => now() - at < 60_000) ? 1_000 : 10_000)
}

/** How often the clock is read at least, in milliseconds, because it may be changed, or the computer may sleep. */
export const clockInterval = 30_000

/** Calls `run` when another local day has started, until the returned function is called. */
export const onNewDay = (now: () => number, run: () => void): (() => void) => {
  let day = localDay(now())
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const left = new Date(now()).setHours(24, 0, 0, 0) - now()
    timer = setTimeout(check, Math.max(1, Math.min(clockInterval, left)))
  }
  const check = () => {
    const before = day
    day = localDay(now())
    if (day !== before) run()
    wait()
  }
  wait()
  return () => clearTimeout(timer)
}
