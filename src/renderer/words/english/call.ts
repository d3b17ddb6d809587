import { common } from './common.ts'

/** What the call button and its line below say. */
export type DialWords = {
  number: string
  agent: string
  callerId: string | null
  configuration: string | null
  profile: string
}

/** Why the call button is off. */
export type Missing =
  | { what: 'number' | 'reading' | 'numberRefused' | 'agent' | 'agentUnknown' | 'agentNotCallable' | 'context' }
  | { what: 'route' }
  | { what: 'configurationLoading' | 'configuration' | 'configurationId' | 'callerIdLoading' | 'callerIdId' }
  | { what: 'locked'; number: string }

const missingWords = (missing: Missing): string => {
  switch (missing.what) {
    case 'number':
      return 'Type a number to call.'
    case 'reading':
      return 'Reading the number …'
    case 'numberRefused':
      return 'The number is not right yet.'
    case 'agent':
      return 'Choose an agent.'
    case 'agentUnknown':
      return 'The agent is not one of this organization’s names and no Agent UUID.'
    case 'agentNotCallable':
      return 'This agent has no Agent UUID and cannot be called.'
    case 'context':
      return 'Mend the context.'
    case 'route':
      return 'Looking up what this agent was last called through …'
    case 'configurationLoading':
      return 'Asking which telephony configurations there are …'
    case 'configuration':
      return 'Choose what the call goes through.'
    case 'configurationId':
      return 'The configuration id is not right yet.'
    case 'callerIdLoading':
      return 'Asking which caller IDs there are …'
    case 'callerIdId':
      return 'The caller ID’s record id is not right yet.'
    case 'locked':
      return `${missing.number} is locked: its last call is not settled. Do not call again.`
  }
}

const route = ({ callerId, configuration }: DialWords): string => {
  if (callerId && configuration) return `from ${callerId} through ${configuration}`
  if (configuration) return `through ${configuration}`
  return callerId ? `from ${callerId}` : 'through the organization’s default'
}

/** So many names are told; the rest is counted, and stands in the form. */
const toldNames = 2

const withoutNames = (names: readonly string[]): string => {
  const told = names.slice(0, toldNames)
  const more = names.length - told.length
  return more === 0 ? common.list(told) : `${told.join(', ')} and ${common.count(more)} more`
}

/** Words of the Call screen. */
export const call = {
  title: 'Call',
  formLabel: 'New call',
  agent: {
    label: 'Agent',
    placeholder: 'Name, or paste an Agent UUID',
    none: 'No agent of this name.',
    empty: 'This organization has no agents yet. Paste an Agent UUID.',
    archived: 'archived',
    noUuid: 'cannot be called',
    archivedWarning: 'This agent is archived. The service may refuse the call.',
    unknownName: 'No agent has this name. Choose one from the list, or paste an Agent UUID.',
    pasted: 'The service lists no agent with this Agent UUID.',
    uuid: 'Agent UUID',
    open: 'Show agents',
    listFailed: 'The list of agents could not be had. An Agent UUID can be pasted all the same.',
    oldList: (age: string) => `The list could not be had anew; this one is of ${age}.`,
    asking: 'Asking which agents there are …',
    starred: 'Starred',
    used: 'Used last',
    others: 'All others',
    isUuid: 'This is an Agent UUID, and stands as it is.',
    published: (date: string | null, version: number | null, draftDiffers: boolean) =>
      [date === null ? 'published' : `published ${date}`, version === null ? '' : `version ${version}`]
        .filter(Boolean)
        .join(', ')
        .concat(draftDiffers ? '; a draft differs' : ''),
    unpublished: 'This agent was never published. The service refuses a call to it.',
    star: 'Keep this agent at the top',
    starHint: 'Keep this agent at the top of the list (Ctrl D)',
    starTold: (name: string, isStarred: boolean) =>
      isStarred ? `${name} stands at the top of the list now.` : `${name} stands among the others again.`,
    starFailed: 'The star could not be kept.',
  },
  number: {
    label: 'Number',
    placeholder: '+1 415 555 0123',
    asTyped: 'Dial exactly as typed',
    asTypedHint: 'Sent as it stands: for SIP endpoints and extensions.',
    willSend: (dial: string) => `Sends ${dial}`,
    notAssigned: 'No country has given out numbers like this. Check the digits.',
    locked: (age: string, profile: string, tag: string) =>
      `Locked: called ${age} from ${profile}, and not settled yet (${tag}). That phone may be ringing: do not call again.`,
    show: 'Show that call',
    before: (age: string, profile: string, became: string) => `Called ${age} from ${profile}: ${became}`,
    tried: (age: string, profile: string, became: string) => `Tried ${age} from ${profile}, not placed: ${became}`,
  },
  practiceNumbers: 'Numbers to try in practice',
  from: {
    label: 'Calls from',
    below: 'Calls from: further down',
    configuration: 'Telephony configuration',
    configurationPlaceholder: 'Choose a configuration',
    callerId: 'Caller ID',
    callerIdPlaceholder: 'Choose a caller ID',
    providerChooses: 'Chosen by the provider',
    isDefault: 'default',
    ready: 'ready',
    notReady: 'not ready',
    notReadyBecause: (reason: string) => `not ready: ${reason}`,
    parked: 'parked after failures',
    inactive: 'inactive',
    byIds: 'Type ids instead',
    byList: 'Choose from the list',
    configurationId: 'Configuration id',
    callerIdId: 'Caller ID record id',
    idsHint:
      'Whole numbers from the dashboard. Left empty, the organization’s default and the provider’s choice apply.',
    noneListed:
      'The service lists no telephony configurations. Ids can be typed, or left to the organization’s default.',
    listFailed: 'The configurations could not be listed. Ids can be typed.',
    callerIdsFailed: 'The caller IDs could not be listed. The provider chooses, or type the id.',
    notReadyWarning: (reason: string | null) =>
      `This configuration is not ready for outbound calls${reason === null ? '' : ` (${reason})`}. The service may refuse.`,
    parkedWarning: 'This configuration is parked after connection failures. The service answers 404 for it.',
    inactiveWarning: 'This caller ID is inactive. The service refuses it.',
    configurationById: (id: number, label: string | null) =>
      label === null ? `configuration ${id}` : `${label} (configuration ${id})`,
    callerIdById: (id: number, label: string | null) =>
      label === null ? `caller ID ${id}` : `${label} (caller ID ${id})`,
    openIds: 'Show the ids that have a name',
    noSuchId: 'No id like this has a name.',
    idLabel: (id: number) => `What you call ${id}`,
    idLabelPlaceholder: 'Main trunk',
    labelFailed: 'The name could not be kept. Leave the field to try again.',
  },
  button: (dial: DialWords) => `Call ${dial.number}`,
  buttonRoute: (dial: DialWords) => [dial.agent, route(dial), dial.profile].join(' · '),
  without: (names: readonly string[]) => `without ${withoutNames(names)}`,
  buttonOff: 'Call',
  missing: (missing: Missing[]) => missing.map(missingWords).join(' '),
  enter: 'Enter',
  ctrlEnter: 'Ctrl Enter',
  recording: 'Writing it down …',
  sending: (seconds: string) => `Sending ${seconds}`,
  asking: 'Call this number again?',
  foundWhileWaiting: (number: string, id: number) => `${number} · the service has it as run ${id}`,
  stillWaiting: (seconds: string) => `Still waiting ${seconds}: do not call again`,
  settled: (title: string, number: string) => `${title} · ${number}`,
  nextHint: 'N, or type the next number',
  next: 'Next call',
  repeat: 'Repeat',
  outcome: {
    label: 'Outcome of the call',
    run: (id: number) => `run ${id}`,
    copyRun: 'Copy run id',
    whatNext: 'What next',
    emptyTitle: 'What became of the call',
    emptyText: 'The button says what will be dialled. Once it is, the outcome is told here, in words.',
    earlier: 'The call before',
  },
  today: {
    title: 'Today',
    count: (placed: number, unknown: number, not: number) =>
      [
        `${common.count(placed)} placed`,
        unknown > 0 ? `${common.count(unknown)} unknown` : '',
        not > 0 ? `${common.count(not)} not placed` : '',
      ]
        .filter(Boolean)
        .join(' · '),
    emptyTitle: 'No call today from this profile',
    emptyText: 'Each call you place appears here with its run id.',
    repeat: 'Repeat with another number (R)',
    repeatOf: (number: string) => `Repeat the call to ${number}`,
    showOf: (number: string) => `Show the call to ${number}`,
    loading: 'Reading today’s calls …',
    failed: 'Today’s calls could not be read.',
    columns: {
      time: 'Time',
      state: 'State',
      number: 'Number',
      agent: 'Agent',
      run: 'Run',
      became: 'What became of it',
      act: 'Act',
    },
  },
  agentById: (uuid: string) => `agent ${uuid}`,
}
