/** A place on the screens, in the system's pixels. */
export type Place = { x: number; y: number; width: number; height: number }

/** How the window last stood: the place it has when it is not maximised, and whether it was. */
export type WindowState = Place & { isMaximized: boolean }

export const smallestWindow = { width: 960, height: 640 }

/** So much of the window must be on a screen for a person to see it and take hold of it. */
const leastInSight = { width: 160, height: 60 }

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom)

/** Whether the window's upper edge, where it is moved by, is in sight on a screen. */
const isInSight = (place: Place, area: Place): boolean =>
  overlap(place.x, place.width, area.x, area.width) >= leastInSight.width &&
  overlap(place.y, leastInSight.height, area.y, area.height) >= leastInSight.height

const within = (wanted: number, least: number, most: number): number => Math.max(least, Math.min(wanted, most))

const centred = ({ width, height }: Pick<Place, 'width' | 'height'>, area: Place): Place => ({
  x: area.x + Math.max(0, Math.round((area.width - width) / 2)),
  y: area.y + Math.max(0, Math.round((area.height - height) / 2)),
  width,
  height,
})

/**
 * Where a window opens that stood at `saved`: there, if a screen (their usable areas, the first one the main one) still
 * shows it; else in the middle of the main screen. Never smaller than it may be, nor larger than its screen.
 */
export const placeWindow = (saved: Place, areas: readonly Place[]): Place => {
  const [main] = areas
  if (main === undefined) return saved
  const shown = areas.find((area) => isInSight(saved, area))
  const area = shown ?? main
  const size = {
    width: within(saved.width, smallestWindow.width, Math.max(area.width, smallestWindow.width)),
    height: within(saved.height, smallestWindow.height, Math.max(area.height, smallestWindow.height)),
  }
  return shown === undefined ? centred(size, area) : { x: saved.x, y: saved.y, ...size }
}

const numberOf = (value: object, name: string): number | null => {
  const found: unknown = Reflect.get(value, name)
  return typeof found === 'number' && Number.isSafeInteger(found) && Math.abs(found) < 100_000 ? found : null
}

/** The state that a text says, or null: what is broken on the disk is as good as nothing. */
export const readWindowState = (text: string): WindowState | null => {
  const value = parse(text)
  if (typeof value !== 'object' || value === null) return null
  const [x, y] = [numberOf(value, 'x'), numberOf(value, 'y')]
  const [width, height] = [numberOf(value, 'width'), numberOf(value, 'height')]
  if (x === null || y === null || width === null || height === null) return null
  return { x, y, width, height, isMaximized: Reflect.get(value, 'isMaximized') === true }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Half a file after a power cut: the window opens as it did the first time.
    return null
  }
}
