import type { ColumnTarget, Pasted, PastedColumn, PastedNumber, PastedRow } from '../../contract/pasted.ts'
import { common } from './common.ts'

const mappingReasonTexts: Record<NonNullable<PastedColumn['by']>, string> = {
  remembered: 'saved mapping',
  header: 'matched by header',
  spelling: 'matched by header (different spelling)',
  similar: 'similar header: please check',
  content: 'only column of this type: please check',
  headerItself: 'named after its header (the agent’s fields are unknown)',
}

const droppedTexts: Record<NonNullable<PastedColumn['dropped']>, string> = {
  noName: 'this agent has no such field',
  unclear: 'ambiguous',
  taken: 'another column already uses that name',
  reserved: 'name reserved by the service',
  empty: 'empty',
  remembered: 'saved mapping',
  unknownNames: 'no header, and the agent’s fields are unknown',
}

const numberProblemTexts: Record<Exclude<PastedNumber['problem'], 'none'>, string> = {
  empty: 'The row has no number.',
  unreadable: 'The number column doesn’t contain a phone number.',
  nationalNumber: 'The number has no country code. Choose the number you meant.',
  several: 'The cell contains several numbers. Choose one.',
  extension: 'Extensions can’t be dialed. Choose the number without its extension.',
  rounded:
    'The spreadsheet rounded the number (4.4E+11), so some digits were lost. Format the column as text, then copy it again.',
}

const targetOf = (where: ColumnTarget): string => {
  switch (where.to) {
    case 'number':
      return 'Number'
    case 'agent':
      return 'Agent'
    case 'context':
      return where.name
    case 'nowhere':
      return 'Don’t use'
  }
}

const announcements: Record<Pasted['kind'], string> = {
  nothing: 'No number in the pasted text.',
  number: 'Number pasted.',
  offers: 'Several possible numbers. Choose one.',
  row: 'Row pasted. Check how its columns were mapped.',
}

/** A row pasted from a spreadsheet: where each column went, and why. */
export const paste = {
  title: 'Pasted row',
  column: ({ header }: PastedColumn, at: number) => header || `Column ${common.count(at + 1)}`,
  target: ({ target }: PastedColumn) => targetOf(target),
  targetOf,
  move: (column: string) => `Field for ${column}`,
  why: ({ by, dropped: because }: PastedColumn): string => {
    if (by !== null) return mappingReasonTexts[by]
    return because === null ? '' : `not used: ${droppedTexts[because]}`
  },
  problem: (problem: PastedNumber['problem']): string | null =>
    problem === 'none' ? null : numberProblemTexts[problem],
  unfilled: (names: readonly string[]) => `Not filled in yet: ${names.join(', ')}.`,
  otherRows: ({ rows, further }: PastedRow): string => {
    const same = further.filter(({ sameAs }) => sameAs !== null).length
    const left = `${common.count(rows)} rows pasted. Only the first is used.`
    return same === 0
      ? left
      : `${left} ${same === 1 ? '1 row repeats' : `${common.count(same)} rows repeat`} an earlier number.`
  },
  agentFirst: 'Choose an agent to change the mapping. The mapping is saved for that agent.',
  saveFailed: 'Couldn’t save this mapping. Try again.',
  undo: 'Undo',
  undone: 'Paste undone.',
  dismiss: 'Dismiss',
  nothing: 'No number in the pasted text.',
  /** The announcement for screen readers after a paste. */
  announcement: (kind: Pasted['kind']): string => announcements[kind],
}
