import { createContext, useContext, useEffect, useState } from 'react'
import type { Api } from '../../contract/api.ts'
import { createUlid } from '../../domain/ids.ts'

/** The environment of the page: the bridge, the clock (milliseconds since 1970) and randomness. */
export type PageDeps = {
  readonly api: Api
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
}

/** A fresh call id from the clock and sixteen random bytes. */
export const createCallId = ({ now, randomBytes }: PageDeps): string => createUlid(now(), randomBytes(16))

/** What every component can use; `announce` speaks a text through the live region. */
type PageContextValue = PageDeps & { readonly announce: (sentence: string) => void }

export const PageContext = createContext<PageContextValue | null>(null)

/** Returns the page context; throws outside the app. */
export const usePage = (): PageContextValue => {
  const parts = useContext(PageContext)
  if (!parts) throw new Error('A component was rendered outside the app.')
  return parts
}

/** The time in milliseconds since 1970, updated every `every` milliseconds; null stops the updates. */
export const useNow = (every: number | null): number => {
  const { now } = usePage()
  const [time, setTime] = useState(now)
  useEffect(() => {
    if (every === null) return
    const timer = setInterval(() => setTime(now()), every)
    return () => clearInterval(timer)
  }, [every, now])
  return time
}
