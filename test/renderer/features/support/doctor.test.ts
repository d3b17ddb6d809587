import { expect, it } from 'vitest'
import type { DoctorReport, DoctorSubject } from '../../../../src/contract/doctor.ts'
import { createDoctorStore, type DoctorState, shownReport } from '../../../../src/renderer/features/support/doctor.tsx'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { acme } from '../../../support/fake-api/data.ts'

const openDoctor = (options: FakeApiOptions = {}) => {
  const api = createFakeApi({ profiles: [acme], ...options })
  const subjects: DoctorSubject[] = []
  const doctor = createDoctorStore(
    { ...api, startDoctor: (input) => (subjects.push(input.subject), api.startDoctor(input)) },
    acme.id,
  )
  const stopFollowing = doctor.follow()
  /** Waits until the report meets the condition. */
  const reported = (isMet: (report: DoctorReport) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = ({ report }: DoctorState) => {
        if (report !== null && isMet(report)) resolve()
      }
      doctor.store.subscribe(check)
      check(doctor.store.getState())
    })
  return { doctor, subjects, reported, stopFollowing }
}

it('checks the initial profile unless another target is chosen', async () => {
  const { doctor, subjects } = openDoctor()
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

it('shows the lines until the report is complete', async () => {
  const { doctor, reported } = openDoctor()
  const started = doctor.start()
  expect(doctor.store.getState().starting).toBe(true)
  await started
  await reported(({ endedAt }) => endedAt !== null)
  const { report, starting } = doctor.store.getState()
  expect([starting, report?.lines.every(({ step }) => step === 'done')]).toEqual([false, true])
})

it('follows the report again after the screen was hidden', async () => {
  const { doctor, reported, stopFollowing } = openDoctor({ support: { hanging: ['tls'] } })
  stopFollowing()
  await doctor.start()
  doctor.follow()
  doctor.stop()
  await reported(({ endedAt }) => endedAt !== null)
  expect(doctor.store.getState().report?.lines.find(({ check }) => check === 'tls')?.step).toBe('cancelled')
})

it('stops and keeps the results', async () => {
  const { doctor, reported } = openDoctor({ support: { hanging: ['tls'] } })
  await doctor.start()
  await reported(({ lines }) => lines.some(({ check, step }) => check === 'tls' && step === 'running'))
  expect(doctor.store.getState().report?.endedAt).toBeNull()
  doctor.stop()
  await reported(({ endedAt }) => endedAt !== null)
  const { report } = doctor.store.getState()
  expect(report?.endedAt).not.toBeNull()
  expect(report?.lines.find(({ check }) => check === 'tls')?.step).toBe('cancelled')
})

it('reports why it could not start, until another target is chosen', async () => {
  const { doctor } = openDoctor({ failing: { startDoctor: { kind: 'keychain', reason: 'locked' } } })
  await doctor.start()
  expect(doctor.store.getState().failure).toEqual({ kind: 'keychain', reason: 'locked' })
  doctor.choose('here')
  expect(doctor.store.getState().failure).toBeNull()
})

it('does not show the report of a profile that was removed, which could be mistaken for another profile’s', () => {
  const subject = { kind: 'profile', profileId: acme.id } as const
  const report = { subject, origin: 'https://voice.acme.example', startedAt: '', endedAt: '', lines: [] }
  expect(shownReport(report, [acme])).toBe(report)
  expect(shownReport(report, [{ ...acme, id: 'another' }])).toBeNull()
  const ofComputer = { ...report, subject: { kind: 'here' } } as const
  expect(shownReport(ofComputer, [])).toBe(ofComputer)
})
