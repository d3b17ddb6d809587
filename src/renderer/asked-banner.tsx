import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import css from './asked-banner.module.css'
import type { AskedStore } from './call/asked-store.ts'
import { Button } from './design/button.tsx'
import banner from './shell/history-banner.module.css'
import { words } from './words/words.ts'

const said = words.asked

/** The place over every screen for what must not be missed, one below the other. */
export const Banners = ({ children }: { children: ReactNode }) => <div className={css['banners']}>{children}</div>

/** Over every screen but Call: a link came. Nobody is led away from what they do. */
export const AskedBanner = ({ asked, onShow }: { asked: AskedStore; onShow: () => void }) => {
  const state = useStore(asked.store)
  if (state.step === 'none' || state.step === 'nothingCopied') return null
  const text =
    state.step === 'refused'
      ? `${said.refused}. ${said.why(state.why)}`
      : said.toNumber(state.step === 'offered' ? said.waits(state.link) : said.by(state.link), state.display)
  return (
    <div className={`${banner['banner']} ${banner['check']}`}>
      <Link2 aria-hidden />
      <p>{text}</p>
      {state.step !== 'refused' && (
        <Button size="small" onClick={onShow}>
          {said.show}
        </Button>
      )}
      <Button size="small" look="quiet" onClick={asked.dismiss}>
        {words.common.close}
      </Button>
    </div>
  )
}
