import type { Delivery } from '../http/answers.ts'
import type { Pace } from '../pace.ts'
import type { LifeName } from '../world/world.ts'

/** Something that goes wrong on demand. */
export type Fault = {
  readonly name: string
  /** Dialling this number brings the fault about. Blanks, dashes and brackets do not matter. */
  readonly phoneNumber: string
  /** One plain sentence for the people who practise. */
  readonly sentence: string
  /** What is left of the request: nothing, a run under way, a failed run, or a run that stays open for ever. */
  readonly run: 'none' | 'made' | 'failed' | 'orphaned'
  /** Whether a phone rings in truth, whatever the answer says. */
  readonly rings: boolean
  /** Stands in place of the ordinary answer. */
  readonly answer?: FaultAnswer
  /** For a failed run: the sentence kept on it, the same as the answer's detail. */
  readonly error?: string
  readonly how?: Delivery['how']
  readonly slowness?: keyof Pick<Pace, 'slowMs' | 'verySlowMs'>
  readonly life?: LifeName
}

export type FaultAnswer = {
  readonly status: number
  readonly contentType: string
  readonly body: string
  /** A path on the same origin. */
  readonly location?: string
}

/** A fault somebody asked for ahead of time: it befalls the next `times` requests whose path begins with `path`. */
export type ArmedFault = {
  readonly fault: Fault
  readonly path: string
  readonly delayMs: number | null
  times: number
}

/** The header that asks for a fault by name, for this one request. */
export const faultHeader = 'x-practice-fault'
