import type { Agent } from '../../contract/agent.ts'
import type { Call } from '../../contract/call.ts'
import type { Profile } from '../../contract/profile.ts'
import { runIdIn } from '../../contract/run-id-text.ts'
import { runIdOf } from '../shell/run-id.ts'
import { screenNames, screens, type ScreenName } from '../shell/screens.ts'
import { words } from '../words/words.ts'
import { type Entry, matches } from './entry.ts'
import type { PaletteState } from './palette-store.ts'

const said = words.palette

/** What the palette can do, handed in by the workspace. */
export type PaletteActs = {
  goTo: (screen: ScreenName) => void
  pickProfile: (profileId: string) => void
  show: (callId: string) => void
  askRun: (profileId: string, workflowRunId: number) => void
  chooseAgent: (agent: Agent) => void
  nextCall: () => void
  /** Null while there is no call to repeat. */
  repeatLast: (() => void) | null
  /** Null while there is no call of which nobody can say what became of it. */
  lookNow: (() => void) | null
  closeByHand: (() => void) | null
  newKey: () => void
  /** Null for practice, which has no key to take another's place. */
  rotateKey: (() => void) | null
  exportCalls: () => void
  addProfile: () => void
  manageProfiles: () => void
  checkHealth: () => void
  /** Lets a person choose a file to make an agent of. */
  newAgent: () => void
  showKeys: () => void
}

/** What the palette knows. */
export type PaletteFacts = {
  /** The profile in use first. */
  profiles: readonly Profile[]
  inUse: Profile
  agents: readonly Agent[]
}

const screenEntries = ({ goTo }: PaletteActs): Entry[] =>
  screenNames.map((name) => ({
    key: `screen-${name}`,
    group: 'screens',
    text: said.goTo(words.shell.screens[name]),
    keys: `G ${screens[name].letter.toUpperCase()}`,
    run: () => goTo(name),
  }))

const actEntries = (acts: PaletteActs): Entry[] => {
  const all: [key: keyof typeof said.acts, run: (() => void) | null, keys?: string][] = [
    ['nextCall', acts.nextCall, 'N'],
    ['repeatLast', acts.repeatLast, 'R'],
    ['lookNow', acts.lookNow, 'L'],
    ['closeByHand', acts.closeByHand, 'H'],
    ['exportCalls', acts.exportCalls],
    ['newKey', acts.newKey],
    ['rotateKey', acts.rotateKey],
    ['checkHealth', acts.checkHealth],
    ['addProfile', acts.addProfile],
    ['manageProfiles', acts.manageProfiles],
    ['newAgent', acts.newAgent],
    ['showKeys', acts.showKeys, '?'],
  ]
  return all.flatMap(([key, run, keys]) =>
    run === null ? [] : [{ key: `act-${key}`, group: 'acts' as const, text: said.acts[key], keys, run }],
  )
}

const profileEntries = ({ profiles, inUse }: PaletteFacts, { pickProfile }: PaletteActs): Entry[] =>
  profiles.flatMap(({ id, name }, index) =>
    id === inUse.id
      ? []
      : [
          {
            key: `profile-${id}`,
            group: 'profiles' as const,
            text: said.useProfile(name),
            keys: index < 9 ? `Ctrl ${index + 1}` : undefined,
            run: () => pickProfile(id),
          },
        ],
  )

const agentEntries = ({ agents }: PaletteFacts, { chooseAgent }: PaletteActs): Entry[] =>
  agents
    .filter(({ agentUuid }) => agentUuid !== null)
    .map((agent) => ({
      key: `agent-${agent.workflowId}`,
      group: 'agents',
      text: said.callWith(agent.name),
      note: agent.status === 'archived' ? said.archived : undefined,
      run: () => chooseAgent(agent),
    }))

const callEntry = (call: Call, { show }: PaletteActs): Entry => {
  const run = runIdOf(call)
  const state = words.callState.inWords(call.outcome).tag
  return {
    key: `call-${call.callId}`,
    group: 'calls',
    text: [run === null ? null : said.run(run), call.phoneNumberDisplay, call.agentName].filter(Boolean).join(' · '),
    note: `${state} · ${call.profileName}`,
    run: () => show(call.callId),
  }
}

/** The profile in use is asked first; every other one may know the run too. */
const runEntries = (id: number, { profiles, inUse }: PaletteFacts, { askRun }: PaletteActs): Entry[] =>
  [inUse, ...profiles.filter((one) => one.id !== inUse.id)].map((profile) => ({
    key: `run-${profile.id}`,
    group: 'service',
    text: said.askRun(id, profile.name),
    run: () => askRun(profile.id, id),
  }))

/** Everything that fits what was typed; without a word, what lies on the clipboard and what can be done from here. */
export const entriesFor = (
  {
    typed,
    calls,
    clipboardRunId,
    clipboardCalls,
  }: Pick<PaletteState, 'typed' | 'calls' | 'clipboardRunId' | 'clipboardCalls'>,
  facts: PaletteFacts,
  acts: PaletteActs,
): Entry[] => {
  if (typed.trim() === '') {
    const [first] = clipboardRunId === null ? [] : runEntries(clipboardRunId, facts, acts)
    const copied = [...clipboardCalls.map((call) => callEntry(call, acts)), ...(first ? [first] : [])]
    return [
      ...copied.map((entry) => ({ ...entry, group: 'clipboard' as const })),
      ...actEntries(acts),
      ...screenEntries(acts),
      ...profileEntries(facts, acts),
    ]
  }
  const run = runIdIn(typed)
  return [
    ...calls.map((call) => callEntry(call, acts)),
    ...(run === null ? [] : runEntries(run, facts, acts)),
    ...[
      // Who types the name of a screen means the screen, whatever act has the word in it too.
      ...screenEntries(acts),
      ...actEntries(acts),
      ...profileEntries(facts, acts),
      ...agentEntries(facts, acts),
    ].filter((entry) => matches(entry, typed)),
  ]
}
