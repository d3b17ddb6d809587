import type { DeskProcess } from '../support/desk-process.ts'
import type { Draft, LabHouse } from '../support/lab-house.ts'

/** Two desks that were started at the same moment on one data folder. */
export type Pair = readonly [DeskProcess, DeskProcess]

/** One wish that is submitted more than once: what it was, and how many of the answers were a call. */
export type Race = { callIds: string[]; phoneNumbers: string[]; answered: number }

type Answers = readonly ({ ok: boolean } | null)[]

const raceOf = (drafts: readonly Draft[], answers: Answers): Race => ({
  callIds: [...new Set(drafts.map(({ callId }) => callId))],
  phoneNumbers: [...new Set(drafts.map(({ phoneNumber }) => phoneNumber))],
  answered: answers.filter((answer) => answer?.ok === true).length,
})

const both = (pair: Pair, draft: Draft): Promise<Answers> =>
  Promise.all(pair.map((desk) => desk.ask('triggerCall', draft)))

/** The ways in which one wish reaches the desks more than once. Whichever desk holds the folder places the call. */
export const raceKinds = {
  'double click': async (house: LabHouse, pair: Pair): Promise<Race> => {
    const draft = house.nextDraft()
    const answers = await Promise.all(pair.map((desk) => desk.replay('triggerCall', draft, 2)))
    return raceOf([draft], answers.flat())
  },

  'replayed message': async (house: LabHouse, pair: Pair): Promise<Race> => {
    const draft = house.nextDraft()
    const first = await both(pair, draft)
    const second = await both(pair, draft)
    return raceOf([draft], [...first, ...second])
  },

  'many at once': async (house: LabHouse, pair: Pair): Promise<Race> => {
    const draft = house.nextDraft()
    const answers = await Promise.all(pair.map((desk) => desk.replay('triggerCall', draft, 8)))
    return raceOf([draft], answers.flat())
  },

  'two desks, one folder': async (house: LabHouse, pair: Pair): Promise<Race> => {
    const draft = house.nextDraft()
    return raceOf([draft], await both(pair, draft))
  },

  // Only the id tells that these two are one wish.
  'one id, two numbers': async (house: LabHouse, pair: Pair): Promise<Race> => {
    const draft = house.nextDraft()
    const other = { ...draft, phoneNumber: house.nextDraft().phoneNumber }
    const answers = await Promise.all([both(pair, draft), both(pair, other)])
    return raceOf([draft, other], answers.flat())
  },

  // Two forms, two ids, one phone: the second one is asked about, or locked out.
  'two ids, one number': async (house: LabHouse, pair: Pair): Promise<Race> => {
    const draft = house.nextDraft()
    const other = { ...house.nextDraft(), phoneNumber: draft.phoneNumber }
    const answers = await Promise.all([both(pair, draft), both(pair, other)])
    return raceOf([draft, other], answers.flat())
  },
} satisfies Record<string, (house: LabHouse, pair: Pair) => Promise<Race>>

export type RaceKind = keyof typeof raceKinds

// Object.keys forgets that its keys are those of the object.
export const raceNames = Object.keys(raceKinds) as RaceKind[]
