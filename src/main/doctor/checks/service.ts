import type { DoctorFinding } from '../../../contract/doctor.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { HealthAnswer } from '../../service/ask-health.ts'
import { type Check, found } from '../check.ts'
import type { Journey } from '../journey.ts'

const ofAnswer = ({ status, health }: HealthAnswer, milliseconds: number): DoctorFinding => {
  if (health !== null) return found('serviceUp', { milliseconds: Math.round(milliseconds) })
  if (status >= 300 && status < 400) return found('serviceRedirects', { status })
  return found(status >= 500 ? 'serviceFailing' : 'serviceNotOurs', { status })
}

const ofFailure = (failure: Failure, milliseconds: number): DoctorFinding => {
  const facts = { seconds: Math.round(milliseconds / 1000) }
  if (failure.kind === 'unavailable' && failure.cause === 'timedOut') return found('serviceTimedOut', facts)
  if (failure.kind === 'unavailable' && failure.cause === 'tooLarge') return found('serviceNotOurs', { status: 200 })
  return found('serviceCut', facts)
}

/** Does the service answer, and is it the service? Its health page needs no key, and is sent none. */
export const checkService = (journey: Journey): Check => ({
  name: 'service',
  after: ['tls'],
  milliseconds: 30_000,
  look: async () => {
    const { answer, milliseconds } = await journey.health()
    return answer.ok ? ofAnswer(answer.value, milliseconds) : ofFailure(answer.failure, milliseconds)
  },
})
