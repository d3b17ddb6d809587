/** A number of the practice organization, and what happens when it is called. */
export type PracticeNumber = { number: string; meaning: string }

/** Numbers to try in practice, from the calm case to the strange ones; any other number is answered and talks. */
export const practiceNumbers: readonly PracticeNumber[] = [
  { number: '+14155550101', meaning: 'Accepted; somebody answers.' },
  { number: '+14155550171', meaning: 'Accepted; nobody answers.' },
  { number: '+14155550110', meaning: 'The key is refused (401): no call is placed.' },
  { number: '+14155550112', meaning: 'The agent is not known (404): no call is placed.' },
  { number: '+14155550116', meaning: 'The request is refused with a list of problems (422): no call is placed.' },
  { number: '+14155550150', meaning: 'Placed, and the answer takes its time.' },
  { number: '+14155550152', meaning: 'Placed, and the answer is lost: unknown, and then found by itself.' },
  { number: '+14155550153', meaning: 'Cut before anything is placed: unknown, and not found after two minutes.' },
  { number: '+14155550137', meaning: 'The carrier drops the line and rings all the same: a person decides.' },
  { number: '+14155550160', meaning: 'Placed, and no answer ever comes: its run is found while you wait.' },
]
