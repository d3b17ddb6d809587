import type { Call } from '../../../contract/call.ts'
import type { Settings } from '../../../contract/settings.ts'
import { nativeMessages } from '../../../messages/native.ts'
import type { Notice } from '../../app/runtime.ts'

const texts = nativeMessages.notification

/** Notifies the user about calls and failures that need action; also shows notices of other features. */
export const createNotifications = ({
  settings,
  notify,
}: {
  settings: { known: () => Pick<Settings, 'notifications'> }
  notify: (notice: Notice) => void
}) => {
  let historyNoticeShown = false

  const show = (notice: Notice): void => {
    if (settings.known().notifications) notify(notice)
  }

  const historyFailed = (): void => {
    if (historyNoticeShown) return
    historyNoticeShown = true
    show(historyNotice)
  }

  return {
    callMoved(call: Call): void {
      const notice = callNotice(call)
      if (notice !== null) show(notice)
    },
    /**
     * Invoked when the storage fails, with the reason, or when it works again (null), so that the next failure is
     * shown.
     */
    storageChanged(reason: string | null): void {
      if (reason === null) historyNoticeShown = false
      else historyFailed()
    },
    historyFailed,
    /** Shows another feature's notice, unless the user has turned notifications off. */
    notify: show,
  }
}

/** Returns the notice for a call that the user must resolve; null for any other call. */
const callNotice = (call: Call): Notice | null => {
  const { state } = call.outcome
  if (state !== 'candidate' && state !== 'notFound') return null
  return {
    title: texts.call(lastDigits(call), call.profileName),
    body: texts[state],
    callId: call.callId,
  }
}

/** SECURITY: notifications are shown on locked screens, so they contain only the last three digits of a number. */
const lastDigits = ({ phoneNumber }: Call): string => phoneNumber.replaceAll(/\D/g, '').slice(-3)

const historyNotice: Notice = {
  title: texts.history,
  body: texts.historyHint,
  callId: null,
}
