import type { Call } from '../../contract/call.ts'
import type { SettingsBook } from '../settings/settings-book.ts'
import { noticeOfCall, noticeOfHistory, type Notice } from './notice.ts'

export type NoticesParts = { settings: Pick<SettingsBook, 'known'>; notify: (notice: Notice) => void }

/** Makes the desk's voice outside its window: for what needs a person, never for what went well. */
export const createNotices = ({ settings, notify }: NoticesParts) => {
  const tell = (notice: Notice): void => {
    if (settings.known().notifications) notify(notice)
  }
  let isHistoryTold = false

  const historyFailed = (): void => {
    if (isHistoryTold) return
    isHistoryTold = true
    tell(noticeOfHistory)
  }

  return {
    callMoved(call: Call): void {
      const notice = noticeOfCall(call)
      if (notice !== null) tell(notice)
    },
    /** The storage begins to fail for a reason, or works again (null): then the next failure is told anew. */
    storageChanged(reason: string | null): void {
      if (reason === null) isHistoryTold = false
      else historyFailed()
    },
    historyFailed,
  }
}
