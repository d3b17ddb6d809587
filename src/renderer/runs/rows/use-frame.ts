import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

export const rowHeight = 36
export const headHeight = 31

/** A browser draws no element taller than 33.5 million pixels. Of a longer list a stretch of so many rows is laid out at a time. */
export const tallestFrame = 800_000
/** The stretch moves on when the rows in sight come so near to its edge. */
const nearEdge = 2_000

/** Where the stretch begins that holds these rows, given where it began before. It moves by half its length, so it does not flutter. */
export const frameBase = (base: number, first: number, end: number, count: number): number => {
  const last = Math.max(0, count - tallestFrame)
  if (base > last) return last
  if (first < base + nearEdge && base > 0) return Math.max(0, first - tallestFrame / 2)
  if (end > base + tallestFrame - nearEdge && base < last) return Math.min(last, Math.floor(end - tallestFrame / 2))
  return base
}

type Frame = {
  /** The rows to draw, counted in the whole list. */
  first: number
  end: number
  /** Where they begin, and how long the whole is, in pixels. */
  top: number
  height: number
}

/** Keeps what is in sight in its place while rows come in above it; whoever looks at the newest call goes on looking at the newest. */
const useStayingPut = (scroller: RefObject<HTMLElement | null>, shifted: number): void => {
  const known = useRef(shifted)
  useLayoutEffect(() => {
    const element = scroller.current
    const more = shifted - known.current
    known.current = shifted
    if (element && more > 0 && element.scrollTop > rowHeight / 2) element.scrollBy(0, more * rowHeight)
  }, [scroller, shifted])
}

/**
 * Which rows to draw of a list of any length. Only those in sight and a few around them exist; `toRow` scrolls as far as it
 * must to bring a row into sight.
 */
export const useFrame = (scroller: RefObject<HTMLElement | null>, count: number, shifted: number) => {
  /** Where the stretch begins, and the row it is to be scrolled to, which no stretch before it could hold. */
  const [place, setPlace] = useState<{ base: number; row: number | null }>({ base: 0, row: null })
  const { base } = place
  const scrolledFor = useRef(place)
  const laidOut = Math.min(count - Math.min(base, count), tallestFrame)
  const rows = useVirtualizer({
    count: laidOut,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: headHeight,
    scrollMargin: headHeight,
  })
  useStayingPut(scroller, shifted)

  const items = rows.getVirtualItems()
  const first = base + (items.at(0)?.index ?? 0)
  const end = base + (items.at(-1)?.index ?? -1) + 1

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    /** Scrolls before anything is painted, and draws the rows that are in sight then. */
    const scrollBy = (pixels: number, next: number): void => {
      element.scrollBy(0, pixels)
      rows.scrollOffset = element.scrollTop
      setPlace({ base: next, row: null })
    }
    const { row } = place
    const isNew = scrolledFor.current !== place
    scrolledFor.current = place
    if (isNew && row !== null)
      return scrollBy((row - base) * rowHeight - element.clientHeight / 2 - element.scrollTop, base)
    const next = frameBase(base, first, Math.max(first, end), count)
    // The same rows stay in sight: the stretch moves under them.
    if (next !== base) scrollBy((base - next) * rowHeight, next)
  }, [scroller, rows, place, base, first, end, count])

  const toRow = (row: number): void => {
    if (row >= base && row < base + laidOut) return rows.scrollToIndex(row - base, { align: 'auto' })
    setPlace({ base: Math.min(Math.max(0, count - tallestFrame), Math.max(0, row - tallestFrame / 2)), row })
  }
  const frame: Frame = { first, end, top: (first - base) * rowHeight, height: headHeight + laidOut * rowHeight }
  const inSight = rows.range
    ? { first: base + rows.range.startIndex, end: base + rows.range.endIndex + 1 }
    : { first, end }
  return { ...frame, inSight, toRow }
}
