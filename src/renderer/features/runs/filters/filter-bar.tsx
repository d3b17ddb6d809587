import { useStore } from 'zustand'
import type { Profile } from '../../../../contract/profile.ts'
import { toneAndIconOf } from '../../../ui/tag.tsx'
import { messages } from '../../../../messages/index.ts'
import type { RunsStore } from '../store.ts'
import css from './filter-bar.module.css'
import { type Days, facetKey, type Filters, stateOptionsOf, toggled } from './filters.ts'
import { Check, ChevronDown } from 'lucide-react'
import { type LearnedFacet, relativeDays } from '../../../../contract/call-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { CostFilter, DurationFilter, PopoverFilter, Removable } from './removable-filters.tsx'
import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import popup from '../../../ui/popup.module.css'

const filterText = messages.runs.filters

const practiceOf = { both: null, real: false, practice: true } as const
type Practice = keyof typeof practiceOf
const practices: readonly Practice[] = ['both', 'real', 'practice']

const stateOptions: FilterOption[] = messages.runs.stateNames.map(([name, text]) => {
  const { tone, icon: Icon } = toneAndIconOf(name)
  return { key: name, text, icon: <Icon className={css[tone]} aria-hidden /> }
})

/** Returns the label of a filter's button: the name of the only selected value, or how many are selected. */
const selectionText = (
  options: readonly FilterOption[],
  selected: readonly string[],
  any: string,
  many: (n: number) => string,
) => {
  if (selected.length === 0) return any
  const only = selected.length === 1 ? options.find(({ key }) => key === selected[0]) : undefined
  return only?.text ?? many(selected.length)
}

type FilterProps = { filters: Filters; setFilters: (change: Partial<Filters>) => void }

const States = ({ filters, setFilters }: FilterProps) => {
  const states = stateOptionsOf(filters.states)
  return (
    <MultiFilter
      text={selectionText(stateOptions, states, filterText.anyState, filterText.states)}
      label={filterText.stateTitle}
      options={stateOptions}
      selected={states}
      emptyText=""
      onClear={() => setFilters({ states: [] })}
      onToggle={(key) => {
        const name = messages.runs.stateNames.find(([one]) => one === key)?.[0]
        if (name) setFilters({ states: toggled(states, name) })
      }}
    />
  )
}

const Agents = ({
  filters: { agentUuids },
  setFilters,
  options,
}: FilterProps & { options: readonly FilterOption[] }) => (
  <MultiFilter
    text={selectionText(options, agentUuids, filterText.anyAgent, filterText.agents)}
    label={filterText.agentTitle}
    options={options}
    selected={agentUuids}
    emptyText={filterText.noAgents}
    onClear={() => setFilters({ agentUuids: [] })}
    onToggle={(key) => setFilters({ agentUuids: toggled(agentUuids, key) })}
  />
)

const Profiles = ({
  filters: { profileIds },
  setFilters,
  profiles,
}: FilterProps & { profiles: readonly Profile[] }) => {
  const options = profiles.map(({ id, name, color }) => ({
    key: id,
    text: name,
    icon: <i className={css['chip']} data-color={color} aria-hidden />,
  }))
  return (
    <MultiFilter
      text={selectionText(options, profileIds, filterText.anyProfile, filterText.profiles)}
      label={filterText.profileTitle}
      options={options}
      selected={profileIds}
      emptyText=""
      onClear={() => setFilters({ profileIds: [] })}
      onToggle={(key) => setFilters({ profileIds: toggled(profileIds, key) })}
    />
  )
}

const PracticeFilter = ({ filters: { practice }, setFilters }: FilterProps) => {
  const selected = practices.find((name) => practiceOf[name] === practice) ?? 'both'
  return (
    <SingleFilter
      text={filterText.practice[selected]}
      label={filterText.practiceTitle}
      options={practices.map((key) => ({ key, text: filterText.practice[key] }))}
      selected={selected}
      all="both"
      onSelect={(key) => setFilters({ practice: practiceOf[key] })}
    />
  )
}

const LearnedFilter = ({
  filters: { learned },
  setFilters,
  facets,
}: FilterProps & { facets: readonly LearnedFacet[] }) => {
  // A saved view may contain a value that no recent call has.
  const known = new Map([...learned, ...facets].map((facet) => [facetKey(facet), facet]))
  const options = [...known].map(([key, facet]) => ({ key, text: filterText.facets[facet.kind](facet.value) }))
  const selected = learned.map(facetKey)
  return (
    <MultiFilter
      text={selectionText(options, selected, filterText.anythingLearned, filterText.learned)}
      label={filterText.learnedTitle}
      options={options}
      selected={selected}
      emptyText={filterText.nothingLearned}
      onClear={() => setFilters({ learned: [] })}
      onToggle={(key) => {
        const others = learned.filter((facet) => facetKey(facet) !== key)
        const facet = known.get(key)
        if (others.length < learned.length) setFilters({ learned: others })
        else if (facet) setFilters({ learned: [...learned, facet] })
      }}
    />
  )
}

type FilterBarProps = { runs: RunsStore; profiles: readonly Profile[] }

/**
 * Renders the filters beside the search: state, agent, profile, what the agent learned, duration, cost, day, and
 * practice or real calls.
 */
export const FilterBar = ({ runs, profiles }: FilterBarProps) => {
  const { filters, agents, facets } = useStore(runs.store)
  const { setFilters } = runs
  const options = agents.map(({ agentUuid, name }) => ({ key: agentUuid, text: name ?? agentUuid }))
  return (
    <div className={css['filters']} role="group" aria-label={filterText.title}>
      <States filters={filters} setFilters={setFilters} />
      <Agents filters={filters} setFilters={setFilters} options={options} />
      <Profiles filters={filters} setFilters={setFilters} profiles={profiles} />
      <LearnedFilter filters={filters} setFilters={setFilters} facets={facets} />
      <DurationFilter range={filters.duration} onChoose={(duration) => setFilters({ duration })} />
      <CostFilter range={filters.credits} onChoose={(credits) => setFilters({ credits })} />
      <DaysFilter days={filters.days} onChoose={(days) => setFilters({ days })} />
      <PracticeFilter filters={filters} setFilters={setFilters} />
    </div>
  )
}

type DaysFilterProps = { days: Days; onChoose: (days: Days) => void }

const textOf = (days: Days): string => {
  if (days.kind !== 'between') return filterText.days[days.kind]
  return filterText.between(
    days.from === null ? null : messages.time.day(days.from),
    days.until === null ? null : messages.time.day(days.until),
  )
}

const Between = ({ days, onChoose }: DaysFilterProps) => {
  const { from, until } = days.kind === 'between' ? days : { from: null, until: null }
  const choose = (next: { from: string | null; until: string | null }) =>
    onChoose(next.from === null && next.until === null ? { kind: 'any' } : { kind: 'between', ...next })
  return (
    <div className={css['between']}>
      <Field label={filterText.fromDay}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={from ?? ''}
            onChange={({ target }) => choose({ from: target.value || null, until })}
          />
        )}
      </Field>
      <Field label={filterText.untilDay}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={until ?? ''}
            onChange={({ target }) => choose({ from, until: target.value || null })}
          />
        )}
      </Field>
    </div>
  )
}

/** Renders the day filter: relative days such as today, or a range. */
const DaysFilter = ({ days, onChoose }: DaysFilterProps) => (
  <PopoverFilter
    title={filterText.dayTitle}
    text={textOf(days)}
    isOn={days.kind !== 'any'}
    onClear={() => onChoose({ kind: 'any' })}
  >
    <div className={css['moving']}>
      {(['any', ...relativeDays] as const).map((kind) => (
        <Button key={kind} size="small" aria-pressed={days.kind === kind} onClick={() => onChoose({ kind })}>
          {filterText.days[kind]}
        </Button>
      ))}
    </div>
    <Between days={days} onChoose={onChoose} />
  </PopoverFilter>
)

type FilterOption = { key: string; text: string; icon?: ReactNode }

type MultiFilterProps = {
  text: string
  /** The accessible name of the menu. */
  label: string
  options: readonly FilterOption[]
  selected: readonly string[]
  emptyText: string
  onToggle: (key: string) => void
  onClear: () => void
}

const OptionRow = ({ option, on, onToggle }: { option: FilterOption; on: boolean; onToggle: () => void }) => (
  <Menu.CheckboxItem className={popup['item']} checked={on} onCheckedChange={onToggle} label={option.text}>
    <span className={popup['tick']}>
      <Menu.CheckboxItemIndicator>
        <Check aria-hidden />
      </Menu.CheckboxItemIndicator>
    </span>
    {option.icon}
    <span className={popup['text']}>
      <bdi>{option.text}</bdi>
    </span>
  </Menu.CheckboxItem>
)

type MenuFilterProps = { text: string; label: string; isOn: boolean; onRemove: () => void; children: ReactNode }

/** Renders a filter whose values are in a menu. */
const MenuFilter = ({ text, label, isOn, onRemove, children }: MenuFilterProps) => (
  <Removable text={text} isOn={isOn} onRemove={onRemove}>
    <Menu.Root>
      <Menu.Trigger className={css['filter']} data-on={isOn || undefined}>
        <span>{text}</span>
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" collisionPadding={8}>
          <Menu.Popup className={popup['popup']} aria-label={label}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  </Removable>
)

/** Renders a filter that allows any number of selected values. */
const MultiFilter = ({ text, label, options, selected, emptyText, onToggle, onClear }: MultiFilterProps) => (
  <MenuFilter text={text} label={label} isOn={selected.length > 0} onRemove={onClear}>
    {options.length === 0 && <p className={popup['none']}>{emptyText}</p>}
    {options.map((option) => (
      <OptionRow
        key={option.key}
        option={option}
        on={selected.includes(option.key)}
        onToggle={() => onToggle(option.key)}
      />
    ))}
  </MenuFilter>
)

type SingleFilterProps<V extends string> = {
  text: string
  label: string
  options: readonly { key: V; text: string }[]
  selected: V
  /** The value that matches every call. */
  all: V
  onSelect: (key: V) => void
}

/** Renders a filter that has exactly one selected value. */
const SingleFilter = <V extends string>({ text, label, options, selected, all, onSelect }: SingleFilterProps<V>) => (
  <MenuFilter text={text} label={label} isOn={selected !== all} onRemove={() => onSelect(all)}>
    <Menu.RadioGroup
      value={selected}
      onValueChange={(key: unknown) => {
        const option = options.find((one) => one.key === key)
        if (option) onSelect(option.key)
      }}
    >
      {options.map((option) => (
        <Menu.RadioItem key={option.key} value={option.key} className={popup['item']} closeOnClick>
          <span className={popup['tick']}>
            <Menu.RadioItemIndicator>
              <Check aria-hidden />
            </Menu.RadioItemIndicator>
          </span>
          <span className={popup['text']}>{option.text}</span>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  </MenuFilter>
)
