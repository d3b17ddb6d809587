import { messages } from '../../messages/index.ts'
import type { Agent } from '../../contract/agent.ts'
import type { Call } from '../../contract/call.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import type { Profile } from '../../contract/profile.ts'
import { type Theme, themes } from '../../contract/settings.ts'
import { runIdIn } from '../../domain/ids.ts'
import { foundRunOf } from '../../domain/answered-calls.ts'
import { runIdsOf, shownOutcome } from '../../domain/call-state.ts'
import { type ScreenName, screenNames, screens } from './shell.tsx'
import type { PaletteState } from './palette-store.ts'
import { keysOf, profileKeys } from '../lib/commands.ts'
import { mayRepeat, type ShownNumber } from '../lib/workspace-context.ts'
import { isSameNumber } from '../../domain/phone-number.ts'

type EntryGroup = keyof typeof messages.palette.groups

/** A result in the palette. */
export type Entry = {
  key: string
  group: EntryGroup
  text: string
  note?: string | undefined
  /** The shortcut as displayed. */
  keys?: string | undefined
  run: () => void
}

const inWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** True if every typed word starts a word of the entry or, from three letters on, occurs anywhere in its text. */
const matches = ({ text, note = '' }: Entry, typed: string): boolean => {
  const whole = `${text} ${note}`.toLowerCase()
  const parts = inWords(whole)
  return inWords(typed).every(
    (wanted) => parts.some((part) => part.startsWith(wanted)) || (wanted.length > 2 && whole.includes(wanted)),
  )
}

/** Groups the entries. Groups are ordered by their first entry. */
export const inGroups = (entries: readonly Entry[]): { group: EntryGroup; items: Entry[] }[] =>
  [...new Set(entries.map(({ group }) => group))].map((group) => ({
    group,
    items: entries.filter((entry) => entry.group === group),
  }))

const paletteText = messages.palette

/** The actions that the palette can run. */
export type PaletteActions = {
  goTo: (screen: ScreenName) => void
  pickProfile: (profileId: string) => void
  show: (callId: string) => void
  askRun: (profileId: string, workflowRunId: number) => void
  chooseAgent: (agent: Agent) => void
  /** Fills in a number on the Call screen, without calling it. */
  callNumber: (number: string) => void
  /** Opens a number's page. */
  showPerson: (number: ShownNumber) => void
  /** Searches the calls in Runs. */
  searchRuns: (text: string) => void
  setTheme: (theme: Theme) => void
  showNews: () => void
  nextCall: () => void
  /** Null if there is no call to repeat. */
  repeatLast: (() => void) | null
  /** Null if there is no unresolved call. */
  checkNow: (() => void) | null
  resolveManually: (() => void) | null
  newKey: () => void
  /** Null for the practice profile, which has no key. */
  rotateKey: (() => void) | null
  exportCalls: () => void
  addProfile: () => void
  manageProfiles: () => void
  checkHealth: () => void
  /** Lets the user choose a workflow file. */
  newAgent: () => void
  showKeys: () => void
}

/** The data that the palette searches. */
type PaletteData = {
  /** Starts with the profile in use. */
  profiles: readonly Profile[]
  inUse: Profile
  agents: readonly Agent[]
}

const screenEntries = ({ goTo }: PaletteActions): Entry[] =>
  screenNames.map((name) => ({
    key: `screen-${name}`,
    group: 'screens',
    text: paletteText.goTo(messages.shell.screens[name]),
    // These screens show the do-not-call entries and the do-not-call files.
    note: name === 'inbox' || name === 'lists' ? messages.doNotCall.title : undefined,
    keys: keysOf(screens[name].command),
    run: () => goTo(name),
  }))

const actionEntries = (actions: PaletteActions): Entry[] => {
  const all: [key: keyof typeof paletteText.commands, run: (() => void) | null, keys?: string][] = [
    ['nextCall', actions.nextCall, keysOf('nextCall')],
    ['repeatLast', actions.repeatLast, keysOf('repeatLast')],
    ['checkNow', actions.checkNow, keysOf('checkNow')],
    ['resolveManually', actions.resolveManually, keysOf('resolveManually')],
    ['exportCalls', actions.exportCalls],
    ['newKey', actions.newKey],
    ['rotateKey', actions.rotateKey],
    ['checkHealth', actions.checkHealth],
    ['addProfile', actions.addProfile],
    ['manageProfiles', actions.manageProfiles],
    ['newAgent', actions.newAgent],
    ['showShortcuts', actions.showKeys, keysOf('showShortcuts')],
    ['whatIsNew', actions.showNews],
  ]
  const commands = all.flatMap(([key, run, keys]): Entry[] =>
    run === null ? [] : [{ key: `act-${key}`, group: 'commands', text: paletteText.commands[key], keys, run }],
  )
  const schemes = themes.map((theme): Entry => ({
    key: `theme-${theme}`,
    group: 'commands',
    text: paletteText.theme[theme],
    run: () => actions.setTheme(theme),
  }))
  return [...commands, ...schemes]
}

const profileEntries = ({ profiles, inUse }: PaletteData, { pickProfile }: PaletteActions): Entry[] =>
  profiles.flatMap(({ id, name }, index) =>
    id === inUse.id
      ? []
      : [
          {
            key: `profile-${id}`,
            group: 'profiles' as const,
            text: paletteText.useProfile(name),
            keys: index < 9 ? profileKeys(index) : undefined,
            run: () => pickProfile(id),
          },
        ],
  )

const agentEntries = ({ agents }: PaletteData, { chooseAgent }: PaletteActions): Entry[] =>
  agents
    .filter(({ agentUuid }) => agentUuid !== null)
    .map((agent) => ({
      key: `agent-${agent.workflowId}`,
      group: 'agents',
      text: paletteText.callWith(agent.name),
      note: agent.status === 'archived' ? paletteText.archived : undefined,
      run: () => chooseAgent(agent),
    }))

const callEntry = (call: Call, { show }: PaletteActions): Entry => {
  const state = messages.callState.describe(shownOutcome(call, Date.now())).tag
  const found = foundRunOf(call.outcome)
  return {
    key: `call-${call.callId}`,
    group: 'calls',
    text: [runIdsOf(call).length > 0 && messages.call.outcome.runs(call), call.phoneNumberDisplay, call.agentName]
      .filter(Boolean)
      .join(' · '),
    note: [state, found && messages.lists.table.runFound[found], call.profileName].filter(Boolean).join(' · '),
    run: () => show(call.callId),
  }
}

const numberEntry = ({ display }: PhoneNumberReading, { callNumber }: PaletteActions): Entry => ({
  key: 'number',
  group: 'commands',
  text: paletteText.callNumber(display),
  note: paletteText.callNumberNote,
  run: () => callNumber(display),
})

const personEntry = (number: ShownNumber, { showPerson }: PaletteActions): Entry => ({
  key: `number-${number.practice ? 'practice' : 'real'}-${number.phoneNumber}`,
  group: 'numbers',
  text: paletteText.aboutNumber(number.phoneNumberDisplay),
  note: number.practice ? messages.shell.practice : undefined,
  run: () => showPerson(number),
})

/** Maximum number of entries for phone numbers of matching calls. */
const maxNumbers = 3

/** Returns the typed number, then the numbers of the matching calls, without duplicates. */
const numbersIn = (
  { reading, calls }: Pick<PaletteState, 'reading' | 'calls'>,
  { inUse }: PaletteData,
): ShownNumber[] => {
  const typed = reading && {
    phoneNumber: reading.dial,
    phoneNumberDisplay: reading.display,
    practice: inUse.kind === 'practice',
  }
  const all: ShownNumber[] = [...(typed ? [typed] : []), ...calls.filter(mayRepeat)]
  return all
    .filter(
      (number, index) =>
        all.findIndex(
          (other) => other.practice === number.practice && isSameNumber(other.phoneNumber, number.phoneNumber),
        ) === index,
    )
    .slice(0, maxNumbers)
}

const searchEntry = (typed: string, { searchRuns }: PaletteActions): Entry => ({
  key: 'search',
  group: 'calls',
  text: paletteText.showAll(typed.trim()),
  run: () => searchRuns(typed.trim()),
})

/**
 * Returns one entry per profile for looking up the run, because any profile may have it. The selected profile comes
 * first.
 */
const runEntries = (id: number, { profiles, inUse }: PaletteData, { askRun }: PaletteActions): Entry[] =>
  [inUse, ...profiles.filter((one) => one.id !== inUse.id)].map((profile) => ({
    key: `run-${profile.id}`,
    group: 'service',
    text: paletteText.lookUpRun(id, profile.name),
    run: () => askRun(profile.id, id),
  }))

/**
 * Returns the entries that match the typed text. If nothing was typed, returns the run ID on the clipboard and all
 * commands.
 */
export const entriesFor = (
  {
    typed,
    calls,
    reading,
    clipboardRunId,
    clipboardCalls,
  }: Pick<PaletteState, 'typed' | 'calls' | 'reading' | 'clipboardRunId' | 'clipboardCalls'>,
  data: PaletteData,
  actions: PaletteActions,
): Entry[] => {
  if (typed.trim() === '') {
    const [first] = clipboardRunId === null ? [] : runEntries(clipboardRunId, data, actions)
    const copied = [...clipboardCalls.map((call) => callEntry(call, actions)), ...(first ? [first] : [])]
    return [
      ...copied.map((entry) => ({ ...entry, group: 'clipboard' as const })),
      ...actionEntries(actions),
      ...screenEntries(actions),
      ...profileEntries(data, actions),
    ]
  }
  const run = runIdIn(typed)
  return [
    ...(reading === null ? [] : [numberEntry(reading, actions)]),
    ...calls.map((call) => callEntry(call, actions)),
    ...(calls.length === 0 || run !== null ? [] : [searchEntry(typed, actions)]),
    ...(run === null ? [] : runEntries(run, data, actions)),
    ...numbersIn({ reading, calls }, data).map((number) => personEntry(number, actions)),
    ...[
      // A screen comes before the commands that contain its name.
      ...screenEntries(actions),
      ...actionEntries(actions),
      ...profileEntries(data, actions),
      ...agentEntries(data, actions),
    ].filter((entry) => matches(entry, typed)),
  ]
}
