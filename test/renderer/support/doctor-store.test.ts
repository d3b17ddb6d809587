import { expect, it } from 'vitest'
import type { DoctorSubject } from '../../../src/contract/doctor.ts'
import { createDoctorStore } from '../../../src/renderer/shell/doctor/doctor-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { acme } from '../../support/fake-desk/fake-world.ts'

const setUp = (options: FakeDeskOptions = {}) => {
  const desk = createFakeDesk({ profiles: [acme], ...options })
  const subjects: DoctorSubject[] = []
  const doctor = createDoctorStore(
    { ...desk, startDoctor: (input) => (subjects.push(input.subject), desk.startDoctor(input)) },
    acme.id,
  )
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50))
  return { doctor, subjects, settled }
}

it('looks at the profile in use unless something else is chosen', async () => {
  const { doctor, subjects } = setUp()
  await doctor.start()
  doctor.choose('here')
  await doctor.start()
  doctor.choose('elsewhere')
  doctor.type('voice.other.example')
  await doctor.start()
  expect(subjects).toEqual([
    { kind: 'profile', profileId: acme.id },
    { kind: 'here' },
    { kind: 'origin', origin: 'voice.other.example' },
  ])
})

it('shows the lines as they come in', async () => {
  const { doctor, settled } = setUp()
  const started = doctor.start()
  expect(doctor.store.getState().starting).toBe(true)
  await started
  await settled()
  const { report, starting } = doctor.store.getState()
  expect([starting, report?.lines.every(({ step }) => step === 'done')]).toEqual([false, true])
})

it('stops, and keeps what was found', async () => {
  const { doctor, settled } = setUp({ support: { hanging: ['tls'] } })
  await doctor.start()
  await settled()
  expect(doctor.store.getState().report?.endedAt).toBeNull()
  doctor.stop()
  await settled()
  const { report } = doctor.store.getState()
  expect(report?.endedAt).not.toBeNull()
  expect(report?.lines.find(({ check }) => check === 'tls')?.step).toBe('cancelled')
})

it('tells why it could not begin, until something else is chosen', async () => {
  const { doctor } = setUp({ failing: { startDoctor: { kind: 'keychain', reason: 'locked' } } })
  await doctor.start()
  expect(doctor.store.getState().failure).toEqual({ kind: 'keychain', reason: 'locked' })
  doctor.choose('here')
  expect(doctor.store.getState().failure).toBeNull()
})
