import { describe, expect, it } from 'vitest'
import type { PublishedText } from '../../../src/contract/agent.ts'
import { notesOf, openingTextOf, cutPieces } from '../../../src/renderer/ui/opening.tsx'
import { fakeAgentText } from '../../support/fake-api/agents.ts'
import { fakeAgents } from '../../support/fake-api/data.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const stamped = { phoneNumber: '+14155550123', agentUuid: 'a', telephonyConfigurationId: 1, fromPhoneNumberId: null }

const textOf = (at: number): PublishedText => {
  const text = fakeAgentText(fakeAgents[at]?.agentUuid ?? '', now)
  if (text.state !== 'published') throw new Error(text.state)
  return text
}

describe('the opening preview', () => {
  it('fills in values and defaults and marks missing values', () => {
    const pieces = (context: Record<string, string>) => openingTextOf(textOf(0), context, stamped, now)?.pieces
    expect(pieces({ customer_name: 'Jane' })?.map(({ from, text }) => [from, text])).toEqual([
      ['text', 'Hello '],
      ['value', 'Jane'],
      ['text', ', this is the renewal desk about your plan that ends '],
      ['default', 'soon'],
      ['text', '.'],
    ])
    expect(pieces({ due_date: 'friday' })?.map(({ from }) => from)).toEqual([
      'text',
      'missing',
      'text',
      'value',
      'text',
    ])
  })

  it('uses a greeting or a recording from the context', () => {
    const greeting = { type: 'text', text: 'Hi {{customer_name}} at {{called_number}}' }
    const first = openingTextOf(textOf(0), { customer_name: 'Jane', greeting_override: greeting }, stamped, now)
    expect(first?.pieces.map(({ text }) => text).join('')).toBe('Hi Jane at +14155550123')
    const recording = { greeting_override: { type: 'audio', recording_id: 'r1' } }
    expect(openingTextOf(textOf(0), recording, stamped, now)?.kind).toBe('recording')
  })

  it('lists each source that needs an explanation only once', () => {
    const pieces = openingTextOf(textOf(2), {}, stamped, now)?.pieces ?? []
    expect(notesOf(pieces)).toEqual(['missing', 'default', 'clock', 'later'])
    expect(notesOf([{ from: 'value', text: 'x', path: 'x' }])).toEqual([])
  })

  it('is cut at its maximum length, but never in the middle of a character', () => {
    const piece = (text: string) => ({ from: 'text' as const, text, path: null })
    expect(cutPieces([piece('abc'), piece('de')], 4)).toEqual({ shown: [piece('abc'), piece('d')], more: 1 })
    expect(cutPieces([piece('abc'), piece('de')], 3)).toEqual({ shown: [piece('abc')], more: 2 })
    expect(cutPieces([piece('ab😀')], 3)).toEqual({ shown: [piece('ab')], more: 2 })
    expect(cutPieces([piece('abc')], 3)).toEqual({ shown: [piece('abc')], more: 0 })
  })
})
