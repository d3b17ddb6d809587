import type { CallState } from '../../../contract/call.ts'
import { common } from './common.ts'

const isOpen = ({ state }: CallState): boolean => state === 'queued' || state === 'sending'

/** Words about earlier calls of today of which nobody can say yet what became of them. */
export const unsettled = {
  label: 'Earlier calls that are not settled',
  title: (outcomes: readonly CallState[]): string => {
    const open = outcomes.filter(isOpen).length
    const unknown = outcomes.length - open
    return [
      unknown > 0 ? `${common.count(unknown)} unknown` : '',
      open > 0 ? `${common.count(open)} on ${open === 1 ? 'its' : 'their'} way` : '',
    ]
      .filter(Boolean)
      .join(' · ')
  },
  more: (count: number) => `and ${common.count(count)} more in the list below`,
  /** What people who listen hear once one of them is settled. */
  settled: (number: string, title: string) => `${number}: ${title}`,
  read: (number: string) => `Close what became of ${number}`,
}
