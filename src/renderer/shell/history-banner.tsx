import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { words } from '../words/words.ts'
import css from './history-banner.module.css'
import type { HistoryStore } from './history-store.ts'

const said = words.settings.history

/** Over every screen while the history cannot be written, or lacks calls: what that means for calling, and who helps. */
export const HistoryBanner = ({ history, onShow }: { history: HistoryStore; onShow: () => void }) => {
  const health = useStore(history.health.store).known?.value
  if (!health || (!health.stopped && !health.recovered)) return null
  const { stopped, recovered } = health
  const Icon = stopped ? CircleAlert : TriangleAlert
  return (
    <div className={`${css['banner']} ${stopped ? css['stopped'] : css['recovered']}`} role="alert">
      <Icon aria-hidden />
      <p>
        <strong>{stopped ? said.stopped : said.recovered}.</strong>{' '}
        {stopped && `${said.why(stopped)} ${said.next(stopped)}`}
        {!stopped && recovered && `${said.gap(recovered.gapFrom, recovered.at)} ${said.before}`}
      </p>
      <Button size="small" onClick={onShow}>
        {said.show}
      </Button>
    </div>
  )
}
