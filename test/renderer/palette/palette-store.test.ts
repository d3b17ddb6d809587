import { beforeEach, afterEach, expect, it, vi } from 'vitest'
import type { Desk } from '../../../src/contract/desk.ts'
import { succeed } from '../../../src/contract/failure.ts'
import { createPaletteStore } from '../../../src/renderer/palette/palette-store.ts'
import { aCall, aPage } from '../../support/a-call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answers = Pick<Desk, 'listCalls' | 'findOnClipboard'>

const open = (changes: Partial<Answers> = {}) => {
  const listCalls = vi.fn<Answers['listCalls']>(() => Promise.resolve(succeed(aPage([aCall()]))))
  const findOnClipboard = vi.fn<Answers['findOnClipboard']>(() => Promise.resolve(succeed({ workflowRunId: 48213 })))
  const palette = createPaletteStore({ listCalls, findOnClipboard, ...changes })
  palette.show()
  return { palette, listCalls, state: palette.store.getState }
}

it('asks at opening what lies on the clipboard', async () => {
  const { state } = open()
  await vi.runAllTimersAsync()
  expect(state()).toMatchObject({ open: true, clipboardRunId: 48213 })
})

it('searches once for what is typed, not for each letter', async () => {
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

it('forgets everything when it closes', async () => {
  const { palette, state, listCalls } = open()
  palette.type('jane')
  palette.hide()
  await vi.runAllTimersAsync()
  expect(state()).toEqual({ open: false, typed: '', calls: [], clipboardRunId: null })
  expect(listCalls).not.toHaveBeenCalled()
})
