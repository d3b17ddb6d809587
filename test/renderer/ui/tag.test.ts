import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import { messages } from '../../../src/messages/index.ts'
import { PageContext } from '../../../src/renderer/lib/page.ts'
import { StateTag } from '../../../src/renderer/ui/tag.tsx'
import { createFakeApi } from '../../support/fake-api.ts'

it('marks a call that was resolved as not placed although a run was found, with an icon and the sentence', () => {
  const page = {
    api: createFakeApi(),
    now: () => 0,
    randomBytes: () => new Uint8Array(16),
    announce: () => {},
    withdraw: () => {},
  }
  const shown = (outcome: CallState) =>
    renderToStaticMarkup(
      createElement(
        PageContext,
        { value: page },
        createElement(StateTag, { call: { outcome, preparedAt: '2026-11-21T09:00:00.000Z' } }),
      ),
    )
  const at = '2026-11-21T09:10:00.000Z'
  const resolved = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' } as const
  const found = { ...resolved, runIds: [7005] }
  const iconIn = (markup: string) => /<svg.*<\/svg>/.exec(markup)?.[0]
  expect(shown(resolved)).toContain(messages.callState.placed('no'))
  expect(shown(found)).toContain(messages.runDespiteDecision(found))
  expect(iconIn(shown(found))).not.toBe(iconIn(shown(resolved)))
})
