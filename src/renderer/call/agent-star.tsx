import { Star } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import css from './fields.module.css'

const said = words.call.agent

/** Which agents are starred, and the turn of a star, which is told to people who listen. */
export const useStar = (call: CallDesk) => {
  const { announce } = useParts()
  const starred = useStore(call.agent.starred.store).known?.value ?? []
  const nameOf = (uuid: string) =>
    call.agents.store.getState().known?.value.find(({ agentUuid }) => agentUuid === uuid)?.name ?? uuid
  return {
    isStarred: (agentUuid: string) => starred.includes(agentUuid),
    turn: async (agentUuid: string) => {
      const isStarred = !starred.includes(agentUuid)
      const kept = await call.agent.star(agentUuid, isStarred)
      announce(kept ? said.starTold(nameOf(agentUuid), isStarred) : said.starFailed)
    },
  }
}

type Props = { agentUuid: string; star: ReturnType<typeof useStar> }

/** The star of the chosen agent. Ctrl+D in the field does the same: one stop less on the way to the number. */
export const StarButton = ({ agentUuid, star }: Props) => {
  const isStarred = star.isStarred(agentUuid)
  return (
    <Button
      look="quiet"
      size="icon"
      tabIndex={-1}
      aria-pressed={isStarred}
      aria-label={said.star}
      title={said.starHint}
      onClick={() => void star.turn(agentUuid)}
    >
      <Star aria-hidden className={isStarred ? css['starred'] : undefined} />
    </Button>
  )
}
