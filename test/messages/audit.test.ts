import { expect, it } from 'vitest'
import { findingCodes, findingFixes } from '../../src/contract/list.ts'
import { messages } from '../../src/messages/index.ts'

it('describes the decisions in the audit log without codes', () => {
  const { subject } = messages.audit
  const about = (code: string, fix: string) => `list 3f0c1d9e, rows with ${code}: ${fix}`
  for (const code of findingCodes)
    for (const fix of [...findingFixes, 'undone']) {
      const shown = subject('fixFinding', about(code, fix))
      expect(shown).toContain('list 3f0c1d9e')
      expect(shown.split(/\W+/)).not.toContain(code)
    }
  expect(subject('fixFinding', about('missingValue', 'callAnyway'))).toContain(
    messages.lists.check.fix('missingValue', 'callAnyway', null),
  )
  for (const [code, fix, value] of [
    ['noCountryCode', 'useCountry', 'US'],
    ['noTimeZone', 'chooseZone', 'America/New_York'],
  ] as const)
    expect(subject('fixFinding', about(code, `${fix} ${value}`))).toContain(messages.lists.check.fix(code, fix, value))
  expect(subject('fixFinding', 'list 3f0c1d9e')).toBe('list 3f0c1d9e')
})

it('shows the name of a list without its ID, and no codes of decisions', () => {
  const { subject } = messages.audit
  const listId = '3f0c1d9e-0000-4000-8000-000000000001'
  expect(subject('startList', `list November calls (2) (${listId}): 44 calls`)).toBe(
    'list November calls (2): 44 calls',
  )
  expect(subject('stopList', `list ${listId}`)).toBe(`list ${listId}`)
  expect(subject('fixFinding', `list November calls (${listId}), rows with noConsent: leaveOut`)).not.toContain(listId)
  const [call, row] = [
    subject('resolveCall', 'call 01JD0000000000000000000000: notPlaced'),
    subject('changeRow', `list November calls (${listId}), row 4: callAgain`),
  ]
  expect(call).not.toContain('notPlaced')
  expect(row).not.toContain('callAgain')
})

it('names a key file that was not imported differently from an imported one', () => {
  const { action } = messages.audit
  expect(action('openSealedFile', true)).not.toBe(action('openSealedFile'))
  expect(action('exportKey', true)).toBe(action('exportKey'))
})

it('promises of call lists only what the audit log has: not every change of a list or of the history', () => {
  const { text, empty } = messages.audit
  for (const claim of [text, empty]) expect(claim).not.toMatch(/changes to[^.]*(lists|history)/i)
  for (const logged of [/starts.*pauses.*stops.*removes/, /group of rows/, /type of calls or the consent column/])
    expect(text).toMatch(logged)
})
