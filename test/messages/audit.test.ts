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
  expect(subject('fixFinding', 'list 3f0c1d9e')).toBe('list 3f0c1d9e')
})
