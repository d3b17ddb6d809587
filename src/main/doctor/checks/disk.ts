import { type Check, found } from '../check.ts'

/** Below the first nothing can be relied upon to be written; below the second it is time to make room. In bytes. */
const full = 50 * 1024 ** 2
const low = 1024 ** 3

/** How much room is left where the history is; null where nobody can tell. */
export type FreeBytes = () => Promise<number | null>

/** Is there room for the record without which nothing is dialled? */
export const checkDisk = (freeBytes: FreeBytes): Check => ({
  name: 'disk',
  after: [],
  milliseconds: 5_000,
  look: async () => {
    const free = await freeBytes()
    if (free === null) return found('diskNotTold')
    const facts = { free }
    if (free < full) return found('diskFull', facts)
    return found(free < low ? 'diskLow' : 'diskEnough', facts)
  },
})
