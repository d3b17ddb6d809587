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

it('shows the report only while what it is about is chosen and exists, so that it is not mistaken for another', () => {
  const ofProfile = { kind: 'profile', profileId: acme.id } as const
  const ofAddress = { kind: 'origin', origin: 'voice.other.example' } as const
  const isShown = (subject: DoctorSubject, target: string, address = '', profiles = [acme]): boolean => {
    const report = { subject, origin: 'https://voice.acme.example', startedAt: '', endedAt: '', lines: [] }
    return shownReport({ target, address, report, failure: null, starting: false }, profiles) === report
  }
  expect(isShown(ofProfile, acme.id)).toBe(true)
  expect(isShown(ofProfile, acme.id, '', [])).toBe(false)
  expect(isShown(ofProfile, 'here')).toBe(false)
  expect(isShown(ofAddress, 'elsewhere', 'voice.other.example')).toBe(true)
  expect(isShown(ofAddress, 'elsewhere', 'voice.another.example')).toBe(false)
  expect(isShown(ofAddress, acme.id)).toBe(false)
  expect(isShown({ kind: 'here' }, 'here')).toBe(true)
  expect(isShown({ kind: 'here' }, acme.id)).toBe(false)
})
