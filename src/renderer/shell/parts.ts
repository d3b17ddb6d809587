import { createContext, useContext } from 'react'
import type { Desk } from '../../contract/desk.ts'
import { createUlid } from '../../contract/ulid.ts'

/** What the app stands on, handed in: the bridge, the clock (milliseconds since 1970) and randomness. */
export type Parts = {
  readonly desk: Desk
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
}

/** A fresh call id from the clock and sixteen random bytes. */
export const mintCallId = ({ now, randomBytes }: Parts): string => createUlid(now(), randomBytes(16))

/** Parts for every component below, and the one voice that tells outcomes to people who listen to the page. */
export type PartsInPage = Parts & { readonly announce: (sentence: string) => void }

export const PartsContext = createContext<PartsInPage | null>(null)

/** The parts of the page; an error when a component stands outside the app. */
export const useParts = (): PartsInPage => {
  const parts = useContext(PartsContext)
  if (!parts) throw new Error('A component was rendered outside the app.')
  return parts
}
