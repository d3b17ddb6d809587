import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Height of a row in every long list, in pixels. */
export const rowHeight = 36
const headHeight = 31

/** Maximum number of rows to lay out at a time. Chromium can't draw elements taller than 33.5 million pixels. */
export const maxWindowRows = 800_000
/** The window moves when the viewport is this close to its edge, in rows. */
const nearEdge = 2_000

/**
 * Returns the first row of the window around these rows. The window moves by half its length, so that it does not
 * immediately move back.
 */
export const windowBase = (base: number, first: number, end: number, count: number): number => {
  const last = Math.max(0, count - maxWindowRows)
  if (base > last) return last
  if (first < base + nearEdge && base > 0) return Math.max(0, first - maxWindowRows / 2)
  if (end > base + maxWindowRows - nearEdge && base < last) return Math.min(last, Math.floor(end - maxWindowRows / 2))
  return base
}

/**
 * Keeps the visible rows in place when rows are inserted above; a list scrolled to the top stays at the newest call.
 */
const useScrollAnchor = (scroller: RefObject<HTMLElement | null>, shifted: number): void => {
  const known = useRef(shifted)
  useLayoutEffect(() => {
    const element = scroller.current
    const more = shifted - known.current
    known.current = shifted
    if (element && more > 0 && element.scrollTop > rowHeight / 2) element.scrollBy(0, more * rowHeight)
  }, [scroller, shifted])
}

/**
 * Returns which rows of a list of any length to render (`first` to `end`), their offset `top`, and the list's `height`
 * in pixels. `scrollToRow` scrolls a row into view.
 */
export const useRowWindow = (scroller: RefObject<HTMLElement | null>, count: number, shifted: number) => {
  /** The window's first row, and the row to scroll to once the moved window has been laid out. */
  const [position, setPosition] = useState<{ base: number; row: number | null }>({ base: 0, row: null })
  const { base } = position
  const scrolledFor = useRef(position)
  const windowRows = Math.min(count - Math.min(base, count), maxWindowRows)
  const rows = useVirtualizer({
    count: windowRows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollPaddingStart: headHeight,
    scrollMargin: headHeight,
  })
  useScrollAnchor(scroller, shifted)

  const items = rows.getVirtualItems()
  const first = base + (items.at(0)?.index ?? 0)
  const end = base + (items.at(-1)?.index ?? -1) + 1

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    /** Scrolls before the next paint and renders the rows that become visible. */
    const scrollBy = (pixels: number, next: number): void => {
      element.scrollBy(0, pixels)
      rows.scrollOffset = element.scrollTop
      setPosition({ base: next, row: null })
    }
    const { row } = position
    const isNew = scrolledFor.current !== position
    scrolledFor.current = position
    if (isNew && row !== null)
      return scrollBy((row - base) * rowHeight - element.clientHeight / 2 - element.scrollTop, base)
    const next = windowBase(base, first, Math.max(first, end), count)
    // Move the window without moving the visible rows.
    if (next !== base) scrollBy((base - next) * rowHeight, next)
  }, [scroller, rows, position, base, first, end, count])

  const scrollToRow = (row: number): void => {
    if (row >= base && row < base + windowRows) return rows.scrollToIndex(row - base, { align: 'auto' })
    setPosition({ base: Math.min(Math.max(0, count - maxWindowRows), Math.max(0, row - maxWindowRows / 2)), row })
  }
  const visible = rows.range
    ? { first: base + rows.range.startIndex, end: base + rows.range.endIndex + 1 }
    : { first, end }
  const top = (first - base) * rowHeight
  return { first, end, top, height: headHeight + windowRows * rowHeight, visible, scrollToRow }
}
