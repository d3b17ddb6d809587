import type { Call } from '../../../src/contract/call.ts'
import { succeed } from '../../../src/contract/failure.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'
import type { Api } from '../../../src/contract/api.ts'
import { fakeAgents, fakeCall } from './data.ts'

/** Returns the call at an index of a generated history, counted from the oldest. */
const callAt = (position: number, total: number, now: number): Call => {
  const tail = String(position % 10_000).padStart(4, '0')
  return fakeCall(
    position,
    now - (total - position) * 31_000,
    {
      state: 'accepted',
      workflowRunId: position,
      workflowRunName: `WR-API-${position}`,
      status: 'initiated',
      reconciled: false,
      progress: 'started',
    },
    {
      phoneNumber: `+1415555${tail}`,
      phoneNumberDisplay: `+1 415 555 ${tail}`,
      agentName: fakeAgents[position % 3]?.name ?? null,
    },
  )
}

/** About as long as the main process takes to respond. */
const milliseconds = 6

/**
 * A generated list of calls that is too long for memory. A search matches all of them and counts to 5,000, like the real one;
 * a call's ID matches that call.
 */
export const createFakeMillion = (total: number, now: number): Pick<Api, 'listCalls'> => {
  const positionOf = (callId: string): number => Number(callId.slice(14))
  return {
    listCalls: async ({ search, after, from, limit }: Input<'listCalls'>) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      const isNamed = search.length === 26
      const begin = isNamed
        ? positionOf(search)
        : after === null
          ? Math.min(total, from ?? total)
          : positionOf(after) - 1
      const end = isNamed ? begin : Math.max(1, begin - limit + 1)
      const calls = Array.from({ length: begin - end + 1 }, (_, index) => callAt(begin - index, total, now))
      const isLast = isNamed || end === 1
      const answer: Output<'listCalls'> = {
        calls,
        total: isNamed ? 1 : search === '' ? total : 5_000,
        totalIs: search === '' || isNamed ? 'exact' : 'atLeast',
        position: begin,
        more: !isLast,
        next: isLast ? null : (calls.at(-1)?.callId ?? null),
        notes: {},
        learned: {},
        unindexed: search === '' ? 0 : 12_000,
      }
      return succeed(answer)
    },
  }
}
