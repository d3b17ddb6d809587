import { isInDialog, isTyping, modifierKeys, useWindowKeys } from './hotkeys.ts'

/** Every keyboard command, grouped by the screen or the part of it on which it works, in the order of the shortcut sheet. */
export const commands = {
  everywhere: {
    openPalette: 'Ctrl+K',
    chooseProfile: 'Ctrl+P',
    switchProfile: 'Ctrl+1…9',
    goToCall: 'G C',
    goToLists: 'G L',
    goToInbox: 'G N',
    goToRuns: 'G R',
    goToKeys: 'G K',
    goToSupport: 'G S',
    goToSettings: 'G ,',
    showShortcuts: '?',
    close: 'Esc',
  },
  call: {
    call: 'Enter',
    callFromField: 'Ctrl+Enter',
    goToValues: 'Tab',
    paste: 'Ctrl+V',
    clearValues: 'Ctrl+E',
    undo: 'Ctrl+Z',
    chooseNumber: '↓',
    switchContextView: 'Ctrl+J',
    applyFix: 'Ctrl+.',
    starAgent: 'Ctrl+D',
    nextNumber: '0…9 +',
    nextCall: 'N',
    repeatLast: 'R',
    copyRunId: 'C',
    openUnresolved: 'U',
    checkNow: 'K',
    resolveManually: 'H',
    callAgain: 'A',
    openTranscript: 'T',
    listen: 'L',
    doNotCall: 'D',
    noteOnCall: 'M',
  },
  lists: {
    chooseListFile: 'O',
    pasteRows: 'Ctrl+V',
    openPracticeList: 'T',
    fixCountry: 'F',
    fixMissing: 'W',
    fixDuplicates: 'D',
    fixRecent: 'Y',
    fixUnresolved: 'V',
    fixZone: 'Z',
    fixConsent: 'I',
    fixTooLarge: 'X',
    fixDamaged: 'B',
    startList: 'Ctrl+Enter',
    pauseList: 'P',
    moveRow: 'J K',
    leaveOutRow: 'Q',
    closeList: 'Esc',
  },
  startedList: {
    openRow: 'Enter',
    holdRow: 'H',
    callRowFirst: 'U',
    callRowAgain: 'A',
    doNotCallRow: 'D',
    noteOnRow: 'N',
    openRunOfRow: 'O',
    transcriptOfRow: 'T',
    listenToRow: 'L',
    showListRows: 'R',
    saveListReport: 'E',
    copyLeftovers: 'M',
  },
  runs: {
    searchRuns: '/',
    savedViews: 'V',
    moveSelection: 'J K',
    goToEnds: 'Home End',
    openDetails: 'Enter',
    writeNote: 'N',
    showTranscript: 'T',
    playRecording: 'L',
    seekRecording: '← →',
    copySelectedRunId: 'C',
    repeatSelected: 'R',
    closeDetails: 'Esc',
  },
  keys: { newKey: 'N', rotateKey: 'R' },
  support: { lookUpRun: '0…9' },
} as const

type Commands = typeof commands
export type CommandScreen = keyof Commands
export type CommandId = { [S in CommandScreen]: keyof Commands[S] }[CommandScreen]

const allKeys: Record<CommandId, string> = {
  ...commands.everywhere,
  ...commands.call,
  ...commands.lists,
  ...commands.startedList,
  ...commands.runs,
  ...commands.keys,
  ...commands.support,
}

/** Returns a command's keys as the UI shows them, such as `Ctrl+K`, `G C` or `N`. */
export const keysOf = (id: CommandId): string => allKeys[id]

/** Returns a command's keys for `aria-keyshortcuts`. */
export const ariaKeysOf = (id: CommandId): string => allKeys[id].replace('Ctrl', 'Control')

/** Returns the keys that switch to the profile at this index, from 0 to 8. */
export const profileKeys = (index: number): string => `Ctrl+${index + 1}`

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns the zero-based index of the profile to which Ctrl and a digit switches; null for other keys. */
export const profileIndexOf = ({ key, ctrlKey, altKey, shiftKey }: Omit<KeyPress, 'metaKey'>): number | null => {
  const index = ctrlKey && !altKey && !shiftKey ? '123456789'.indexOf(key) : -1
  return index < 0 ? null : index
}

/** True if the key press is the command's shortcut: a single key, or Ctrl (or Command) and a key. */
export const isCommand = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, id: CommandId): boolean => {
  const [name = '', withCtrl] = keysOf(id).split('+').toReversed()
  if (altKey || key.toLowerCase() !== name.toLowerCase()) return false
  return withCtrl === undefined ? !ctrlKey && !metaKey : (ctrlKey || metaKey) && !shiftKey
}

/** Commands whose keys never trigger the browser's own action, not even in a dialog. */
const reserved: ReadonlySet<CommandId> = new Set<CommandId>(['openPalette', 'chooseProfile'])

type Handlers = { [Id in CommandId]?: (() => unknown) | null }

/**
 * Runs a handler when its command's keys are pressed, except in dialogs and, for keys without Ctrl, in fields. If the
 * handler returns false, the key press keeps its default action. If a handler is null, its command is not available.
 */
export const useCommands = (handlers: Handlers): void =>
  useWindowKeys((event) => {
    // Object.keys returns string[] and loses the type of the keys.
    const id = (Object.keys(handlers) as CommandId[]).find((one) => isCommand(event, one))
    if (id === undefined) return
    if (reserved.has(id)) event.preventDefault()
    const isBlocked = isInDialog(event) || (!keysOf(id).startsWith('Ctrl') && isTyping(event))
    const run = handlers[id]
    if (isBlocked || event.repeat || !run || run() === false) return
    event.preventDefault()
  })

/** Maximum time between the two keys of a chord, in milliseconds. */
const chordMs = 1_500
let chordStart = -Infinity

/** Returns the second key of a chord that starts with G, or null. Keys pressed in fields are ignored. */
const readChord = (event: KeyboardEvent): string | null => {
  if (modifierKeys.has(event.key) || event.repeat) return null
  const isPending = performance.now() - chordStart < chordMs
  chordStart = -Infinity
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isInDialog(event)) return null
  const key = event.key.toLowerCase()
  if (key === 'g') chordStart = performance.now()
  // A digit starts the next phone number, so the chord must not consume it.
  return isPending && key !== 'g' && !/^[\d+]$/.test(key) ? key : null
}

/**
 * Calls `run` with the second key of each chord that starts with G. No other listener or button receives that key, even
 * if the chord has no command.
 */
export const useChords = (run: (key: string) => void): void =>
  useWindowKeys((event) => {
    const key = readChord(event)
    if (key === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    run(key)
  }, 'capture')
