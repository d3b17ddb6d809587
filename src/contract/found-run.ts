/** What was found although a person resolved a call as not placed: a run that may be its, its own, or that it was answered. */
export const foundRuns = ['possible', 'own', 'answered'] as const
export type FoundRun = (typeof foundRuns)[number]
