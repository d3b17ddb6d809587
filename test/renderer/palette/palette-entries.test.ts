import { expect, it, vi } from 'vitest'
import type { Agent } from '../../../src/contract/agent.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import { inGroups } from '../../../src/renderer/palette/entry.ts'
import { entriesFor, type PaletteActs } from '../../../src/renderer/palette/palette-entries.ts'
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
  { workflowId: 7, agentUuid: 'u', name: 'Renewal reminder', status: 'archived', totalRuns: 3 },
  { workflowId: 8, agentUuid: null, name: 'Never callable', status: 'active', totalRuns: 0 },
]
const facts = { profiles: [acme, beta], inUse: beta, agents }

const actsWith = (changes: Partial<PaletteActs> = {}): PaletteActs => ({
  goTo: vi.fn(),
  pickProfile: vi.fn(),
  show: vi.fn(),
  askRun: vi.fn(),
  chooseAgent: vi.fn(),
  nextCall: vi.fn(),
  repeatLast: vi.fn(),
  lookNow: vi.fn(),
  closeByHand: vi.fn(),
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
type Found = { calls?: Calls; clipboardRunId?: number | null; clipboardCalls?: Calls }

const find = (typed: string, changes: Found = {}) => {
  const acts = actsWith()
  const { calls = [], clipboardRunId = null, clipboardCalls = [] } = changes
  const state = { typed, calls, clipboardRunId, clipboardCalls }
  return { acts, entries: entriesFor(state, facts, acts) }
}
const texts = (typed: string) => find(typed).entries.map(({ text }) => text)

it('shows without a word what can be done from here, and every screen and other profile', () => {
  const all = texts('')
  expect(all).toEqual(expect.arrayContaining(['Go to Runs', 'Repeat the last call', 'Use Acme']))
  expect(all).not.toContain('Use Beta')
})

it('offers the run id that lies on the clipboard first, at the profile in use', () => {
  const { acts, entries } = find('', { clipboardRunId: 48213 })
  expect(inGroups(entries)[0]).toMatchObject({ group: 'clipboard', items: [{ text: 'Ask Beta about run 48213' }] })
  entries.find(({ group }) => group === 'clipboard')?.run()
  expect(acts.askRun).toHaveBeenCalledWith(beta.id, 48213)
})

it('offers the calls of that run before the question to the service', () => {
  const call = aCall({ profileName: 'Globex' })
  const { acts, entries } = find('', { clipboardRunId: 48213, clipboardCalls: [call] })
  const [first] = inGroups(entries)
  expect(first?.items.map(({ note }) => note)).toEqual([expect.stringContaining('Globex'), undefined])
  first?.items[0]?.run()
  expect(acts.show).toHaveBeenCalledWith(call.callId)
})

it('finds screens, acts and agents by the beginnings of their words', () => {
  expect(texts('rem')).toEqual(['Call with Renewal reminder'])
  expect(texts('go su')).toEqual(['Go to Support'])
  expect(texts('newal')).toEqual(['Call with Renewal reminder'])
  expect(texts('zzz')).toEqual([])
})

it('says that an agent is archived, and offers none that cannot be called', () => {
  expect(find('renewal').entries[0]).toMatchObject({ note: 'archived' })
  expect(texts('never callable')).toEqual([])
})

it('finds a run by its id: the call of this computer first, then every profile, the one in use before the others', () => {
  const call = aCall()
  const { acts, entries } = find('48213', { calls: [call] })
  expect(entries.map(({ group }) => group)).toEqual(['calls', 'service', 'service'])
  expect(entries.slice(1).map(({ text }) => text)).toEqual(['Ask Beta about run 48213', 'Ask Acme about run 48213'])
  entries[0]?.run()
  expect(acts.show).toHaveBeenCalledWith(call.callId)
})

it('has nothing to repeat where nothing was called', () => {
  const acts = actsWith({ repeatLast: null })
  const found = entriesFor({ typed: '', calls: [], clipboardRunId: null, clipboardCalls: [] }, facts, acts)
  expect(found.map(({ key }) => key)).not.toContain('act-repeatLast')
})

it.each([
  ['rotate', 'Rotate the key …', 'rotateKey'],
  ['new key', 'New key …', 'newKey'],
  ['look now', 'Look now what became of the unknown call', 'lookNow'],
  ['by hand', 'Close the unknown call by hand …', 'closeByHand'],
  ['export', 'Export calls …', 'exportCalls'],
] as const)('finds by “%s” what is done on another screen: %s', (typed, text, act) => {
  const { acts, entries } = find(typed)
  expect(entries.map((entry) => entry.text)).toEqual([text])
  entries[0]?.run()
  expect(acts[act]).toHaveBeenCalledOnce()
})

it('offers nothing about an unknown call where there is none, and no rotation in practice', () => {
  const acts = actsWith({ lookNow: null, closeByHand: null, rotateKey: null })
  const found = entriesFor({ typed: '', calls: [], clipboardRunId: null, clipboardCalls: [] }, facts, acts)
  expect(found.filter(({ key }) => /lookNow|closeByHand|rotateKey/.test(key))).toEqual([])
})

it('puts the screen of a name before the acts that have the word in them, the sheet of keys last', () => {
  const grouped = inGroups(find('key').entries)
  expect(grouped.flatMap(({ items }) => items.map(({ text }) => text))).toEqual([
    'Go to Keys',
    'New key …',
    'Rotate the key …',
    'Show the keyboard sheet',
  ])
})
