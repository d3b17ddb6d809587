import type { ListOptions } from '../../contract/list.ts'
import type { ListPolicy } from '../../contract/policy.ts'

/** A rule of the policy with which a list must comply to start or resume. */
export const listRules = ['noLists', 'type', 'maxAtOnce', 'maxCalls'] as const
export type ListRule = (typeof listRules)[number]

type CheckedOptions = Pick<ListOptions, 'type' | 'atOnce' | 'maxCalls'>

/** Returns the rule of the policy that doesn't allow a list with these options; null if there is none. */
export const brokenRule = ({ type, atOnce, maxCalls }: CheckedOptions, policy: ListPolicy): ListRule | null => {
  if (policy.types?.length === 0) return 'noLists'
  if (policy.types?.includes(type) === false) return 'type'
  if (policy.maxAtOnce !== undefined && atOnce > policy.maxAtOnce) return 'maxAtOnce'
  return policy.maxCalls !== undefined && (maxCalls === null || maxCalls > policy.maxCalls) ? 'maxCalls' : null
}
