import { describe, expect, it } from 'vitest'
import { contextInCall, openingInCall } from '../../src/contract/context-in-call.ts'
import { piecesText, renderTemplate } from '../../src/contract/render-template.ts'
import { parseTemplate } from '../../src/contract/template.ts'

const call = {
  phoneNumber: '+14155550123',
  agentUuid: '7f3c2a1e-0000-4000-8000-000000009b21',
  telephonyConfigurationId: 11,
  fromPhoneNumberId: null,
}

describe('what an agent finds in a call', () => {
  it('is the context over what the service stamps on the run', () => {
    const said = renderTemplate(
      parseTemplate(
        '{{name}} {{called_number}} {{direction}} {{telephony_configuration_id}} {{from_phone_number_id | none}}',
      ),
      contextInCall({ name: 'Jane', direction: 'mine' }, call),
      0,
    )
    expect(piecesText(said)).toBe('Jane +14155550123 mine 11 none')
  })
})

describe('the opening of a call', () => {
  const opening = { kind: 'prompt', text: 'Be kind.', nodeName: 'Start' } as const

  it.each([
    [
      { type: 'text', text: 'Hello {{name}}' },
      { kind: 'greeting', text: 'Hello {{name}}', nodeName: null },
    ],
    [
      { type: 'audio', recording_id: 'r1' },
      { kind: 'recording', text: '', nodeName: null },
    ],
    [{ type: 'text', text: '' }, opening],
    [{ type: 'audio', text: 'Hello' }, opening],
    [{ type: 'text', text: 7 }, opening],
    ['Hello', opening],
    [['text'], opening],
    [null, opening],
  ])('is changed only by an override the service takes: %j', (override, expected) => {
    expect(openingInCall(opening, { greeting_override: override })).toEqual(expected)
  })

  it("is the agent's own without one", () => {
    expect(openingInCall(opening, {})).toBe(opening)
    expect(openingInCall(null, {})).toBe(null)
  })
})
