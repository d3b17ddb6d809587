import { serverError } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { queryInteger } from '../http/parameters.ts'
import { invalid, type Problem } from '../http/problems.ts'
import type { SeenRun } from './run-filter.ts'

export type PageWish = {
  readonly page: number
  readonly limit: number
  readonly byDuration: boolean
  readonly upwards: boolean
}

/** Reads page, limit and order, or refuses with 422; only the organization's list minds an unknown order (measured). */
export function readPageWish(call: Call, mindsOrder: boolean): PageWish {
  const problems: Problem[] = []
  const page = queryInteger(call, 'page', 1, { least: 1 }, problems)
  const limit = queryInteger(call, 'limit', 50, { least: 1, most: 100 }, problems)
  const order = call.query.get('sort_order') ?? 'desc'
  if (mindsOrder && order !== 'asc' && order !== 'desc') {
    const pattern = '^(asc|desc)$'
    const msg = `String should match pattern '${pattern}'`
    problems.push({
      type: 'string_pattern_mismatch',
      loc: ['query', 'sort_order'],
      msg,
      input: order,
      ctx: { pattern },
    })
  }
  if (problems.length > 0) throw invalid(problems)
  return { page, limit, byDuration: call.query.get('sort_by') === 'duration', upwards: order === 'asc' }
}

export type Page = {
  readonly seen: readonly SeenRun[]
  readonly totals: {
    readonly total_count: number
    readonly page: number
    readonly limit: number
    readonly total_pages: number
  }
}

/** One page of these runs, newest first unless asked otherwise. Breaks when a run on it cannot be shown (measured). */
export function pageOf(all: readonly SeenRun[], wish: PageWish): Page {
  const { page, limit } = wish
  const seen = all.toSorted(orderOf(wish)).slice((page - 1) * limit, page * limit)
  if (seen.some(({ run }) => run.poisons.lists)) throw serverError()
  return { seen, totals: { total_count: all.length, page, limit, total_pages: Math.ceil(all.length / limit) } }
}

function orderOf({ byDuration, upwards }: PageWish): (one: SeenRun, other: SeenRun) => number {
  const sign = upwards ? 1 : -1
  const byTime = (one: SeenRun, other: SeenRun) =>
    sign * (one.run.createdAt - other.run.createdAt || one.run.id - other.run.id)
  if (!byDuration) return byTime
  return (one, other) => {
    const [left, right] = [one.state.durationSeconds, other.state.durationSeconds]
    // Measured: runs without a duration come last both ways.
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byTime(one, other)
    return sign * (left - right) || byTime(one, other)
  }
}
