import type { LifeName } from '../world/world.ts'
import type { Fault } from './fault.ts'

function ends(last: string, life: LifeName, sentence: string): Fault {
  return { name: life, phoneNumber: `+141555501${last}`, sentence, run: 'made', rings: true, life }
}

/** Calls that are placed as they should be and then end in another way than a talk. */
export const lifeFaults: readonly Fault[] = [
  ends('70', 'busy', 'The line is busy.'),
  ends('71', 'no-answer', 'Nobody answers.'),
  ends('72', 'failed', 'The carrier gives the call up.'),
  ends('73', 'never-ends', 'It rings, and nothing is ever heard of the call again.'),
  ends('74', 'voicemail', 'A machine answers.'),
  ends('75', 'no-result', 'The call ends without any result.'),
]
