/** Words of the palette and of the sheet of keys. */
export const palette = {
  open: 'Find a run, an agent, an act',
  title: 'Find anything',
  placeholder: 'A run id, a number, an agent, a screen, an act',
  list: 'What was found',
  empty: (typed: string) => `Nothing is called “${typed}”.`,
  hint: 'Arrows choose · Enter opens · Esc closes',
  groups: {
    clipboard: 'On the clipboard',
    calls: 'Calls on this computer',
    service: 'At the service',
    acts: 'Acts',
    screens: 'Screens',
    profiles: 'Profiles',
    agents: 'Agents',
  },
  goTo: (screen: string) => `Go to ${screen}`,
  useProfile: (name: string) => `Use ${name}`,
  callWith: (name: string) => `Call with ${name}`,
  archived: 'archived',
  run: (id: number) => `run ${id}`,
  askRun: (id: number, profile: string) => `Ask ${profile} about run ${id}`,
  acts: {
    nextCall: 'Begin the next call',
    repeatLast: 'Repeat the last call',
    addProfile: 'Add a profile',
    manageProfiles: 'Manage profiles',
    checkHealth: 'Check the service now',
    showKeys: 'Show the keyboard sheet',
  },
}

/** One line of the sheet: the keys as they are drawn, and what they do. */
type KeyLine = readonly [keys: string, what: string]

/** Words of the sheet of keys, by place. */
export const keySheet = {
  title: 'Keyboard',
  everywhere: 'Everywhere',
  screens: {
    call: 'Call',
    runs: 'Runs',
  },
  lines: {
    everywhere: [
      ['Ctrl K', 'Find a run, an agent, an act'],
      ['Ctrl P', 'Choose the profile'],
      ['Ctrl 1 … 9', 'Use the first … ninth profile'],
      ['G C', 'Go to Call'],
      ['G R', 'Go to Runs'],
      ['G K', 'Go to Keys'],
      ['G S', 'Go to Support'],
      ['G ,', 'Go to Settings'],
      ['?', 'Show this sheet'],
      ['Esc', 'Close what is open'],
    ],
    call: [
      ['Enter', 'Place the call, or go on to what it needs'],
      ['Ctrl Enter', 'Place the call, anywhere'],
      ['Ctrl V', 'Fill in a copied number, or a row of a spreadsheet'],
      ['Ctrl Z', 'Take the paste back'],
      ['↓', 'Choose among the numbers that may be meant'],
      ['Ctrl J', 'Change between the form and the JSON'],
      ['Ctrl .', 'Mend the first thing in the context'],
      ['Ctrl D', 'Star the agent, in its field'],
      ['0 … 9 +', 'Begin the next number, after a call'],
      ['N', 'Begin the next call'],
      ['R', 'Repeat the last call with another number'],
      ['C', 'Copy the run id'],
      ['L', 'Look now, while an outcome is unknown'],
      ['H', 'Close a call by hand'],
      ['A', 'Call again, where surely no phone rang'],
    ],
    runs: [
      ['/', 'Search'],
      ['J K', 'Move down and up'],
      ['Enter', 'Open the details'],
      ['C', 'Copy the run id'],
      ['R', 'Repeat the call with another number'],
      ['Esc', 'Close the details'],
    ],
  } satisfies Record<string, readonly KeyLine[]>,
}
