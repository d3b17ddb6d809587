import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWindowMemory, fitWindow, readWindowState } from '../../../src/main/platform/window-state.ts'
import { createRecorder } from '../../support/electron/recorder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const main = { x: 0, y: 24, width: 1440, height: 876 }
const right = { x: 1440, y: 0, width: 1920, height: 1080 }

describe('the bounds of a window', () => {
  it.each([
    ['stays if it is visible', { x: 100, y: 60, width: 1200, height: 700 }, [main], null],
    ['stays on the second screen', { x: 1600, y: 40, width: 1500, height: 900 }, [main, right], null],
    ['stays half outside its screen', { x: -700, y: 60, width: 1000, height: 700 }, [main], null],
    [
      'moves back from a removed screen',
      { x: 1600, y: 40, width: 1500, height: 900 },
      [main],
      { x: 0, y: 24, width: 1440, height: 876 },
    ],
    [
      'moves back to the center',
      { x: 9_000, y: 40, width: 1000, height: 700 },
      [main],
      { x: 220, y: 112, width: 1000, height: 700 },
    ],
    [
      'moves down if its top edge is out of reach',
      { x: 100, y: -300, width: 1000, height: 700 },
      [main],
      { x: 220, y: 112, width: 1000, height: 700 },
    ],
    [
      'is never smaller than the minimum size',
      { x: 10, y: 30, width: 400, height: 300 },
      [main],
      { x: 10, y: 30, width: 960, height: 640 },
    ],
    [
      'is never larger than its screen',
      { x: 0, y: 24, width: 5_000, height: 5_000 },
      [main],
      { x: 0, y: 24, width: 1440, height: 876 },
    ],
    [
      'keeps its minimum size on a screen that is even smaller',
      { x: 5_000, y: 0, width: 2_000, height: 2_000 },
      [{ x: 0, y: 0, width: 800, height: 600 }],
      { x: 0, y: 0, width: 960, height: 640 },
    ],
  ])('%s', (_title, saved, areas, expected) => expect(fitWindow(saved, areas)).toEqual(expected ?? saved))
})

it.each([
  ['{"x":1,"y":2,"width":1000,"height":700,"isMaximized":true}', true],
  ['{"x":1,"y":2,"width":1000,"height":700}', true],
  ['{"x":1,"y":2,"width":1000}', false],
  ['{"x":1e9,"y":2,"width":1000,"height":700}', false],
  ['{"x":1.5,"y":2,"width":1000,"height":700}', false],
  ['{"x":"1","y":2,"width":1000,"height":700}', false],
  ['[1,2,1000,700]', false],
  ['{"x":1,"y":2,"wid', false],
  ['null', false],
  ['', false],
])('reads %s: %s', (text, isRead) => expect(readWindowState(text) !== null).toBe(isRead))

describe('the saved window state', () => {
  const open = () => {
    const file = join(temporaryFolder(), 'window.json')
    const later: (() => void)[] = []
    const failures: unknown[] = []
    const memory = createWindowMemory({
      file,
      areas: () => [main],
      after: (_milliseconds, act) => {
        later.push(act)
        return () => void later.splice(later.indexOf(act), 1)
      },
      onFailure: (error) => void failures.push(error),
    })
    const state = { bounds: { x: 100, y: 60, width: 1200, height: 700 }, maximized: false, minimized: false }
    const { part, emit } = createRecorder<{ on: (event: string, listener: () => void) => void }>()
    memory.follow({
      on: (event, listener) => part.on(event, listener),
      getNormalBounds: () => state.bounds,
      isMaximized: () => state.maximized,
      isMinimized: () => state.minimized,
      isDestroyed: () => false,
    })
    return { memory, state, emit, later, file, failures }
  }

  it('is empty on first run', () => expect(open().memory.recall()).toBeNull())

  it('is written once after the last move, and is restored', () => {
    const { memory, emit, later, file } = open()
    for (const event of ['move', 'move', 'resize']) emit(event)
    expect(later).toHaveLength(1)
    later[0]?.()
    expect(memory.recall()).toEqual({ bounds: { x: 100, y: 60, width: 1200, height: 700 }, isMaximized: false })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('keeps the normal bounds of a maximized window, and ignores a minimized one', () => {
    const { memory, state, emit } = open()
    state.maximized = true
    emit('close')
    expect(memory.recall()).toMatchObject({ bounds: { width: 1200 }, isMaximized: true })
    state.minimized = true
    state.bounds = { x: -32_000, y: -32_000, width: 1, height: 1 }
    emit('close')
    expect(memory.recall()).toMatchObject({ bounds: { width: 1200 } })
  })

  it('logs a failed write and continues', () => {
    const { memory, emit, file, failures } = open()
    // Even root cannot overwrite a folder.
    mkdirSync(`${file}.new`)
    emit('close')
    expect(failures).toHaveLength(1)
    expect(memory.recall()).toBeNull()
  })

  it('ignores invalid content', () => {
    const { memory, file } = open()
    writeFileSync(file, '{"x":')
    chmodSync(file, 0o600)
    expect(memory.recall()).toBeNull()
    expect(readFileSync(file, 'utf8')).toBe('{"x":')
  })
})
