import { expect, it } from 'vitest'
import { nativeMessages } from '../../../src/messages/native.ts'
import { windowTitle } from '../../../src/main/platform/runtime-info.ts'

it('shows the test build only in the window title', () => {
  expect(windowTitle({ ...process.versions, electron: '33.2.1' })).toBe(nativeMessages.windowTitleTestBuild)
  expect(windowTitle({ ...process.versions, electron: '45.4.1' })).toBe(nativeMessages.windowTitle)
})
