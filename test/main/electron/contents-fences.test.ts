import type { WebContents } from 'electron'
import { expect, it } from 'vitest'
import { fenceContents } from '../../../src/main/electron/contents-fences.ts'
import { createRecorder } from '../../support/electron/recorder.ts'

const fenced = () => {
  const recorder = createRecorder<WebContents>()
  fenceContents(recorder.part)
  return recorder
}

it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])('prevents %s', (event) => {
  expect(fenced().emit(event)).toBe(true)
})

it('opens no window, whatever is asked for', () => {
  for (const url of ['https://a.example', 'rundesk://app/index.html', 'about:blank', 'javascript:1', ''])
    expect(fenced().call('setWindowOpenHandler', { url, disposition: 'new-window' })).toEqual({ action: 'deny' })
})

it('chooses none of the devices', () => {
  const chosen: unknown[] = []
  const prevented = fenced().emit('select-bluetooth-device', [{ deviceId: 'a' }], (id: unknown) => chosen.push(id))
  expect({ prevented, chosen }).toEqual({ prevented: true, chosen: [''] })
})

it('keeps WebRTC from UDP', () => {
  expect(fenced().calls).toContainEqual({ name: 'setWebRTCIPHandlingPolicy', args: ['disable_non_proxied_udp'] })
})
