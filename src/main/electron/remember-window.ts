import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { BrowserWindow } from 'electron'
import { type Place, placeWindow, readWindowState, type WindowState } from './window-place.ts'

type KeptWindow = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized' | 'isMinimized' | 'isDestroyed'> & {
  on(event: 'resize' | 'move' | 'maximize' | 'unmaximize' | 'close', listener: () => void): unknown
}

export type RememberWindowParts = {
  /** Where the state is kept, beside the history; nothing about anybody stands in it. */
  file: string
  /** The usable areas of the screens there are now, the main one first. */
  areas: () => readonly Place[]
  /** Runs an act later, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
  /** Told when the state could not be written: it is worth a line in the log, and nothing more. */
  onFailure: (error: unknown) => void
}

/** A person who drags a window has come to rest by then. */
const restMilliseconds = 400

/** Remembers from one start to the next where the window stood, how large it was, and whether it was maximised. */
export const createWindowMemory = ({ file, areas, after, onFailure }: RememberWindowParts) => {
  const read = (): WindowState | null => {
    try {
      return readWindowState(readFileSync(file, 'utf8'))
    } catch {
      // No file is what the first start finds.
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
    /** Where the window opens now; null leaves it to what every first window gets. */
    recall(): { place: Place; isMaximized: boolean } | null {
      const saved = read()
      if (saved === null) return null
      const { isMaximized, ...place } = saved
      return { place: placeWindow(place, areas()), isMaximized }
    },
    /** Keeps the state of this window from now on, a moment after it comes to rest and once more when it closes. */
    follow(window: KeptWindow): void {
      let cancel = (): void => {}
      const save = (): void => {
        cancel()
        if (window.isDestroyed() || window.isMinimized()) return
        write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
      }
      const saveSoon = (): void => {
        cancel()
        cancel = after(restMilliseconds, save)
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
