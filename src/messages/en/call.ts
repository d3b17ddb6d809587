import { common } from './common.ts'
import type { Call } from '../../contract/call.ts'
import type { FoundRun } from '../../contract/found-run.ts'
import type { RepeatReason } from '../../contract/failure.ts'
import type { WorkflowNodeKind } from '../../contract/agent.ts'
import { shownRunIdOf } from '../../domain/answered-calls.ts'
import { ownRunIdsOf, runIdsOf } from '../../domain/call-state.ts'
import { butRunFound, runsOf } from './resolved-runs.ts'

/** What the call button and the line below it show. */
export type DialSummary = {
  number: string
  agent: string
  callerId: string | null
  configuration: string | null
  profile: string
}

/** Why the call button is disabled. */
export type MissingInput =
  | { what: 'number' | 'reading' | 'numberRefused' | 'agent' | 'agentUnknown' | 'agentNotCallable' | 'context' }
  | { what: 'route' }
  | { what: 'configurationLoading' | 'configurationId' | 'callerIdLoading' | 'callerIdId' }
  | { what: 'locked'; number: string }

const describeMissing = (missing: MissingInput): string => {
  switch (missing.what) {
    case 'number':
      return 'Enter a number to call.'
    case 'reading':
      return 'Checking the number…'
    case 'numberRefused':
      return 'Enter a valid number.'
    case 'agent':
      return 'Choose an agent.'
    case 'agentUnknown':
      return 'Choose an agent from the list, or paste a valid Agent UUID.'
    case 'agentNotCallable':
      return 'This agent has no Agent UUID, so it can’t place calls.'
    case 'context':
      return 'Fix the errors in the context.'
    case 'route':
      return 'Loading the route last used with this agent…'
    case 'configurationLoading':
      return 'Loading telephony configurations…'
    case 'configurationId':
      return 'Enter a valid configuration ID.'
    case 'callerIdLoading':
      return 'Loading caller IDs…'
    case 'callerIdId':
      return 'Enter a valid caller ID record ID.'
    case 'locked':
      return `${missing.number} is locked because its last call is still unresolved. Don’t call again.`
  }
}

const describeRoute = ({ callerId, configuration }: DialSummary): string => {
  if (callerId && configuration) return `from ${callerId} via ${configuration}`
  if (configuration) return `via ${configuration}`
  return callerId ? `from ${callerId}` : 'via the organization’s default'
}

/** Number of missing fields that are named; the rest are only counted. */
const namedFields = 2

const withoutNames = (names: readonly string[]): string => {
  const named = names.slice(0, namedFields)
  const more = names.length - named.length
  return more === 0 ? common.list(named) : `${named.join(', ')} and ${common.count(more)} more`
}

/** The Call screen. */
export const call = {
  formLabel: 'New call',
  agent: {
    label: 'Agent',
    placeholder: 'Enter a name or paste an Agent UUID',
    none: 'No matching agents',
    empty: 'This organization has no agents yet. Paste an Agent UUID.',
    archived: 'archived',
    noUuid: 'can’t be called',
    archivedWarning: 'This agent is archived. The service rejects calls to it.',
    unknownName: 'No agent has this name. Choose one from the list, or paste an Agent UUID.',
    notListed: 'This organization has no agent with this UUID.',
    uuid: 'Agent UUID',
    open: 'Show agents',
    listFailed: 'Couldn’t load agents. You can still paste an Agent UUID.',
    outdated: (age: string) => `Couldn’t refresh the list. Showing agents from ${age}.`,
    loading: 'Loading agents…',
    starred: 'Starred',
    recent: 'Recent',
    allAgents: 'All agents',
    uuidRecognized: 'Agent UUID recognized.',
    published: (date: string | null, version: number | null, draftDiffers: boolean) =>
      [date === null ? 'published' : `published ${date}`, version === null ? '' : `version ${version}`]
        .filter(Boolean)
        .join(', ')
        .concat(draftDiffers ? ' (unpublished changes)' : ''),
    unpublished: 'This agent hasn’t been published, so the service will reject the call.',
    star: 'Star this agent',
    starHint: 'Star this agent (Ctrl+D)',
    starChanged: (name: string, isStarred: boolean) => (isStarred ? `${name} starred.` : `${name} unstarred.`),
    starFailed: 'Couldn’t star or unstar the agent.',
  },
  number: {
    label: 'Number',
    placeholder: '+1 415 555 0123',
    asTyped: 'Dial exactly as typed',
    asTypedHint: 'Sends exactly what you typed. Use this for SIP endpoints and internal numbers such as 1001.',
    willSend: (dial: string) => `Will dial ${dial}`,
    notAssigned: 'This doesn’t look like a valid number. Check the digits.',
    locked: (age: string, profile: string, tag: string) =>
      `Locked: called ${age} from ${profile}, still unresolved (${tag}). The phone may be ringing. Don’t call again.`,
    /** The run shows whether the phone rang. `tag`: null while the response is pending. */
    lockedWithRun: (age: string, profile: string, runId: number, tag: string | null) =>
      `Locked: called ${age} from ${profile}, found as run ${runId}${tag === null ? '. Rundesk is waiting for the service’s response.' : `, still unresolved (${tag}).`} Don’t call again.`,
    called: (age: string, profile: string, outcome: string) => `Called ${age} from ${profile}: ${outcome}`,
    attempted: (age: string, profile: string, outcome: string) =>
      `Attempted ${age} from ${profile}, not placed: ${outcome}`,
    /** `own`: the runs that certainly are this call's; they may show that it was answered. */
    resolvedDespiteRun: (age: string, profile: string, runs: string, own: readonly number[], wasAnswered = false) => {
      const known = own.length === 0 ? `${runs} may be` : `${runsOf(own)} ${own.length === 1 ? 'is' : 'are'}`
      const found = wasAnswered
        ? `${runsOf(own)} shows that the call was answered`
        : `${known} this call’s, so the phone may have rung`
      return `Attempted ${age} from ${profile}: resolved as not placed, but ${found}`
    },
  },
  practiceNumbers: 'Practice numbers',
  route: {
    label: 'Call from',
    labelBelow: 'Caller ID and route: see below',
    configuration: 'Telephony configuration',
    configurationPlaceholder: 'Choose a configuration',
    callerId: 'Caller ID',
    callerIdPlaceholder: 'Choose a caller ID',
    providerChooses: 'Provider’s choice',
    isDefault: 'default',
    ready: 'ready',
    notReady: 'not ready',
    notReadyBecause: (reason: string) => `not ready: ${reason}`,
    deactivated: 'deactivated',
    inactive: 'inactive',
    enterIds: 'Enter IDs manually',
    chooseFromList: 'Choose from the list',
    configurationId: 'Configuration ID',
    callerIdId: 'Caller ID record ID',
    idsHint:
      'Numeric IDs from the dashboard. Leave blank for the organization’s default; the provider then chooses the caller ID.',
    noneListed: 'No telephony configurations found. Enter an ID, or leave blank for the default.',
    listFailed: 'Couldn’t load configurations. Enter an ID instead.',
    callerIdsFailed: 'Couldn’t load caller IDs. The provider will choose one, or you can enter an ID.',
    callerIdUnchecked: 'Couldn’t load this configuration’s caller IDs, so this ID hasn’t been checked.',
    notReadyWarning: (reason: string | null) =>
      `This configuration isn’t ready for outbound calls${reason === null ? '' : ` (${reason})`}. The service may reject the call.`,
    deactivatedWarning: 'Deactivated after connection failures. Calls through it fail (404).',
    inactiveWarning: 'This caller ID is inactive. The service will reject the call.',
    configurationById: (id: number, label: string | null) =>
      label === null ? `configuration ${id}` : `${label} (configuration ${id})`,
    callerIdById: (id: number, label: string | null) =>
      label === null ? `caller ID ${id}` : `${label} (caller ID ${id})`,
    openIds: 'Show named IDs',
    noMatchingId: 'No named ID matches.',
    idLabel: (id: number) => `Name for ID ${id}`,
    idLabelPlaceholder: 'Main trunk',
    labelFailed: 'Couldn’t save the name. Rundesk will try again when you leave the field.',
  },
  button: (dial: DialSummary) => `Call ${dial.number}`,
  buttonRoute: (dial: DialSummary) => [dial.agent, describeRoute(dial), dial.profile].join(' · '),
  valuesFrom: (number: string) => `with the values from ${number}`,
  quietHours: (there: string) => `quiet hours: ${there}`,
  without: (names: readonly string[]) => `without ${withoutNames(names)}`,
  buttonDisabled: 'Call',
  missing: (missing: MissingInput[]) => missing.map(describeMissing).join(' '),
  saving: 'Saving…',
  sending: (seconds: string) => `Sending ${seconds}`,
  foundWhileWaiting: (number: string, id: number) => `${number} · found as run ${id}`,
  stillWaiting: (seconds: string) => `Still waiting (${seconds}). Don’t call again.`,
  resolved: (title: string, number: string) => `${title} · ${number}`,
  nextHint: 'Press N or type the next number',
  next: 'Next call',
  repeat: 'Repeat',
  /** The notice that an earlier call filled in the form. */
  filledFrom: {
    title: (number: string) => `The call to ${number} filled in the form`,
    otherProfile: (profile: string, left: string) =>
      `The profile is now ${profile}, because that call belongs to it. Your entries in ${left} haven’t been changed.`,
  },
  outcome: {
    label: 'Call outcome',
    run: (id: number) => `run ${id}`,
    /** The known runs of a call. Until one is proved to be the call's, each may belong to another call. */
    runs: (ofCall: Pick<Call, 'outcome'>) => {
      const runId = shownRunIdOf(ofCall)
      const known = runId === null ? ownRunIdsOf(ofCall) : [runId]
      const possible = runIdsOf(ofCall).filter((id) => !known.includes(id))
      const texts = [
        ...(known.length === 0 ? [] : [runsOf(known)]),
        ...(possible.length === 0 ? [] : [`possible ${runsOf(possible)}`]),
      ]
      return texts.join(', ')
    },
    emptyTitle: 'The outcome appears here',
    emptyText: 'The call button shows exactly what will be dialed.',
    previous: 'Previous call',
  },
  today: {
    title: 'Today',
    count: ({ placed, inProgress, unknown, not }: Record<'placed' | 'inProgress' | 'unknown' | 'not', number>) =>
      [
        `${common.count(placed)} placed`,
        inProgress > 0 ? `${common.count(inProgress)} in progress` : '',
        unknown > 0 ? `${common.count(unknown)} unknown` : '',
        not > 0 ? `${common.count(not)} not placed` : '',
      ]
        .filter(Boolean)
        .join(' · '),
    emptyTitle: 'No calls today from this profile',
    emptyText: 'Each call you place appears here with its run ID.',
    repeat: 'Repeat with another number (R)',
    repeatOf: (number: string) => `Repeat the call to ${number}`,
    showOf: (number: string) => `Show the call to ${number}`,
    loading: 'Loading today’s calls…',
    failed: 'Couldn’t load today’s calls.',
    columns: {
      time: 'Time',
      state: 'State',
      number: 'Number',
      agent: 'Agent',
      run: 'Run',
      outcome: 'Outcome',
      actions: 'Actions',
    },
  },
  agentById: (uuid: string) => `agent ${uuid}`,
}

/** The question before a number is called a second time. */
export const repeatCall = {
  /** The title, the message and the button label of each question. */
  questions: {
    calledRecently: {
      title: 'Call this number again?',
      text: 'Calling again may ring the phone a second time.',
      confirm: (number: string) => `Call ${number} again`,
    },
    inProgress: {
      title: 'Call during an earlier call?',
      text: 'Calling again may ring the phone during that call.',
      confirm: (number: string) => `Call ${number} again`,
    },
    shortNumber: {
      title: 'Call this short number?',
      text: 'Call it only if you know who will answer.',
      confirm: (number: string) => `Call ${number}`,
    },
    historyGap: {
      title: 'Call without a complete history?',
      text: 'If this number was already called, the phone rings a second time.',
      confirm: (number: string) => `Call ${number}`,
    },
    doNotCall: {
      title: 'Call a number on the do-not-call list?',
      text: 'Call only if this person agreed to be called. The do-not-call list doesn’t change.',
      confirm: (number: string) => `Call ${number} anyway`,
    },
  } satisfies Record<RepeatReason, { title: string; text: string; confirm: (number: string) => string }>,
  recentCall: (number: string, age: string, profile: string) => `You called ${number} ${age} from profile ${profile}.`,
  /** The service wasn't asked whether the call ended. */
  recentInProgress: (number: string, age: string, profile: string) =>
    `The call to ${number} from profile ${profile} (${age}) may still be in progress.`,
  inProgress: (number: string, age: string, profile: string) =>
    `The call to ${number} from profile ${profile} (${age}) may still be in progress: the service hasn’t reported that it ended.`,
  /** `hasOtherRun`: the call's run ended, but another known run may be the call's, too. */
  resolvedPlaced: (number: string, age: string, profile: string, hasOtherRun = false) =>
    `The call to ${number} from profile ${profile} (${age}) may still be in progress: it was resolved as placed, and ${hasOtherRun ? 'its run ended, but another run may be this call’s, too' : 'the service hasn’t reported that it ended'}.`,
  resolvedNotPlaced: (number: string, age: string, profile: string, found: FoundRun = 'possible') =>
    `The call to ${number} from profile ${profile} (${age}) was resolved as not placed, ${butRunFound(found)}.`,
  shortNumber: (number: string) =>
    `${number} is an extension or a service number. Which phone it rings depends on the phone system.`,
  outcome: (state: string) => `Outcome: ${state}.`,
  historyGap: (number: string) =>
    `Part of this computer’s history may be missing, so Rundesk can’t tell whether ${number} was called recently. Check the service’s dashboard first.`,
  /** `sentence`: the latest call to the number, as the form shows it. */
  knownCall: (number: string, sentence: string) =>
    common.sentence(`Latest known call to ${number}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`),
  historyGapAfterCall:
    'Part of this computer’s history may be missing, so there may be later calls. Check the service’s dashboard first.',
  /** The form's values came with another number. */
  valuesFrom: (number: string) => `The call would use the values from ${number}.`,
  cancelled: 'Call canceled. Your entries are still here.',
}

/** Earlier calls of today whose outcome is not known yet. */
export const unresolved = {
  label: 'Earlier unresolved calls',
  /** `areOthers`: the panel above shows another unknown call. */
  title: (count: number, areOthers: boolean) =>
    areOthers
      ? `${common.count(count)} other unknown ${count === 1 ? 'call' : 'calls'}`
      : `${common.count(count)} unknown`,
  more: (count: number) => `and ${common.count(count)} more in Needs you`,
  moreResolved: (count: number) => `and ${common.count(count)} more in Runs`,
  /** The announcement for screen readers when one of them is resolved. */
  resolved: (number: string, title: string) => `${number}: ${title}`,
  dismiss: (number: string) => `Dismiss the outcome of ${number}`,
  dismissAll: 'Dismiss all resolved',
}

/** A number of the practice organization, and what happens when it is called. */
export type PracticeNumber = { number: string; meaning: string }

/** Practice numbers, from ordinary to unusual cases. Any other number is answered and has a conversation. */
export const practiceNumbers: readonly PracticeNumber[] = [
  { number: '+14155550101', meaning: 'Accepted and answered.' },
  { number: '+14155550171', meaning: 'Accepted; no answer.' },
  { number: '+14155550110', meaning: 'Key rejected (401): no call is placed.' },
  { number: '+14155550112', meaning: 'Agent not found (404): no call is placed.' },
  { number: '+14155550116', meaning: 'Request rejected with a list of problems (422): no call is placed.' },
  { number: '+14155550150', meaning: 'Placed; slow response.' },
  { number: '+14155550152', meaning: 'Placed, but the response is lost: unknown, then found automatically.' },
  {
    number: '+14155550153',
    meaning: 'Connection lost before a call is placed: unknown, then not found after two minutes.',
  },
  {
    number: '+14155550137',
    meaning: 'The carrier drops the connection but dials anyway: unknown, then resolved manually.',
  },
  { number: '+14155550160', meaning: 'Placed; no response ever comes, but its run is found while you wait.' },
]

const counted = (n: number, one: string, many: string): string => `${common.count(n)} ${n === 1 ? one : many}`

const nodeNames: Record<WorkflowNodeKind, [one: string, many: string]> = {
  start: ['start', 'starts'],
  agent: ['conversation step', 'conversation steps'],
  end: ['end', 'ends'],
  global: ['global prompt', 'global prompts'],
  trigger: ['trigger', 'triggers'],
  webhook: ['webhook', 'webhooks'],
  qa: ['quality check', 'quality checks'],
  other: ['other node', 'other nodes'],
}

/** Creating an agent from a file. */
export const newAgent = {
  open: 'New agent from file…',
  title: (organization: string) => `New agent in ${organization}`,
  refusedTitle: 'This file can’t be used',
  chooseOther: 'Choose another file…',
  details: {
    file: 'File',
    nodes: 'Contains',
    variables: 'Variables',
    opening: { greeting: 'Greeting', prompt: 'Opening prompt', recording: 'Opening recording' },
  },
  node: (kind: WorkflowNodeKind, n: number) => counted(n, ...nodeNames[kind]),
  variable: (name: string, fallback: string | null) => (fallback === null ? name : `${name} (or “${fallback}”)`),
  moreVariables: (n: number) => `and ${common.count(n)} more`,
  noVariables: 'none',
  noOpening: 'None',
  recording: 'Audio recording',
  noStart: 'No start node. The service accepts this file, but calls would be silent.',
  severalStarts: 'More than one start node. The service will reject it.',
  trigger:
    'This agent has its own trigger, so anyone with the trigger’s path and a key can start it. The service rejects a path that’s already in use.',
  name: 'Name',
  nameHint: 'Must be unique.',
  taken: 'An agent with this name already exists.',
  publishedTitle: 'Published immediately',
  published: (organization: string) =>
    `Anyone with a key for ${organization} can then place calls with it. Rundesk gets its Agent UUID from the service’s list afterward.`,
  confirm: 'Create and publish',
  creating: 'Creating…',
  createdTitle: (name: string) => `${name} created`,
  createdText: 'It’s published and ready for calls.',
  responseLost: 'The service didn’t confirm it in a response, but the agent is in the service’s list.',
  uuid: 'Agent UUID',
  noUuid: 'Agent UUID not available yet',
  noUuidNext: 'The agent was created. Check again in a moment; it needs an Agent UUID before it can be called.',
  callWith: 'Call with this agent',
  noResponse: 'No valid response from the service',
  uncertain: (name: string) => `It’s unclear whether ${name} was created`,
  uncertainNext: 'It isn’t in the service’s list yet. Check again before creating it again.',
  checkAgain: 'Check again',
  checking: 'Checking…',
}
