import type { Asked, CallLink, LinkTrouble } from '../../contract/asked.ts'
import type { Outcome } from '../../contract/failure.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Pasted } from '../../contract/pasted.ts'
import type { SettingsBook } from '../settings/settings-book.ts'
import type { Outside } from './outside.ts'
import { readLink } from './read-link.ts'

export type AskedDoorParts = {
  settings: Pick<SettingsBook, 'known'>
  outside: Pick<Outside, 'isLocked' | 'holdsSecret'>
  readPhoneNumber: Operations['readPhoneNumber']
  readPasted: Operations['readPasted']
  clipboard: { read(): Promise<string> }
  announce: () => void
}

/** The door at which links, the global shortcut and clicked notifications arrive. Nothing here can place a call. */
export type AskedDoor = {
  readonly linkCame: (text: string) => Promise<void>
  readonly shortcutPressed: () => Promise<void>
  readonly notificationClicked: (callId: string | null) => void
  readonly take: () => Asked | null
}

const isTable = (pasted: Outcome<Pasted>): boolean => pasted.ok && pasted.value.kind === 'row'

/** The numbers that a sentence has, as a person reads them; what else stands in it stays with main. */
const numbersIn = (pasted: Outcome<Pasted>): string | null => {
  if (!pasted.ok) return null
  if (pasted.value.kind === 'number') return pasted.value.reading.display
  return pasted.value.kind === 'offers' ? pasted.value.readings.map(({ text }) => text).join(' ; ') : null
}

/**
 * Makes the door. It keeps the one thing that was asked last until the page takes it. SECURITY: while the computer's
 * screen is locked no link gets in, and of the clipboard the page is told a call and nothing else.
 */
export const createAskedDoor = (parts: AskedDoorParts): AskedDoor => {
  const { settings, outside, readPhoneNumber, readPasted, clipboard, announce } = parts
  let waiting: Asked | null = null

  const put = (asked: Asked): void => {
    waiting = asked
    announce()
  }

  const displayOf = async ({ number }: CallLink): Promise<string> => {
    const read = await readPhoneNumber({ text: number, asTyped: false })
    return read.ok ? read.value.display : number
  }

  const whyNot = ({ scheme }: CallLink): LinkTrouble | null => (settings.known().links[scheme] ? null : 'off')

  const onClipboard = async (): Promise<string | null> => {
    const text = await clipboard.read()
    if (outside.holdsSecret(text)) return null
    const pasted = await readPasted({ text: text.slice(0, longest), names: null, agentUuid: null, callerId: null })
    return isTable(pasted) ? text.slice(0, longest) : numbersIn(pasted)
  }

  return {
    async linkCame(text) {
      if (outside.isLocked()) return put({ by: 'refusedLink', why: 'locked' })
      const read = readLink(text)
      const why = read.ok ? whyNot(read.link) : read.why
      if (!read.ok || why !== null) return put({ by: 'refusedLink', why: why ?? 'malformed' })
      put({ by: 'link', link: read.link, display: await displayOf(read.link) })
    },
    async shortcutPressed() {
      if (outside.isLocked()) return
      put({ by: 'shortcut', text: await onClipboard() })
    },
    notificationClicked: (callId) => put({ by: 'notification', callId }),
    take() {
      const asked = waiting
      waiting = null
      return asked
    },
  }
}

/** Enough for a row of any sheet; what is longer is a list and no call. */
const longest = 100_000
