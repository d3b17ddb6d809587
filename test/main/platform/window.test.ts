import type { MenuItemConstructorOptions } from 'electron'
import { expect, it, describe, vi } from 'vitest'
import {
  bringToFront,
  isInFront,
  menuTemplate,
  recoverPage,
  waitForFirstPaint,
} from '../../../src/main/platform/window.ts'
import { windowOptions } from '../../../src/main/platform/window-state.ts'
import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'

// Importing Electron outside its runtime fails; the tests pass doubles.
vi.mock('electron', () => ({}))

it.each([true, false])('isolates the page, packaged or not (%s)', (packaged) => {
  expect(windowOptions({ preload: '/preload.cjs', packaged, title: 'Rundesk', dark: true })).toEqual({
    width: 1280,
    height: 800,
    minWidth: 960,
    minHeight: 640,
    useContentSize: true,
    show: false,
    title: 'Rundesk',
    autoHideMenuBar: true,
    backgroundColor: '#0e1116',
    webPreferences: {
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      experimentalFeatures: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      plugins: false,
      webgl: false,
      disableDialogs: true,
      spellcheck: false,
      devTools: !packaged,
    },
  })
})

it('opens at the saved bounds, with its frame', () => {
  const bounds = { x: 10, y: 20, width: 1100, height: 700 }
  const options = windowOptions({
    preload: '/preload.cjs',
    packaged: true,
    title: 'Rundesk',
    dark: false,
    bounds,
  })
  expect(options).toMatchObject({ ...bounds, useContentSize: false, minWidth: 960, minHeight: 640 })
})

const setUpRecovery = () => {
  const done: string[] = []
  let now = 0
  let destroyed = false
  let unloads = 0
  let loadAgain = (): void => undefined
  let timers: { at: number; act: () => void }[] = []
  const contents = Object.assign(new EventEmitter(), {
    forcefullyCrashRenderer: () => {
      done.push('killed')
      contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    },
  })
  const window = Object.assign(new EventEmitter(), { webContents: contents, isDestroyed: () => destroyed })
  recoverPage({
    window,
    load: () => void done.push('loaded'),
    monotonic: () => now,
    after: (milliseconds, act) => {
      const timer = { at: now + milliseconds, act }
      timers.push(timer)
      return () => (timers = timers.filter((one) => one !== timer))
    },
    log: (_level, event) => void done.push(event),
    onUnload: () => void (unloads += 1),
    onLost: (reload) => {
      done.push('lost')
      loadAgain = reload
    },
  })
  return {
    loadAgain: () => loadAgain(),
    unloads: () => unloads,
    done,
    window,
    close: () => (destroyed = true),
    contents,
    breaks: () => void contents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 9 }),
    pass: (milliseconds: number) => {
      now += milliseconds
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { act } of due) act()
    },
  }
}

it('reloads a page whose process has exited', () => {
  const { done, breaks, pass } = setUpRecovery()
  breaks()
  expect(done).toEqual(['pageCrashed'])
  pass(100)
  expect(done).toEqual(['pageCrashed', 'loaded'])
})

it('reports that the page was unloaded once it crashed, was lost or was loaded again', () => {
  const { unloads, breaks, contents } = setUpRecovery()
  breaks()
  expect(unloads()).toBe(1)
  contents.emit('did-navigate', {}, 'rundesk://app/index.html')
  expect(unloads()).toBe(2)
  for (let crash = 0; crash < 3; crash += 1) breaks()
  expect(unloads()).toBe(5)
})

it('ignores a window that has been closed since', () => {
  const { done, breaks, pass, close } = setUpRecovery()
  breaks()
  close()
  pass(100)
  expect(done).toEqual(['pageCrashed'])
})

it('gives up on the fourth crash within a minute, but not after occasional ones', () => {
  const { done, breaks, pass, loadAgain, close } = setUpRecovery()
  for (let i = 0; i < 6; i += 1) {
    breaks()
    pass(30_000)
  }
  expect(done).not.toContain('lost')
  pass(60_000)
  for (let i = 0; i < 4; i += 1) {
    breaks()
    pass(100)
  }
  expect(done.slice(-3)).toEqual(['loaded', 'pageCrashed', 'lost'])
  loadAgain()
  expect(done.at(-1)).toBe('loaded')
  close()
  loadAgain()
  expect(done.slice(-2)).toEqual(['lost', 'loaded'])
})

it('kills an unresponsive page, and reloads it', () => {
  const { done, window, pass } = setUpRecovery()
  window.emit('unresponsive')
  pass(9_999)
  expect(done).toEqual(['pageHangs'])
  pass(1)
  pass(100)
  expect(done).toEqual(['pageHangs', 'killed', 'pageCrashed', 'loaded'])
})

it('keeps a page that responds again', () => {
  const { done, window, pass } = setUpRecovery()
  window.emit('unresponsive')
  pass(5_000)
  window.emit('responsive')
  pass(60_000)
  expect(done).toEqual(['pageHangs'])
})

it('reloads a page that navigated to about:blank, the only possible target', () => {
  const { done, contents, pass } = setUpRecovery()
  contents.emit('did-navigate', {}, 'rundesk://app/index.html')
  pass(1_000)
  expect(done).toEqual([])
  contents.emit('did-navigate', {}, 'about:blank')
  pass(100)
  expect(done).toEqual(['pageLeft', 'loaded'])
  contents.emit('did-fail-load', {}, -300, '', 'about:srcdoc', true)
  pass(100)
  expect(done).toEqual(['pageLeft', 'loaded', 'pageLeft', 'loaded'])
  for (let i = 0; i < 10; i += 1) contents.emit('did-navigate', {}, 'about:blank#blocked')
  expect(done).not.toContain('lost')
})

it.each([
  ['a navigation that was prevented', [-3, '', 'https://a.example/', true]],
  ['a frame', [-300, '', 'about:srcdoc', false]],
  ['our own page', [-6, '', 'rundesk://app/index.html', true]],
])('ignores %s that did not load', (_what, fields) => {
  const { done, contents, pass } = setUpRecovery()
  contents.emit('did-fail-load', {}, ...fields)
  pass(1_000)
  expect(done).toEqual([])
})

const setUpFirstPaint = () => {
  let [reported, waiting] = [false, true]
  let [drawn, waitedLong] = [(): void => undefined, (): void => undefined]
  const window = {
    once: (event: 'ready-to-show', listener: () => void) => void (event === 'ready-to-show' && (drawn = listener)),
  }
  const after = (_milliseconds: number, act: () => void) => {
    waitedLong = act
    return () => void (waiting = false)
  }
  void waitForFirstPaint(window, after).then(() => (reported = true))
  return { draw: () => drawn(), waitLong: () => waitedLong(), isReported: () => reported, isWaiting: () => waiting }
}

it('reports the first paint, and stops waiting', async () => {
  const { draw, isReported, isWaiting } = setUpFirstPaint()
  await turn()
  expect(isReported()).toBe(false)
  draw()
  await turn()
  expect([isReported(), isWaiting()]).toEqual([true, false])
})

it('reports after a timeout if the window does not paint', async () => {
  const { waitLong, isReported } = setUpFirstPaint()
  waitLong()
  await turn()
  expect(isReported()).toBe(true)
})

describe('the window', () => {
  const windowOf = (state: { minimized?: boolean; visible?: boolean; focused?: boolean }) => {
    const done: string[] = []
    return {
      done,
      part: {
        isMinimized: () => state.minimized ?? false,
        isVisible: () => state.visible ?? true,
        isFocused: () => state.focused ?? false,
        restore: () => void done.push('restore'),
        show: () => void done.push('show'),
        focus: () => void done.push('focus'),
      },
    }
  }

  it.each([
    [{}, ['show', 'focus']],
    [{ minimized: true, visible: false }, ['restore', 'show', 'focus']],
    [{ visible: false }, []],
  ])('that is %j is brought to the front by %j', (state, actions) => {
    const { part, done } = windowOf(state)
    bringToFront(part)
    expect(done).toEqual(actions)
  })

  it.each([
    [{ focused: true }, true],
    [{ focused: false }, false],
    [{ focused: true, visible: false }, false],
  ])('that is %j is in front: %s', (state, inFront) => expect(isInFront(windowOf(state).part)).toBe(inFront))

  it('is not in front if it is missing', () => {
    bringToFront(null)
    expect(isInFront(null)).toBe(false)
  })
})

const rolesIn = (items: readonly MenuItemConstructorOptions[]): string[] =>
  items.flatMap(({ role, submenu }) => [
    ...(role === undefined ? [] : [role]),
    ...(Array.isArray(submenu) ? rolesIn(submenu) : []),
  ])

it.each([true, false])('has a menu with neither reload nor developer tools (mac: %s)', (mac) => {
  const roles = rolesIn(menuTemplate(mac))
  expect(roles).toEqual(expect.arrayContaining(['copy', 'paste', 'resetZoom', mac ? 'appMenu' : 'quit']))
  // viewMenu would include reload and developer tools.
  for (const role of ['reload', 'forceReload', 'toggleDevTools', 'viewMenu']) expect(roles).not.toContain(role)
})
