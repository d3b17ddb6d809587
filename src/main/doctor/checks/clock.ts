import { type Check, found } from '../check.ts'
import type { Journey } from '../journey.ts'

/** From here on certificates and the order of things begin to suffer, in milliseconds. */
const tooFar = 120_000

/** Do the clock here and the service's own go together? The header it is read from has whole seconds. */
export const checkClock = (journey: Journey): Check => ({
  name: 'clock',
  after: ['tls'],
  milliseconds: 30_000,
  look: async () => {
    const { answer, at } = await journey.health()
    const date = answer.ok ? answer.value.date : null
    if (date === null) return found('clockNotTold')
    const ahead = Math.round((at - (Date.parse(date) + 500)) / 1000)
    const facts = { seconds: Math.abs(ahead), direction: ahead < 0 ? 'behind' : 'ahead', serviceDate: date }
    return found(Math.abs(ahead) * 1000 > tooFar ? 'clockOff' : 'clockRight', facts)
  },
})
