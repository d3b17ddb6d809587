import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call } from '../../contract/call.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import type { Api } from '../../contract/api.ts'
import { runIdIn } from '../../domain/ids.ts'
import { settle } from '../lib/query.ts'

const searchDelayMs = 60
const maxCalls = 6

export type PaletteState = {
  open: boolean
  typed: string
  /** This computer's calls that match the text in `answered`, newest first. */
  calls: readonly Call[]
  /** The telephone number in the text in `answered`, or null. */
  reading: PhoneNumberReading | null
  /** The typed text that `calls` and `reading` are the results for. */
  answered: string
  /** True if Enter was pressed before the results arrived, so that the first one runs then. */
  entering: boolean
  /** The run ID on the clipboard; main returns no other clipboard content. */
  clipboardRunId: number | null
  /** This computer's calls that have this run ID, from every profile. */
  clipboardCalls: readonly Call[]
}

export type PaletteStore = {
  readonly store: StoreApi<PaletteState>
  readonly show: () => void
  readonly hide: () => void
  readonly type: (text: string) => void
  /** Handles Enter pressed before the results arrive: searches immediately and then runs the first result. */
  readonly enterSoon: () => void
  /** Cancels `enterSoon`. */
  readonly endEnter: () => void
}

const closed: PaletteState = {
  open: false,
  typed: '',
  calls: [],
  reading: null,
  answered: '',
  entering: false,
  clipboardRunId: null,
  clipboardCalls: [],
}

/**
 * Returns the palette's store. It searches the history as the user types and reads the run ID from the clipboard when
 * it is opened.
 */
export const createPaletteStore = (
  api: Pick<Api, 'listCalls' | 'listCallsOfRun' | 'findRunIdOnClipboard' | 'readPhoneNumber'>,
): PaletteStore => {
  const store = createStore<PaletteState>(() => closed)
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Returns the calls with this run ID, from every profile; an empty list if the request fails. */
  const callsOfRun = async (workflowRunId: number): Promise<readonly Call[]> => {
    const found = await settle(api.listCallsOfRun({ workflowRunId }))
    return found.ok ? found.value : []
  }

  const callsLike = async (text: string): Promise<readonly Call[]> => {
    const found = await settle(api.listCalls({ search: text, after: null, limit: maxCalls }))
    return found.ok ? found.value.calls : []
  }

  /**
   * Returns the telephone number if the text is a complete one. Otherwise, a run ID would be parsed as an extension.
   */
  const readNumber = async (text: string): Promise<PhoneNumberReading | null> => {
    if (!/^(?:tel:)?[+\d][\d\s()./-]{5,}$/i.test(text.trim())) return null
    const read = await settle(api.readPhoneNumber({ text, asTyped: false }))
    return read.ok && read.value.kind === 'telephone' ? read.value : null
  }

  const search = async (text: string): Promise<void> => {
    const runId = runIdIn(text)
    const [exact, similar, reading] = await Promise.all([
      runId === null ? [] : callsOfRun(runId),
      callsLike(text),
      readNumber(text),
    ])
    // Ignore results if the text has changed in the meantime.
    if (!store.getState().open || store.getState().typed !== text) return
    const rest = similar.filter(({ callId }) => !exact.some((one) => one.callId === callId))
    store.setState({ calls: [...exact, ...rest].slice(0, maxCalls), reading, answered: text })
  }

  const lookAtClipboard = async (): Promise<void> => {
    const found = await settle(api.findRunIdOnClipboard({}))
    const runId = found.ok ? found.value.workflowRunId : null
    if (runId === null || !store.getState().open) return
    store.setState({ clipboardRunId: runId })
    const clipboardCalls = await callsOfRun(runId)
    if (store.getState().open && store.getState().clipboardRunId === runId) store.setState({ clipboardCalls })
  }

  return {
    store,
    show: () => {
      store.setState({ ...closed, open: true })
      void lookAtClipboard()
    },
    hide: () => {
      clearTimeout(timer)
      store.setState(closed)
    },
    type: (typed) => {
      clearTimeout(timer)
      store.setState({ typed, entering: false })
      if (typed.trim() === '') store.setState({ calls: [], reading: null, answered: typed })
      else timer = setTimeout(() => void search(typed), searchDelayMs)
    },
    enterSoon: () => {
      clearTimeout(timer)
      store.setState({ entering: true })
      void search(store.getState().typed)
    },
    endEnter: () => store.setState({ entering: false }),
  }
}
