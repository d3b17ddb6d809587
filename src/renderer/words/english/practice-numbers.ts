/** A number of the practice organization, and what happens when it is called. */
export type PracticeNumber = { number: string; meaning: string }

/** Numbers to try in practice; the list is hidden while it is empty. */
export const practiceNumbers: readonly PracticeNumber[] = []
