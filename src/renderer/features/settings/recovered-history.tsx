import { type RefObject, useState } from 'react'
import { useStore } from 'zustand'
import type { HistoryHealth } from '../../../contract/app-status.ts'
import type { Failure } from '../../../contract/failure.ts'
import { messages } from '../../../messages/index.ts'
import { scrollIntoViewOnMount } from '../../lib/focus.ts'
import { usePage } from '../../lib/page.ts'
import { createQuery, settle, valueOf } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import css from './settings.module.css'

const historyText = messages.settings.history

type Props = { recovered: NonNullable<HistoryHealth['recovered']>; card: RefObject<HTMLElement | null> }

/**
 * Shows what was lost when the history was recovered, until the user acknowledges it and confirms that. The `card` is
 * focused then.
 */
export const Recovered = ({ recovered, card }: Props) => {
  const { api, announce, now } = usePage()
  const [settings] = useState(() => createQuery(() => api.readSettings({}), now))
  const keepDays = useStore(settings.store, valueOf)?.keepPersonalDataDays ?? null
  const [isConfirming, setIsConfirming] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const confirm = async () => {
    await settings.load()
    setIsConfirming(true)
  }
  const close = () => setIsConfirming(false)
  const acknowledge = async () => {
    close()
    const answer = await settle(api.acknowledgeRecovery({}))
    setFailure(answer.ok ? null : answer.failure)
    if (!answer.ok) return
    card.current?.focus()
    announce(historyText.acknowledged)
  }
  return (
    <div className={css['recovered']} ref={scrollIntoViewOnMount}>
      <Notice
        tone="check"
        title={historyText.recovered(recovered)}
        actions={
          <Button size="small" onClick={() => void confirm()}>
            {historyText.acknowledge}
          </Button>
        }
      >
        <p>{historyText.gap(recovered)}</p>
        {historyText.lostCalls(recovered).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{historyText.lostKeys}</p>
        <p>{historyText.before}</p>
      </Notice>
      {failure && <FailureNotice failure={failure} />}
      <Dialog
        title={historyText.acknowledgeTitle}
        open={isConfirming}
        onClose={close}
        afterRemoved={() => card.current}
        foot={<DialogFooter variant="danger" text={historyText.acknowledge} onClose={close} onCommit={acknowledge} />}
      >
        <p>{historyText.acknowledgeText(recovered, keepDays)}</p>
      </Dialog>
    </div>
  )
}
