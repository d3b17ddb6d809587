import type { ColumnTarget, Pasted, PastedColumn, PastedNumber, PastedRow } from '../../../contract/pasted.ts'
import { common } from './common.ts'

const contents: Record<PastedColumn['content'], string> = {
  number: 'telephone numbers',
  uuid: 'UUIDs',
  email: 'e-mail addresses',
  date: 'dates',
  time: 'times',
  amount: 'amounts',
  integer: 'whole numbers',
  link: 'links',
  text: 'text',
  mixed: 'different things',
  empty: 'nothing',
}

const reasons: Record<NonNullable<PastedColumn['by']>, string> = {
  remembered: 'as you said before',
  header: 'its header says so',
  alike: 'its header is the name, written another way',
  similar: 'its header is like the name: have a look',
  content: 'the only column of its kind: have a look',
  headerItself: 'under its own header: the agent’s names are not known',
}

const dropped: Record<NonNullable<PastedColumn['dropped']>, string> = {
  noName: 'the agent has no name for it',
  unclear: 'it could be more than one name',
  taken: 'another column has that name already',
  reserved: 'the service writes that name itself',
  empty: 'it is empty',
  remembered: 'as you said before',
  unknownNames: 'it has no header, and the agent’s names are not known',
}

const troubles: Record<Exclude<PastedNumber['trouble'], 'none'>, string> = {
  empty: 'The row has no number.',
  unreadable: 'What stands in the number’s column is no telephone number.',
  nationalNumber: 'The number has no country code. Choose what is meant.',
  several: 'The cell has several numbers. Choose one.',
  extension: 'The number has an extension, which is not dialled. Choose the number to call without it.',
  rounded:
    'The spreadsheet has rounded the number away (4.4E+11): its last digits are lost. Format the column as text and copy it again.',
}

const targetOf = (where: ColumnTarget): string => {
  switch (where.to) {
    case 'number':
      return 'the number'
    case 'agent':
      return 'the agent'
    case 'context':
      return where.name
    case 'nowhere':
      return 'nowhere'
  }
}

const tellings: Record<Pasted['kind'], string> = {
  nothing: 'There is no number in what was pasted.',
  number: 'The number was pasted.',
  offers: 'Several numbers may be meant. Choose one.',
  row: 'The row was pasted. Look where its columns went.',
}

/** Words about a row that was pasted from a spreadsheet: what went where and why, and what did not. */
export const pasted = {
  title: 'Pasted row',
  column: ({ header }: PastedColumn, at: number) => header || `Column ${common.count(at + 1)}`,
  content: (content: PastedColumn['content']) => contents[content],
  target: ({ target }: PastedColumn) => targetOf(target),
  targetOf,
  move: (column: string) => `Where ${column} goes`,
  why: ({ by, dropped: because }: PastedColumn): string => {
    if (by !== null) return reasons[by]
    return because === null ? '' : `not used: ${dropped[because]}`
  },
  trouble: (trouble: PastedNumber['trouble']): string | null => (trouble === 'none' ? null : troubles[trouble]),
  unfilled: (names: readonly string[]) => `Still to be filled: ${names.join(', ')}.`,
  further: ({ rows, further }: PastedRow): string => {
    const same = further.filter(({ sameAs }) => sameAs !== null).length
    const left = `${common.count(rows)} rows were pasted. The first is taken; nothing is done with the others.`
    return same === 0
      ? left
      : `${left} ${same === 1 ? 'One of them has a number' : `${common.count(same)} of them have numbers`} that came before.`
  },
  agentFirst: 'Choose an agent to send columns elsewhere: it is remembered for that agent.',
  unkept: 'Where this column goes could not be kept, so nothing was changed. Try again.',
  undo: 'Undo',
  undoKeys: 'Ctrl Z',
  undone: 'The paste is taken back.',
  dismiss: 'Close what was pasted',
  nothing: 'There is no number in what was pasted.',
  /** What people who listen hear as soon as something was pasted. */
  told: (kind: Pasted['kind']): string => tellings[kind],
}
