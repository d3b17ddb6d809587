import { useStore } from 'zustand'
import type { Profile } from '../../../contract/profile.ts'
import { toneIcons } from '../../design/tag.tsx'
import { toneOfName } from '../../shell/state-tag.tsx'
import { words } from '../../words/words.ts'
import type { RunsStore } from '../runs-store.ts'
import { DaysFilter } from './days-filter.tsx'
import css from './filter-bar.module.css'
import { type Pick, PickMany } from './pick-many.tsx'
import { PickOne } from './pick-one.tsx'
import { turned, type Wish } from './wish.ts'

const said = words.runs.filters

const practiceOf = { both: null, real: false, practice: true } as const
type Practice = keyof typeof practiceOf
const practices: readonly Practice[] = ['both', 'real', 'practice']

const statePicks: Pick[] = words.runs.stateNames.map(([name, text]) => {
  const tone = toneOfName(name)
  const Sign = toneIcons[tone]
  return { key: name, text, sign: <Sign className={css[tone]} aria-hidden /> }
})

/** What a filter's button reads: the one thing that is ticked by its name, more of them by their number. */
const chosenText = (picks: readonly Pick[], chosen: readonly string[], any: string, many: (n: number) => string) => {
  if (chosen.length === 0) return any
  const only = chosen.length === 1 ? picks.find(({ key }) => key === chosen[0]) : undefined
  return only?.text ?? many(chosen.length)
}

type Narrow = { wish: Wish; narrow: (change: Partial<Wish>) => void }

const States = ({ wish: { states }, narrow }: Narrow) => (
  <PickMany
    text={chosenText(statePicks, states, said.anyState, said.states)}
    label={said.stateTitle}
    picks={statePicks}
    chosen={states}
    emptyText=""
    onTurn={(key) => {
      const name = words.runs.stateNames.find(([one]) => one === key)?.[0]
      if (name) narrow({ states: turned(states, name) })
    }}
  />
)

const Agents = ({ wish: { agentUuids }, narrow, picks }: Narrow & { picks: readonly Pick[] }) => (
  <PickMany
    text={chosenText(picks, agentUuids, said.anyAgent, said.agents)}
    label={said.agentTitle}
    picks={picks}
    chosen={agentUuids}
    emptyText={said.noAgents}
    onTurn={(key) => narrow({ agentUuids: turned(agentUuids, key) })}
  />
)

const Profiles = ({ wish: { profileIds }, narrow, profiles }: Narrow & { profiles: readonly Profile[] }) => {
  const picks = profiles.map(({ id, name, color }) => ({
    key: id,
    text: name,
    sign: <i className={css['chip']} data-color={color} aria-hidden />,
  }))
  return (
    <PickMany
      text={chosenText(picks, profileIds, said.anyProfile, said.profiles)}
      label={said.profileTitle}
      picks={picks}
      chosen={profileIds}
      emptyText=""
      onTurn={(key) => narrow({ profileIds: turned(profileIds, key) })}
    />
  )
}

const PracticeOrReal = ({ wish: { practice }, narrow }: Narrow) => {
  const chosen = practices.find((name) => practiceOf[name] === practice) ?? 'both'
  return (
    <PickOne
      text={said.practice[chosen]}
      label={said.practiceTitle}
      picks={practices.map((key) => ({ key, text: said.practice[key] }))}
      chosen={chosen}
      all="both"
      onPick={(key) => narrow({ practice: practiceOf[key] })}
    />
  )
}

type Props = { runs: RunsStore; profiles: readonly Profile[] }

/** Which calls are shown, beside the search: by state, agent, profile, day, and practice or real. */
export const FilterBar = ({ runs, profiles }: Props) => {
  const { wish, agents } = useStore(runs.store)
  const { narrow } = runs
  const picks = agents.map(({ agentUuid, name }) => ({ key: agentUuid, text: name ?? agentUuid }))
  return (
    <div className={css['filters']} role="group" aria-label={said.title}>
      <States wish={wish} narrow={narrow} />
      <Agents wish={wish} narrow={narrow} picks={picks} />
      <Profiles wish={wish} narrow={narrow} profiles={profiles} />
      <DaysFilter days={wish.days} onChoose={(days) => narrow({ days })} />
      <PracticeOrReal wish={wish} narrow={narrow} />
    </div>
  )
}
