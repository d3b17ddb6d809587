import { beforeEach, afterEach, expect, it, vi } from 'vitest'
import type { Api } from '../../../src/contract/api.ts'
import { invalid, succeed } from '../../../src/contract/failure.ts'
import { createPaletteStore } from '../../../src/renderer/app/palette-store.ts'
import { aCall, aPage } from '../../support/a-call.ts'
import { readFakeNumber } from '../../support/fake-api/numbers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answers = Pick<Api, 'listCalls' | 'listCallsOfRun' | 'findRunIdOnClipboard' | 'readPhoneNumber'>

const open = (changes: Partial<Answers> = {}) => {
  const listCalls = vi.fn<Answers['listCalls']>(() => Promise.resolve(succeed(aPage([aCall()]))))
  const findRunIdOnClipboard = vi.fn<Answers['findRunIdOnClipboard']>(() =>
    Promise.resolve(succeed({ workflowRunId: 48213 })),
  )
  const listCallsOfRun = vi.fn<Answers['listCallsOfRun']>(() => Promise.resolve(succeed([])))
  const readPhoneNumber = vi.fn<Answers['readPhoneNumber']>(({ text, asTyped }) => {
    const reading = readFakeNumber(text, asTyped)
    return Promise.resolve(reading === null ? invalid(['text'], 'phoneNumber') : succeed(reading))
  })
  const palette = createPaletteStore({
    listCalls,
    listCallsOfRun,
    findRunIdOnClipboard,
    readPhoneNumber,
    ...changes,
  })
  palette.show()
  return { palette, listCalls, listCallsOfRun, state: palette.store.getState }
}

it('reads the run ID on the clipboard when it opens', async () => {
  const { state } = open()
  await vi.runAllTimersAsync()
  expect(state()).toMatchObject({ open: true, clipboardRunId: 48213 })
})

it('searches once for the typed text, not after each letter', async () => {
  const { palette, listCalls, state } = open()
  for (const text of ['4', '48', '482']) palette.type(text)
  await vi.runAllTimersAsync()
  expect(listCalls.mock.calls.map(([{ search }]) => search)).toEqual(['482'])
  expect(state().calls).toHaveLength(1)
})

it('never shows the calls of an earlier text', async () => {
  const first = Promise.withResolvers<Awaited<ReturnType<Answers['listCalls']>>>()
  const listCalls: Answers['listCalls'] = ({ search }) =>
    search === 'a' ? first.promise : Promise.resolve(succeed(aPage([])))
  const { palette, state } = open({ listCalls })
  palette.type('a')
  await vi.runAllTimersAsync()
  palette.type('b')
  await vi.runAllTimersAsync()
  first.resolve(succeed(aPage([aCall()])))
  await vi.runAllTimersAsync()
  expect(state().calls).toEqual([])
})

it('tracks which text its calls belong to, and searches immediately if Enter is pressed before the response arrives', async () => {
  const { palette, state, listCalls } = open()
  palette.type('482')
  await vi.runAllTimersAsync()
  expect(state().answered).toBe('482')
  palette.type('48219')
  expect(state()).toMatchObject({ answered: '482', entering: false })
  palette.enterSoon()
  expect(listCalls).toHaveBeenLastCalledWith(expect.objectContaining({ search: '48219' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(state()).toMatchObject({ answered: '48219', entering: true })
  palette.endEnter()
  expect(state().entering).toBe(false)
  palette.type('482191')
  palette.enterSoon()
  palette.type('48219')
  expect(state().entering).toBe(false)
})

it('resets its state when it closes', async () => {
  const { palette, state, listCalls } = open()
  palette.type('jane')
  palette.hide()
  await vi.runAllTimersAsync()
  expect(state()).toEqual({
    open: false,
    typed: '',
    calls: [],
    reading: null,
    answered: '',
    entering: false,
    clipboardRunId: null,
    clipboardCalls: [],
  })
  expect(listCalls).not.toHaveBeenCalled()
})

const [other, alike] = [aCall({ profileName: 'Globex' }), aCall()]

it('lists the calls with a typed run ID first, from every profile and without duplicates', async () => {
  const listCallsOfRun: Answers['listCallsOfRun'] = ({ workflowRunId }) =>
    Promise.resolve(succeed(workflowRunId === 48213 ? [other] : []))
  const listCalls: Answers['listCalls'] = () => Promise.resolve(succeed(aPage([alike, other])))
  const { palette, state } = open({ listCallsOfRun, listCalls })
  palette.type('run 48213')
  await vi.runAllTimersAsync()
  expect(state().calls.map(({ callId }) => callId)).toEqual([other.callId, alike.callId])
})

it('does not look up a run if the text is not a run ID', async () => {
  const { palette, listCallsOfRun } = open({
    findRunIdOnClipboard: () => Promise.resolve(succeed({ workflowRunId: null })),
  })
  palette.type('jane 48213')
  await vi.runAllTimersAsync()
  expect(listCallsOfRun).not.toHaveBeenCalled()
})

it('finds the calls with the run ID on the clipboard', async () => {
  const { state } = open({ listCallsOfRun: () => Promise.resolve(succeed([other])) })
  await vi.runAllTimersAsync()
  expect(state().clipboardCalls).toEqual([other])
})

it('offers the number of a copied link', async () => {
  const reading = readFakeNumber('+1 415 555 0299', false)
  const { palette, state } = open({
    readPhoneNumber: ({ text }) =>
      Promise.resolve(text === 'tel:+14155550299' && reading ? succeed(reading) : invalid(['text'], 'phoneNumber')),
  })
  palette.type('tel:+14155550299')
  await vi.runAllTimersAsync()
  expect(state().reading).toEqual(reading)
})

it('parses a phone number, and does not treat a run ID as one', async () => {
  const { palette, state } = open()
  palette.type('+1 415 555 0299')
  await vi.runAllTimersAsync()
  expect(state().reading?.dial).toBe('+14155550299')
  palette.type('48213')
  await vi.runAllTimersAsync()
  expect(state().reading).toBeNull()
})
