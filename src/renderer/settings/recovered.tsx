import { useState } from 'react'
import type { Failure } from '../../contract/failure.ts'
import type { HistoryHealth } from '../../contract/history.ts'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useParts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { comeIntoView } from '../shell/take-focus.ts'
import { words } from '../words/words.ts'
import css from './settings-screen.module.css'

const said = words.settings.history

/** What was lost when a damaged history was mended, and that somebody has read it. */
export const Recovered = ({ recovered }: { recovered: NonNullable<HistoryHealth['recovered']> }) => {
  const { desk } = useParts()
  const [failure, setFailure] = useState<Failure | null>(null)
  const acknowledge = async () => {
    const answer = await settle(desk.acknowledgeRecovery({}))
    setFailure(answer.ok ? null : answer.failure)
  }
  return (
    <div className={css['recovered']} ref={comeIntoView}>
      <Notice
        tone="check"
        title={said.recovered}
        acts={
          <Button size="small" onClick={() => void acknowledge()}>
            {said.acknowledge}
          </Button>
        }
      >
        <p>{said.gap(recovered.gapFrom, recovered.at)}</p>
        <p>{said.salvaged(recovered.salvaged, recovered.unreadable)}</p>
        <p>{said.damagedFile(recovered.damagedFile)}</p>
        <p>{said.before}</p>
      </Notice>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
