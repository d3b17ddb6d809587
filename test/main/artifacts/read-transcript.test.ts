import { expect, it } from 'vitest'
import { readTranscript } from '../../../src/main/artifacts/read-transcript.ts'

it('reads who said what and when, one line a turn', () => {
  const text = [
    '[2026-11-21T09:10:33.000Z] assistant: Hello Jane: a good moment?',
    '[2026-11-21T09:10:40+00:00] user: Yes.',
    '[not a time] assistant: Thank you.',
  ].join('\n')
  expect(readTranscript(`${text}\n`)).toEqual({
    turns: [
      { speaker: 'agent', text: 'Hello Jane: a good moment?', at: '2026-11-21T09:10:33.000Z' },
      { speaker: 'callee', text: 'Yes.', at: '2026-11-21T09:10:40.000Z' },
      { speaker: 'agent', text: 'Thank you.', at: null },
    ],
    isWhole: true,
  })
})

it.each([
  [
    '\uFEFFuser: no stamp\r\nbot: none either',
    [
      ['callee', 'no stamp'],
      ['agent', 'none either'],
    ],
  ],
  ['[t] user: one\n  goes on: here\n\nand here', [['callee', 'one\ngoes on: here\nand here']]],
  [
    'a preface of the service\n[t] system: joined',
    [
      ['other', 'a preface of the service'],
      ['other', 'system: joined'],
    ],
  ],
  ['[t] user:\n[t] assistant: after a silence', [['agent', 'after a silence']]],
  ['', []],
])('reads %j', (text, turns) => {
  expect(readTranscript(text).turns.map(({ speaker, text: said }) => [speaker, said])).toEqual(turns)
})

it('reads so many turns and says that there were more', () => {
  const { turns, isWhole } = readTranscript('user: again\n'.repeat(6_000))
  expect({ turns: turns.length, isWhole }).toEqual({ turns: 5_000, isWhole: false })
})
