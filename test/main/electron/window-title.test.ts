import { expect, it } from 'vitest'
import { windowTitle } from '../../../src/main/electron/window-title.ts'

it('names the test runtime in the title of every window on it, and only there', () => {
  expect(windowTitle({ ...process.versions, electron: '33.2.1' })).toBe('Rundesk (test runtime)')
  expect(windowTitle({ ...process.versions, electron: '45.4.1' })).toBe('Rundesk')
})
