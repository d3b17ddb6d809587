import { type KeptMark, type KeyMark, keptMarksSchema, mostReason } from '../../contract/listed-key.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Scrub } from '../log/scrub.ts'
import type { Storage } from '../storage/storage.ts'

/** So many keys are remembered per origin; the one marked longest ago goes first. */
const most = 500

type Word = KeyMark['compromised']

export type MarkedKey = { id: number; prefix: string }

/** What is remembered of keys that were archived as compromised, per origin, beside the history. */
export type KeyMarks = {
  read(origin: string): Promise<Outcome<KeptMark[]>>
  write(origin: string, key: MarkedKey, mark: KeyMark): Promise<Outcome<null>>
}

const nameOf = (origin: string): string => `key-marks:${origin}`

const parse = (text: string | null): KeptMark[] => {
  try {
    const parsed = keptMarksSchema.safeParse(JSON.parse(text ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    // What is broken on the disk is as good as nothing: the service's own list still says what is archived.
    return []
  }
}

/** The mark of a key: a service that counts anew (practice does) has other prefixes under the same ids. */
export const markOf = (marks: readonly KeptMark[], { id, prefix }: MarkedKey): KeyMark | null =>
  marks.find((one) => one.id === id && one.prefix === prefix)?.mark ?? null

/** SECURITY: what a person writes about a key may hold it, or a number; the word stays as long as any other, and readable. */
const scrubbed = ({ compromised, reactivated }: KeyMark, scrub: Scrub): KeyMark => {
  const clean = (word: Word): Word => ({ ...word, reason: scrub(word.reason).slice(0, mostReason) })
  return { compromised: clean(compromised), reactivated: reactivated === null ? null : clean(reactivated) }
}

/** Keeps the marks; each change waits for the one before it. */
export const createKeyMarks = (storage: Pick<Storage, 'ask'>, scrub: Scrub): KeyMarks => {
  let last: Promise<unknown> = Promise.resolve()

  const read = async (origin: string): Promise<Outcome<KeptMark[]>> => {
    const text = await storage.ask('readSetting', { name: nameOf(origin) })
    return text.ok ? succeed(parse(text.value)) : text
  }

  const change = async (origin: string, { id, prefix }: MarkedKey, mark: KeyMark): Promise<Outcome<null>> => {
    const marks = await read(origin)
    if (!marks.ok) return marks
    const others = marks.value.filter((one) => one.id !== id || one.prefix !== prefix)
    const value = JSON.stringify([{ id, prefix, mark: scrubbed(mark, scrub) }, ...others].slice(0, most))
    return storage.ask('writeSetting', { name: nameOf(origin), value })
  }

  return {
    read,
    write(origin, key, mark) {
      const mine = last.then(() => change(origin, key, mark))
      last = mine
      return mine
    },
  }
}
