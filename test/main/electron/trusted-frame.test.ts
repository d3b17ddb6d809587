import { expect, it } from 'vitest'
import { isTrustedFrame } from '../../../src/main/electron/trusted-frame.ts'

it('trusts the top frame of our own page', () => {
  expect(isTrustedFrame({ senderFrame: { url: 'rundesk://app/index.html', parent: null } })).toBe(true)
})

it.each([
  ['a frame that is gone', null],
  ['a frame in our page', { url: 'rundesk://app/index.html', parent: {} }],
  ['another host', { url: 'rundesk://other/index.html', parent: null }],
  ['another host that begins alike', { url: 'rundesk://app.evil.example/', parent: null }],
  ['another port', { url: 'rundesk://app:1/index.html', parent: null }],
  ['another scheme', { url: 'https://app/index.html', parent: null }],
  ['a file', { url: 'file:///app/index.html', parent: null }],
  ['an empty page', { url: 'about:blank', parent: null }],
  ['no URL', { url: '', parent: null }],
])('does not trust %s', (_what, senderFrame) => {
  expect(isTrustedFrame({ senderFrame })).toBe(false)
})
