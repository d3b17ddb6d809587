import { expect, it } from 'vitest'
import { keyShapeIssue } from '../../../src/renderer/lib/key-entry.ts'

it.each([
  ['dgr_abcdefgh', null],
  ['  dgr_abcdefgh \n', null],
  ['', 'required'],
  ['   ', 'required'],
  ['dgr_ab cdefgh', 'keyBlank'],
  ['dgr_ab\ncdefgh', 'keyLineBreak'],
  ['dgr_abcdefghé', 'keyCharacter'],
  ['dgr_abc', 'keyShort'],
  ['x'.repeat(512), null],
  ['x'.repeat(513), 'keyLong'],
])('checks the format of %j: %j', (text, issue) => expect(keyShapeIssue(text)).toBe(issue))
