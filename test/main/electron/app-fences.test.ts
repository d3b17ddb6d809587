import type { App, Session, WebContents } from 'electron'
import { expect, it } from 'vitest'
import { fenceApp } from '../../../src/main/electron/app-fences.ts'
import { createRecorder } from '../../support/electron/recorder.ts'

const fenced = () => {
  const recorder = createRecorder<App>()
  fenceApp(recorder.part, false)
  return recorder
}

it.each([
  ['certificate-error', [{}, 'https://a.example', 'expired', {}], [false]],
  ['select-client-certificate', [{}, 'https://a.example', [{}]], []],
  ['login', [{}, {}, {}], []],
])('on %s the answer is no', (event, facts, told) => {
  const answers: unknown[] = []
  const prevented = fenced().emit(event, ...facts, (...answer: unknown[]) => answers.push(answer))
  expect({ prevented, answers }).toEqual({ prevented: true, answers: [told] })
})

it('fences every page and every session that comes to be', () => {
  const contents = createRecorder<WebContents>()
  const session = createRecorder<Session>()
  const app = fenced()
  app.emit('web-contents-created', contents.part)
  app.tell('session-created', session.part)
  expect(contents.names()).toEqual(expect.arrayContaining(['on will-navigate', 'setWindowOpenHandler']))
  expect(session.names()).toEqual(
    expect.arrayContaining(['webRequest.onBeforeRequest', 'setPermissionRequestHandler', 'on will-download']),
  )
})
