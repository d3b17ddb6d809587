import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { words } from '../words/words.ts'
import css from './history-banner.module.css'
import type { HistoryStore } from './history-store.ts'
import { historyTrouble } from './history-trouble.ts'

/**
 * Over every screen while the history cannot be read or written, was changed from outside, or lacks calls: what that means
 * for calling, and who helps. Without a way to Settings it says so all the same.
 */
export const HistoryBanner = ({ history, onShow }: { history: HistoryStore; onShow: (() => void) | null }) => {
  const trouble = historyTrouble(useStore(history.health.store))
  if (!trouble) return null
  const { tone, title, text } = trouble
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert
  return (
    <div className={`${css['banner']} ${css[tone]}`} role="alert">
      <Icon aria-hidden />
      <p>
        <strong>{title}.</strong> {text}
      </p>
      {onShow && (
        <Button size="small" onClick={onShow}>
          {words.settings.history.show}
        </Button>
      )}
    </div>
  )
}
