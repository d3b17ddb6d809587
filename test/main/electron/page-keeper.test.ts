import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { keepPage } from '../../../src/main/electron/page-keeper.ts'

const setUp = () => {
  const done: string[] = []
  let now = 0
  let destroyed = false
  let timers: { at: number; act: () => void }[] = []
  const contents = Object.assign(new EventEmitter(), {
    forcefullyCrashRenderer: () => {
      done.push('killed')
      contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    },
  })
  const window = Object.assign(new EventEmitter(), { webContents: contents, isDestroyed: () => destroyed })
  keepPage({
    window,
    load: () => void done.push('loaded'),
    monotonic: () => now,
    after: (milliseconds, act) => {
      const timer = { at: now + milliseconds, act }
      timers.push(timer)
      return () => (timers = timers.filter((one) => one !== timer))
    },
    log: (_level, event) => void done.push(event),
    onLost: () => void done.push('lost'),
  })
  return {
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

it('loads a page anew whose process has gone', () => {
  const { done, breaks, pass } = setUp()
  breaks()
  expect(done).toEqual(['pageGone'])
  pass(100)
  expect(done).toEqual(['pageGone', 'loaded'])
})

it('leaves a window alone that was closed meanwhile', () => {
  const { done, breaks, pass, close } = setUp()
  breaks()
  close()
  pass(100)
  expect(done).toEqual(['pageGone'])
})

it('gives up at the fourth break within a minute, and not at one now and then', () => {
  const { done, breaks, pass } = setUp()
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
  expect(done.slice(-3)).toEqual(['loaded', 'pageGone', 'lost'])
})

it('ends a page that hangs on, and loads it anew', () => {
  const { done, window, pass } = setUp()
  window.emit('unresponsive')
  pass(9_999)
  expect(done).toEqual(['pageHangs'])
  pass(1)
  pass(100)
  expect(done).toEqual(['pageHangs', 'killed', 'pageGone', 'loaded'])
})

it('spares a page that answers again', () => {
  const { done, window, pass } = setUp()
  window.emit('unresponsive')
  pass(5_000)
  window.emit('responsive')
  pass(60_000)
  expect(done).toEqual(['pageHangs'])
})

it('brings back a page that led itself elsewhere, which about:blank alone can do', () => {
  const { done, contents, pass } = setUp()
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
])('takes no notice of %s that did not load', (_what, facts) => {
  const { done, contents, pass } = setUp()
  contents.emit('did-fail-load', {}, ...facts)
  pass(1_000)
  expect(done).toEqual([])
})
