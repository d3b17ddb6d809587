import { expect, it, vi } from 'vitest'
import type { Agent } from '../../../src/contract/agent.ts'
import type { PhoneNumberReading } from '../../../src/contract/phone-number.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import { entriesFor, inGroups, type PaletteActions } from '../../../src/renderer/app/palette-entries.ts'
import { messages } from '../../../src/messages/index.ts'
import { aCall } from '../../support/a-call.ts'

const profileOf = (id: string, name: string): Profile => ({
  kind: 'practice',
  id,
  name,
  color: 'violet',
  createdAt: '2026-11-21T09:00:00.000Z',
  referenceName: 'rundesk_call_id',
})
const [acme, beta] = [profileOf('01JD3Z00000000000000000001', 'Acme'), profileOf('01JD3Z00000000000000000002', 'Beta')]
const agents: Agent[] = [
  { workflowId: 7, agentUuid: 'u', name: 'Renewal reminder', status: 'archived' },
  { workflowId: 8, agentUuid: null, name: 'Never callable', status: 'active' },
]
const data = { profiles: [acme, beta], inUse: beta, agents }

const actsWith = (changes: Partial<PaletteActions> = {}): PaletteActions => ({
  goTo: vi.fn(),
  pickProfile: vi.fn(),
  show: vi.fn(),
  askRun: vi.fn(),
  chooseAgent: vi.fn(),
  callNumber: vi.fn(),
  showPerson: vi.fn(),
  searchRuns: vi.fn(),
  setTheme: vi.fn(),
  showNews: vi.fn(),
  nextCall: vi.fn(),
  repeatLast: vi.fn(),
  checkNow: vi.fn(),
  resolveManually: vi.fn(),
  newKey: vi.fn(),
  rotateKey: vi.fn(),
  exportCalls: vi.fn(),
  addProfile: vi.fn(),
  manageProfiles: vi.fn(),
  checkHealth: vi.fn(),
  newAgent: vi.fn(),
  showKeys: vi.fn(),
  ...changes,
})

type Calls = ReturnType<typeof aCall>[]
type Found = {
  calls?: Calls
  reading?: PhoneNumberReading | null
  clipboardRunId?: number | null
  clipboardCalls?: Calls
}

const find = (typed: string, changes: Found = {}) => {
  const actions = actsWith()
  const { calls = [], reading = null, clipboardRunId = null, clipboardCalls = [] } = changes
  const state = { typed, calls, reading, clipboardRunId, clipboardCalls }
  return { actions, entries: entriesFor(state, data, actions) }
}
const { palette, shell } = messages
const goTo = (screen: keyof typeof shell.screens) => palette.goTo(shell.screens[screen])
const renewal = palette.callWith('Renewal reminder')
const texts = (typed: string) => find(typed).entries.map(({ text }) => text)

it('lists the commands, all screens and the other profiles if nothing was typed', () => {
  const all = texts('')
  expect(all).toEqual(expect.arrayContaining([goTo('runs'), palette.commands.repeatLast, palette.useProfile('Acme')]))
  expect(all).not.toContain(palette.useProfile('Beta'))
})

it('lists the run ID on the clipboard first, for the selected profile', () => {
  const { actions, entries } = find('', { clipboardRunId: 48213 })
  expect(inGroups(entries)[0]).toMatchObject({
    group: 'clipboard',
    items: [{ text: palette.lookUpRun(48213, 'Beta') }],
  })
  entries.find(({ group }) => group === 'clipboard')?.run()
  expect(actions.askRun).toHaveBeenCalledWith(beta.id, 48213)
})

it('lists the calls of that run before the lookup with the service', () => {
  const call = aCall({ profileName: 'Globex' })
  const { actions, entries } = find('', { clipboardRunId: 48213, clipboardCalls: [call] })
  const [first] = inGroups(entries)
  expect(first?.items.map(({ note }) => note)).toEqual([expect.stringContaining('Globex'), undefined])
  first?.items[0]?.run()
  expect(actions.show).toHaveBeenCalledWith(call.callId)
})

it('finds an agent by the start of a word, or by three letters inside one', () => {
  expect(texts('rem')).toEqual([renewal])
  expect(texts('newal')).toEqual([renewal])
  expect(texts('zzz')).toEqual([])
})

it('finds the screens with the do-not-call list', () => {
  expect(texts('do not call')).toEqual([goTo('lists'), goTo('inbox')])
})

it('marks an archived agent, and omits agents that cannot be called', () => {
  expect(find('renewal').entries[0]).toMatchObject({ note: palette.archived })
  expect(texts('never callable')).toEqual([])
})

it('finds a run by its ID: the recorded call first, then the selected profile, then the others', () => {
  const call = aCall()
  const { actions, entries } = find('48213', { calls: [call] })
  expect(entries.map(({ group }) => group)).toEqual(['calls', 'service', 'service', 'numbers'])
  expect(entries.slice(1).map(({ text }) => text)).toEqual([
    palette.lookUpRun(48213, 'Beta'),
    palette.lookUpRun(48213, 'Acme'),
    palette.aboutNumber(call.phoneNumberDisplay),
  ])
  entries[0]?.run()
  expect(actions.show).toHaveBeenCalledWith(call.callId)
})

it.each([
  ['rotateKey', 'rotateKey'],
  ['newKey', 'newKey'],
  ['checkNow', 'checkNow'],
  ['resolveManually', 'resolveManually'],
  ['exportCalls', 'exportCalls'],
] as const)('finds the command %s by its title and runs it', (id, action) => {
  const { actions, entries } = find(palette.commands[id].replace('…', ''))
  expect(entries.map(({ text }) => text)).toEqual([palette.commands[id]])
  entries[0]?.run()
  expect(actions[action]).toHaveBeenCalledOnce()
})

it('omits commands that are not available', () => {
  const actions = actsWith({ repeatLast: null, checkNow: null, resolveManually: null, rotateKey: null })
  const found = entriesFor(
    { typed: '', calls: [], reading: null, clipboardRunId: null, clipboardCalls: [] },
    data,
    actions,
  )
  const unavailable = ['repeatLast', 'checkNow', 'resolveManually', 'rotateKey'] as const
  const titles = unavailable.map((id) => palette.commands[id])
  expect(found.filter(({ text }) => titles.includes(text))).toEqual([])
})

it('lists a screen before the commands that contain its name', () => {
  const [first, ...rest] = find(shell.screens.keys.slice(0, -1)).entries
  expect(first?.text).toBe(goTo('keys'))
  expect(rest.length).toBeGreaterThan(0)
})

const reading: PhoneNumberReading = {
  kind: 'telephone',
  text: '+49 30 901820',
  dial: '+4930901820',
  display: '+49 30 901820',
  country: 'DE',
  lineType: 'fixedLine',
  validity: 'valid',
  assumed: null,
  extension: null,
  national: '030 901820',
  isValid: true,
}

it('offers first to fill in a typed phone number without calling it', () => {
  const { entries, actions } = find('+49 30 901820', { reading })
  expect(entries[0]?.text).toBe(palette.callNumber('+49 30 901820'))
  entries[0]?.run()
  expect(actions.callNumber).toHaveBeenCalledExactlyOnceWith('+49 30 901820')
})

it('opens the page of a typed number, or its practice page in practice', () => {
  const { entries, actions } = find('+49 30 901820', { reading })
  entries.find(({ text }) => text === palette.aboutNumber('+49 30 901820'))?.run()
  const number = { phoneNumber: '+4930901820', phoneNumberDisplay: '+49 30 901820', practice: true }
  expect(actions.showPerson).toHaveBeenCalledExactlyOnceWith(number)
})

it('opens the page of each number among the matching calls, without duplicates or erased numbers', () => {
  const calls = [
    aCall(),
    aCall({ phoneNumber: '(415) 555-0101', phoneNumberDisplay: '(415) 555-0101' }),
    aCall({ practice: true }),
    aCall({ phoneNumber: '', phoneNumberDisplay: '' }),
    aCall({ phoneNumber: '…199', phoneNumberDisplay: '…199' }),
    aCall({ phoneNumber: '+14155550102', phoneNumberDisplay: '+1 415 555 0102' }),
    aCall({ phoneNumber: '+14155550103', phoneNumberDisplay: '+1 415 555 0103' }),
  ]
  const { entries, actions } = find('renewal', { calls })
  const numbers = entries.filter(({ group }) => group === 'numbers')
  expect(numbers.map(({ text, note }) => [text, note])).toEqual([
    [palette.aboutNumber('+1 415 555 0101'), undefined],
    [palette.aboutNumber('+1 415 555 0101'), shell.practice],
    [palette.aboutNumber('+1 415 555 0102'), undefined],
  ])
  numbers[2]?.run()
  expect(actions.showPerson).toHaveBeenCalledExactlyOnceWith(calls[5])
})

it('says with a call that was resolved as not placed that its run was found', () => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:00:00.000Z', note: '' } as const
  const call = aCall({ outcome: { state: 'closedByOperator', ...decision, runIds: [7005], ownRunIds: [7005] } })
  const notes = find('Jane', { calls: [call] }).entries.map(({ note }) => note)
  expect(notes.join()).toContain(messages.lists.table.runFound.own)
})

it('opens all calls that match a name', () => {
  const { entries, actions } = find(' Jane ', { calls: [aCall()] })
  const all = entries.find(({ text }) => text === palette.showAll('Jane'))
  all?.run()
  expect(actions.searchRuns).toHaveBeenCalledExactlyOnceWith('Jane')
  expect(texts('Jane')).not.toContain(palette.showAll('Jane'))
})

it('switches the color scheme and shows what is new', () => {
  for (const theme of ['system', 'light', 'dark'] as const) {
    const { entries, actions } = find(palette.theme[theme])
    entries.find(({ text }) => text === palette.theme[theme])?.run()
    expect(actions.setTheme).toHaveBeenCalledExactlyOnceWith(theme)
  }
  const { entries, actions } = find(palette.commands.whatIsNew)
  entries[0]?.run()
  expect(actions.showNews).toHaveBeenCalledOnce()
})
