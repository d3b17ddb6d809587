import type { ContextPath } from '../../contract/mend-context.ts'
import type { PastedState } from './pasted-store.ts'

type Filled = Extract<PastedState, { step: 'filled' }>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isGiven = (context: unknown, path: ContextPath): boolean => {
  const value = path.reduce<unknown>((inside, name) => (isObject(inside) ? inside[name] : undefined), context)
  return value !== undefined && value !== ''
}

/** What the agent needs, no column of the pasted row fills, and nobody has given since; what has a default can do without. */
export const neededOf = ({ row, variables }: Filled, context: unknown): string[] => {
  const needed = variables?.filter(({ required, path }) => required && !isGiven(context, path)) ?? []
  return row?.unfilled.filter((name) => needed.some((one) => one.name === name)) ?? []
}
