import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import type { ListRow } from '../../../../contract/list.ts'
import { leaveDetails } from '../../../lib/focus.ts'
import { isInDialog, isTyping, useWindowKeys } from '../../../lib/hotkeys.ts'
import { countLines, lineAt, lineOfRow, moveLine, type RowSection } from './sections.ts'

/** The selected row of a table. It stays selected when it moves to another section. */
export type RowSelection = {
  /** The row's number in the file; null while no row is selected. */
  readonly row: number | null
  /** How many times keys have moved the selection. When this changes, the table scrolls to the selection. */
  readonly moved: number
  readonly select: (row: number) => void
  /**
   * Moves the selection by this many lines; Infinity moves to the last line, -Infinity to the first. From a row that has
   * left the table, it moves to the rows that were beside it.
   */
  readonly move: (sections: readonly RowSection[], by: number) => void
  /** Returns the line of the selected row; -1 if it is not loaded. */
  readonly lineIn: (sections: readonly RowSection[]) => number
  /** Once the row of the selected line is loaded, selects that row. Keeps the line of a row that has moved. */
  readonly adopt: (sections: readonly RowSection[]) => void
}

type SelectionState = { row: number | null; line: number; moved: number }

const rowAt = (sections: readonly RowSection[], at: number): ListRow | undefined => {
  const line = lineAt(sections, at)
  return line?.kind === 'row' ? line.row : undefined
}

/** Returns a selection. `firstLine` is the line that is selected from the start; -1 for none. */
export const useRowSelection = (firstLine = -1): RowSelection => {
  const [{ row, line, moved }, setSelection] = useState<SelectionState>({ row: null, line: firstLine, moved: 0 })
  const select = useCallback((next: number) => setSelection((now) => ({ ...now, row: next })), [])
  return useMemo(() => {
    const lineIn = (sections: readonly RowSection[]): number =>
      row === null || rowAt(sections, line)?.row === row ? line : lineOfRow(sections, row)
    const startOf = (sections: readonly RowSection[], by: number): number => {
      const known = lineIn(sections)
      if (known >= 0) return known
      // The next row has moved up to the line of a row that has left the table, but not to that of a row that isn't loaded.
      return by > 0 && rowAt(sections, line) !== undefined ? line - 1 : line
    }
    return {
      row,
      moved,
      select,
      lineIn,
      move: (sections, by) => {
        const last = countLines(sections) - 1
        if (last < 0) return
        const from = startOf(sections, by)
        const steps = by === Infinity ? last - from : by === -Infinity ? -from : by
        const to = moveLine(sections, from, steps)
        setSelection({ row: rowAt(sections, to)?.row ?? null, line: to, moved: moved + 1 })
      },
      adopt: (sections) => {
        const loaded = row === null ? rowAt(sections, line) : undefined
        if (loaded) setSelection({ row: loaded.row, line, moved })
        const at = row === null ? -1 : lineIn(sections)
        if (at >= 0 && at !== line) setSelection({ row, line: at, moved })
      },
    }
  }, [row, line, moved, select])
}

const moves: Readonly<Record<string, number>> = {
  j: 1,
  ArrowDown: 1,
  k: -1,
  ArrowUp: -1,
  PageDown: 12,
  PageUp: -12,
  End: Infinity,
  Home: -Infinity,
}

/** Rerenders the component whenever one of the sections has loaded rows. */
export const useLoadedRows = (sections: readonly RowSection[]): void => {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const stops = sections.map(({ rows }) => rows.store.subscribe(render))
    render()
    return () => stops.forEach((stop) => stop())
  }, [sections])
}

/** Returns the selected row, or null while it is not loaded. Rerenders the component whenever rows have been loaded. */
export const useSelectedRow = (selection: RowSelection, sections: readonly RowSection[]): ListRow | null => {
  useLoadedRows(sections)
  return selection.row === null ? null : (rowAt(sections, selection.lineIn(sections)) ?? null)
}

/** Registers the shortcuts that move the selection: J, K, the arrow keys, Home and End. */
export const useRowShortcuts = (selection: RowSelection, sections: readonly RowSection[], onMoved: () => void): void =>
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isInDialog(event) || isTyping(event)) return
    const by = moves[event.key]
    // Tabs and other groups of controls handle arrow keys themselves.
    if (by === undefined || event.defaultPrevented) return
    event.preventDefault()
    selection.move(sections, by)
    onMoved()
  })

/** Returns the selection of a table's rows, and the drawer of the selected row, which Enter opens. */
export const useRowDrawer = (sections: readonly RowSection[], isTableShown: boolean) => {
  const selection = useRowSelection()
  const [isOpen, setIsOpen] = useState(false)
  useRowShortcuts(selection, sections, () => undefined)
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || !isTableShown || selection.row === null || isInDialog(event) || isTyping(event)) return
    // Enter activates the focused control instead.
    if (event.target instanceof Element && event.target.closest('button, a, [role="tab"]')) return
    setIsOpen(true)
  })
  return {
    selection,
    isOpen,
    open: () => setIsOpen(true),
    close: () => {
      leaveDetails()
      setIsOpen(false)
    },
  }
}
