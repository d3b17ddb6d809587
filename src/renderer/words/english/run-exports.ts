import { common } from './common.ts'

const calls = (n: number): string => `${common.count(n)} ${n === 1 ? 'call' : 'calls'}`

/** Words of the export of calls. */
export const exports = {
  button: 'Export',
  title: 'Export the calls shown here',
  formats: { csv: 'For a spreadsheet', jsonLines: 'For programs' },
  endings: { csv: 'CSV', jsonLines: 'JSON Lines' },
  writing: (n: number) => `Writing the file: ${calls(n)} so far.`,
  cancel: 'Stop and remove it',
  written: (n: number, file: string) => `${calls(n)} written to ${file}.`,
  guard:
    'Cells that a spreadsheet would take for a formula (= + - @) begin with an apostrophe, numbers with + among them.',
  failed: 'The calls could not be written',
}
