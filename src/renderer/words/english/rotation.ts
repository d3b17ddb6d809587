import type { Failure } from '../../../contract/failure.ts'
import { common } from './common.ts'

/** Words about the rotation of a key. */
export const rotation = {
  title: 'Rotation of the key',
  open: 'Rotate the key',
  askTitle: (profile: string) => `Rotate the key of ${profile}?`,
  askText:
    'A new key is created, stored and proved. Every profile of this computer that used the old one gets it. Then the old one is archived, and it is proved that the service answers 401 to it.',
  askOthers:
    'Whatever else uses the old key, on other computers too, gets 401 from then on. If anything goes wrong on the way, a working key stays, and you can go on or take it back.',
  yes: 'Rotate the key',
  steps: 'Steps of the rotation',
  step: {
    keeping: 'lay the old key aside',
    creating: 'create a new key',
    storing: 'store it and read it back',
    proving: 'prove that it works',
    switching: 'give it to the profiles',
    archiving: 'archive the old key with it',
    provingOld: 'prove that the old one is refused',
    tidying: 'tidy up',
    done: 'done',
    restoring: 'bring the old key back',
    switchingBack: 'give it to the profiles again',
    archivingNew: 'archive the new key',
    tidyingBack: 'tidy up',
    undone: 'taken back',
  },
  /** What is true while it stands at a step. */
  standing: {
    keeping: 'Nothing has been changed yet. The old key works.',
    creating:
      'The old key works. A new one may have been created without anybody having its text: it is archived before the next is made.',
    storing: 'The old key works. A new key was created and may not be in the keychain yet.',
    proving: 'The old key works. The new key is in the keychain, and has not been proved yet.',
    switching: 'The new key works. Some profiles may have it already, and others still the old one.',
    archiving: 'The new key works, and every profile has it. The old one may still work.',
    provingOld: 'The new key works, and every profile has it. The old one is archived, and has not been tried yet.',
    tidying: 'The new key works, and the old one is dead. A copy of one may still lie in the keychain.',
    done: 'It is over.',
    restoring: 'It is being taken back. The old key may be archived; then a new one that works brings it back.',
    switchingBack: 'The key to go back to works. Some profiles may have it already, and others still the new one.',
    archivingNew: 'No profile has the new key any more. It may still work.',
    tidyingBack: 'All that is left: a copy of a key may still lie in the keychain.',
    undone: 'It is over.',
  },
  /** Why it stopped may make untrue what holds at a step otherwise; then this does. */
  standingBut: (failure: Failure): string | null => {
    if (failure.kind === 'unauthorized') return 'The service does not take a key just now. Nothing has been dropped.'
    return failure.kind === 'invalid' && failure.issues.some(({ code }) => code === 'newKeyUnused')
      ? 'The new key works, and no profile has it. The old one may be archived.'
      : null
  },
  going: (old: string) => `${old} is being rotated`,
  goingBack: 'The rotation is being taken back',
  stopped: (step: string) => `The rotation stopped at: ${step}`,
  stoppedBack: (step: string) => `Taking it back stopped at: ${step}`,
  resume: 'Go on',
  resumeBack: 'Go on taking it back',
  undo: 'Take it back',
  done: (old: string, made: string) => `${made} has taken the place of ${old}`,
  dead: (time: string) => `The service answered 401 to the old key ${time} after the decision.`,
  notTried: 'The service lists the old key as archived; nobody had it any more to try it.',
  usedBy: (profiles: readonly string[]) => `Used by ${common.list(profiles)}.`,
  undone: (old: string) => `The rotation was taken back: ${old} works`,
  /** Ends that were not meant, each with what is true and what to do. */
  ending: {
    otherKey: {
      title: 'The rotation was ended: the profile keeps the key that was put in since',
      text: (old: string) => `That key works. No profile here has ${old} any more; the rotation has left it as it was.`,
    },
    noKey: {
      title: 'The rotation was ended: none of its keys works',
      text: (old: string) =>
        `The service takes neither ${old} nor a new key, and nothing is left that could make one. Put a working key of the organization into the profile: Manage profiles, Replace the key.`,
    },
    newKeyGone: {
      title: 'The old key is dead, and nobody here has the new one',
      text: (old: string) =>
        `${old} is archived. Other keys were put into the profiles on the way, and the rotation has left them there. If its new key is in the list, archive it: its text is gone.`,
    },
  },
  byAt: (who: string, when: string) => `By ${who}, ${when}.`,
}
