import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import { webPreferences } from './security.ts'
import { parseJson } from '../../domain/json.ts'

/** Position and size on the screens, in device-independent pixels. */
export type Bounds = { x: number; y: number; width: number; height: number }

/** The bounds of the window when it is not maximized, and whether it was maximized. */
type WindowState = Bounds & { isMaximized: boolean }

export const minimumSize = { width: 960, height: 640 }

/** Pause after the last move or resize before the state is saved, in milliseconds. */
const saveMilliseconds = 400

/** Saves the window's position and size, and restores them on the next launch. */
export const createWindowMemory = ({
  file,
  areas,
  after,
  onFailure,
}: {
  file: string
  /** The usable areas of the current screens, the primary one first. */
  areas: () => readonly Bounds[]
  after: (milliseconds: number, action: () => void) => () => void
  /** Invoked if the state could not be saved. */
  onFailure: (error: unknown) => void
}) => {
  const read = (): WindowState | null => {
    try {
      return readWindowState(readFileSync(file, 'utf8'))
    } catch {
      // On the first launch, there is no file.
      return null
    }
  }

  const write = (state: WindowState): void => {
    try {
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch (error) {
      onFailure(error)
    }
  }

  return {
    /** Returns the saved state, moved onto a current screen if necessary; null on the first launch. */
    recall(): { bounds: Bounds; isMaximized: boolean } | null {
      const saved = read()
      if (saved === null) return null
      const { isMaximized, ...bounds } = saved
      return { bounds: fitWindow(bounds, areas()), isMaximized }
    },
    /** Saves the state of this window after changes and when it closes. */
    follow(
      window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized' | 'isMinimized' | 'isDestroyed'> & {
        on(event: 'resize' | 'move' | 'maximize' | 'unmaximize' | 'close', listener: () => void): unknown
      },
    ): void {
      let cancel = (): void => {}
      const save = (): void => {
        cancel()
        if (window.isDestroyed() || window.isMinimized()) return
        write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
      }
      const saveSoon = (): void => {
        cancel()
        cancel = after(saveMilliseconds, save)
      }
      window.on('resize', saveSoon)
      window.on('move', saveSoon)
      window.on('maximize', saveSoon)
      window.on('unmaximize', saveSoon)
      window.on('close', save)
    },
  }
}

export type WindowMemory = ReturnType<typeof createWindowMemory>

/** How much of the title bar must be visible, in pixels, so that the user can move the window. */
const minimumVisible = { width: 160, height: 60 }

/**
 * Returns `saved` if its title bar is visible on one of the areas, otherwise, bounds that are centered in the first
 * one. The size is at least the minimum and at most the area.
 */
export const fitWindow = (saved: Bounds, areas: readonly Bounds[]): Bounds => {
  const [primary] = areas
  if (primary === undefined) return saved
  const visibleOn = areas.find((area) => isTitleBarVisible(saved, area))
  const area = visibleOn ?? primary
  const width = clamp(saved.width, minimumSize.width, Math.max(area.width, minimumSize.width))
  const height = clamp(saved.height, minimumSize.height, Math.max(area.height, minimumSize.height))
  if (visibleOn !== undefined) return { x: saved.x, y: saved.y, width, height }
  const x = area.x + Math.max(0, Math.round((area.width - width) / 2))
  const y = area.y + Math.max(0, Math.round((area.height - height) / 2))
  return { x, y, width, height }
}

const isTitleBarVisible = (bounds: Bounds, area: Bounds): boolean =>
  overlap(bounds.x, bounds.width, area.x, area.width) >= minimumVisible.width &&
  overlap(bounds.y, minimumVisible.height, area.y, area.height) >= minimumVisible.height

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom)

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))

/** Parses a saved state; null if it is damaged: a power failure can leave a partial file. */
export const readWindowState = (text: string): WindowState | null => {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return null
  const [x, y] = [readNumber(value, 'x'), readNumber(value, 'y')]
  const [width, height] = [readNumber(value, 'width'), readNumber(value, 'height')]
  if (x === null || y === null || width === null || height === null) return null
  return { x, y, width, height, isMaximized: Reflect.get(value, 'isMaximized') === true }
}

const readNumber = (value: object, name: string): number | null => {
  const found: unknown = Reflect.get(value, name)
  return typeof found === 'number' && Number.isSafeInteger(found) && Math.abs(found) < 100_000 ? found : null
}

/**
 * Returns the window's options; sizes in pixels. Electron's window state persistence is not used (docs/decisions/0013).
 */
export const windowOptions = ({
  preload,
  packaged,
  title,
  dark,
  bounds = null,
}: {
  preload: string
  packaged: boolean
  title: string
  dark: boolean
  bounds?: Bounds | null
}): BrowserWindowConstructorOptions => ({
  // The saved bounds include the frame, so they are not the size of the content.
  ...(bounds ?? { width: 1280, height: 800 }),
  minWidth: minimumSize.width,
  minHeight: minimumSize.height,
  useContentSize: bounds === null,
  show: false,
  title,
  autoHideMenuBar: true,
  backgroundColor: dark ? '#0e1116' : '#f6f7f9',
  webPreferences: webPreferences(preload, packaged),
})
