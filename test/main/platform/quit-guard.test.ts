import { EventEmitter } from 'node:events'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import { expect, it } from 'vitest'
import type { UnsavedForm } from '../../../src/contract/settings.ts'
import { nativeMessages } from '../../../src/messages/native.ts'
import { createQuitGuard } from '../../../src/main/platform/quit-guard.ts'

const { quit } = nativeMessages

type Options = { lists?: number; keys?: number; unsaved?: UnsavedForm[]; button: number }

/** A guard of an app whose dialog is answered with this button. */
const setUp = (options: Options) => {
  const { lists = 0, keys = 0, unsaved = [] } = options
  const events = new EventEmitter()
  const closing = new EventEmitter()
  const asked: MessageBoxOptions[] = []
  const ended: string[] = []
  const quitting = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const app = Object.assign(events, {
    quit: () => {
      let isPrevented = false
      events.emit('before-quit', { preventDefault: () => (isPrevented = true) })
      if (isPrevented) return
      events.emit('will-quit')
      quitting.resolve()
    },
    relaunch: () => void ended.push('relaunched'),
  })
  // The guard only adds a listener to the window and passes it to the dialog.
  const window = closing as unknown as BrowserWindow
  const guard = createQuitGuard({
    // The test's emitter has the three members that the guard uses.
    app: app as unknown as Parameters<typeof createQuitGuard>[0]['app'],
    dialog: {
      showMessageBox: async (...given: unknown[]) => {
        // The options are last, after the owner window.
        asked.push(given.at(-1) as MessageBoxOptions)
        setImmediate(answered.resolve)
        return { response: options.button, checkboxChecked: false }
      },
    },
    opened: () => ({
      shutdown: { end: async () => ({ unwritten: 0, message: '' }), leave: () => void ended.push('left') },
      close: async () => void ended.push('closed'),
      inFlight: () => [],
      countRunningLists: () => lists,
      countLosableKeys: () => keys,
      unsavedForms: () => unsaved,
    }),
    window: () => window,
    log: () => undefined,
    printError: () => undefined,
  })
  guard.hold(window)
  const close = (): boolean => {
    let isPrevented = false
    closing.emit('close', { preventDefault: () => (isPrevented = true) })
    return !isPrevented
  }
  return { app, restart: guard.restart, close, asked, ended, quitting: quitting.promise, answered: answered.promise }
}

it('asks before closing the window or quitting loses a new key, and stays open if the user goes back', async () => {
  const { app, close, asked, ended, answered } = setUp({ keys: 1, button: 1 })
  expect(close()).toBe(false)
  await answered
  app.quit()
  await new Promise(setImmediate)
  expect(asked.map(({ message }) => message)).toEqual([quit.keysTitle(1), quit.keysTitle(1)])
  expect(asked[0]).toMatchObject({ buttons: [quit.quitAnyway, quit.goBack], defaultId: 1, cancelId: 1 })
  expect(ended).toEqual([])
})

it('asks before closing the window or quitting loses unsaved changes, and says in which form', async () => {
  const { app, close, asked, ended, answered } = setUp({ unsaved: ['settings', 'profile'], button: 1 })
  expect(close()).toBe(false)
  await answered
  app.quit()
  await new Promise(setImmediate)
  const { settings, profile } = quit.unsavedDetail
  const question = { message: quit.unsavedTitle, detail: `${settings}\n\n${profile}` }
  expect(asked).toMatchObject([question, { ...question, buttons: [quit.quitAnyway, quit.goBack] }])
  expect(ended).toEqual([])
})

it('quits after one question if the user confirms, and says what a running list does', async () => {
  const { app, asked, ended, quitting } = setUp({ keys: 2, lists: 1, button: 0 })
  app.quit()
  app.quit()
  await quitting
  expect(asked.map(({ detail }) => detail)).toEqual([`${quit.keysDetail(2)}\n\n${quit.detail(1)}`])
  expect(ended).toEqual(['closed'])
})

it('asks about a running list alone when the window closes', async () => {
  const { close, asked, ended, quitting } = setUp({ lists: 1, button: 0 })
  expect(close()).toBe(false)
  await quitting
  expect(asked).toMatchObject([{ message: quit.title(1), detail: quit.detail(1), buttons: [quit.quit, quit.stay] }])
  expect(ended).toEqual(['closed'])
})

it('closes and quits without a question if nothing is lost', async () => {
  const { app, close, asked, quitting } = setUp({ button: 1 })
  expect(close()).toBe(true)
  app.quit()
  await quitting
  expect(asked).toEqual([])
})

it('restarts after quitting, also if the user confirms a question before', async () => {
  for (const options of [{ button: 1 }, { keys: 1, button: 0 }]) {
    const { restart, ended, quitting } = setUp(options)
    restart()
    await quitting
    expect(ended).toEqual(['closed', 'relaunched'])
  }
})

it('restarts without leaving unwritten outcomes if the app is already closing', async () => {
  const { app, restart, ended, quitting } = setUp({ button: 1 })
  app.quit()
  restart()
  await quitting
  expect(ended).toEqual(['closed', 'relaunched'])
})

it('reports that the user went back, and does not restart when the user quits later', async () => {
  const options: Options = { keys: 1, button: 1 }
  const { app, restart, ended, answered, quitting } = setUp(options)
  const stays: string[] = []
  restart(() => void stays.push('stayed'))
  await answered
  expect(stays).toEqual(['stayed'])
  options.button = 0
  app.quit()
  await quitting
  expect(ended).toEqual(['closed'])
})
