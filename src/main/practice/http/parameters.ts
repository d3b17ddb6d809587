import type { Call } from './call.ts'
import { serverError } from './answers.ts'
import { invalid, readIntegerText, type Problem } from './problems.ts'

const largestId = 2 ** 31 - 1

/** An id out of the path: 422 when it is no integer, the plain 500 when the database could not hold it (measured). */
export function pathId(call: Call, name: string): number {
  const id = pathInteger(call, name)
  refuseHugeId(id)
  return id
}

/** An integer out of the path of any size. */
export function pathInteger(call: Call, name: string): number {
  const read = readIntegerText(call.params.get(name) ?? '', ['path', name])
  if (!read.ok) throw invalid([read.problem])
  return read.value
}

/** Breaks as the service does with ids beyond 32 bits (measured). */
export function refuseHugeId(id: number): void {
  if (Math.abs(id) > largestId) throw serverError()
}

export type Range = { readonly least: number; readonly most?: number }

/** An integer of the query within a range, or the fallback when it is not given; a problem is added to the list. */
export function queryInteger(call: Call, name: string, fallback: number, range: Range, problems: Problem[]): number {
  const text = call.query.get(name)
  if (text === null) return fallback
  const loc = ['query', name] as const
  const read = readIntegerText(text, loc)
  const problem = read.ok ? rangeProblem(read.value, text, loc, range) : read.problem
  if (problem !== undefined) problems.push(problem)
  return read.ok ? read.value : fallback
}

function rangeProblem(value: number, input: string, loc: Problem['loc'], range: Range): Problem | undefined {
  if (value < range.least) {
    const msg = `Input should be greater than or equal to ${range.least}`
    return { type: 'greater_than_equal', loc, msg, input, ctx: { ge: range.least } }
  }
  if (range.most === undefined || value <= range.most) return undefined
  const msg = `Input should be less than or equal to ${range.most}`
  return { type: 'less_than_equal', loc, msg, input, ctx: { le: range.most } }
}

const yes = new Set(['1', 'true', 'on', 'yes', 't', 'y'])
const no = new Set(['0', 'false', 'off', 'no', 'f', 'n'])

/** A yes or no of the query, false when it is not given. */
export function queryFlag(call: Call, name: string): boolean {
  const text = call.query.get(name)
  if (text === null || no.has(text.toLowerCase())) return false
  if (yes.has(text.toLowerCase())) return true
  const msg = 'Input should be a valid boolean, unable to interpret input'
  throw invalid([{ type: 'bool_parsing', loc: ['query', name], msg, input: text }])
}
