import { expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import { createRunLookUp, withFirst } from '../../../src/renderer/support/run/run-look-up-store.ts'
import { summaryOf } from '../../../src/renderer/support/run/run-summary.ts'
import { accepted } from '../../support/a-call.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { fakeRun } from '../../support/fake-desk/fake-service.ts'
import { acme, fakeCall } from '../../support/fake-desk/fake-world.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')
const cobalt: Profile = { ...acme, id: '01K000000000000000000ACME7', name: 'Cobalt' }
const call = fakeCall(1, now - 60_000, accepted)

const setUp = (answers: Record<string, 'knows' | 'knowsNot' | 'down'>, calls = [call]) => {
  const desk = createFakeDesk({ now: () => now, calls, profiles: [acme, cobalt] })
  const asked: string[] = []
  const look = createRunLookUp({
    now: () => now,
    desk: {
      ...desk,
      lookUpRun: ({ profileId, workflowRunId }) => {
        asked.push(`${profileId} ${workflowRunId}`)
        const answer = answers[profileId]
        if (answer === 'knows') return Promise.resolve(succeed(fakeRun(workflowRunId)))
        if (answer === 'knowsNot') return Promise.resolve(fail({ kind: 'notFound', detail: 'Not found' }))
        return Promise.resolve(fail({ kind: 'unreachable', cause: 'refused' }))
      },
    },
  })
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  return {
    look,
    asked,
    settled,
    summary: () => summaryOf(look.store.getState().asked ?? expect.fail('Nobody was asked.')),
  }
}

it('asks this computer and every profile at once, and says who knows the run', async () => {
  const { look, asked, settled, summary } = setUp({ [acme.id]: 'knows', [cobalt.id]: 'knowsNot' })
  look.type(' run 48213 ')
  look.look([acme, cobalt])
  expect(asked).toEqual([`${acme.id} 48213`, `${cobalt.id} 48213`])
  expect(summary()).toBe('Looking for run 48213 …')
  await settled()
  expect(summary()).toBe('Run 48213 is known to this computer and Acme Billing.')
  expect(look.store.getState().asked?.here.store.getState().known?.value).toEqual([call])
})

it('says that nobody knows it only when everybody could be asked', async () => {
  const certain = setUp({ [acme.id]: 'knowsNot', [cobalt.id]: 'knowsNot' })
  certain.look.lookFor([acme, cobalt], 7)
  await certain.settled()
  expect(certain.summary()).toMatch(/^Nobody knows run 7/)
  const uncertain = setUp({ [acme.id]: 'knowsNot', [cobalt.id]: 'down' })
  uncertain.look.lookFor([acme, cobalt], 7)
  await uncertain.settled()
  expect(uncertain.summary()).toBe('Run 7 was not found, and not everybody could be asked.')
})

it.each(['', 'abc', '0', '-1', '2147483648', '1.5', '4821300000000'])(
  'takes %j for no run id, and asks nobody',
  (typed) => {
    const { look, asked } = setUp({})
    look.type(typed)
    look.look([acme])
    expect(look.store.getState()).toMatchObject({ bad: true, asked: null })
    expect(asked).toEqual([])
  },
)

it('puts the profile that is meant first, and leaves the others as they are', () => {
  const delta: Profile = { ...acme, id: '01K000000000000000000ACME8', name: 'Delta' }
  expect(withFirst([acme, cobalt, delta], cobalt.id).map(({ name }) => name)).toEqual([
    'Cobalt',
    'Acme Billing',
    'Delta',
  ])
  expect(withFirst([acme, cobalt], 'nobody').map(({ name }) => name)).toEqual(['Acme Billing', 'Cobalt'])
})

it('says of a call that may have become the run that it is a candidate', async () => {
  const may = fakeCall(2, now - 60_000, { state: 'candidate', runIds: [48_290] })
  const { look, settled, summary } = setUp({ [acme.id]: 'knowsNot' }, [may])
  look.lookFor([acme], 48_290)
  await settled()
  expect(summary()).toBe('Run 48290 is known to this computer (as a candidate).')
})
