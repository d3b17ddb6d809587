import { createUlid } from '../../../src/contract/ulid.ts'
import type { Dice } from './dice.ts'
import type { MadeRun } from './made-up-service.ts'
import type { OwnCall } from './own-call.ts'

export type TrafficParts = {
  epoch: number
  own: readonly OwnCall[]
  workflowIds: readonly number[]
  /** Until when there are runs. */
  until: number
  poison: boolean
}

const anId = (at: number, dice: Dice): string =>
  createUlid(
    Math.max(0, Math.floor(at)),
    Uint8Array.from({ length: 16 }, () => dice.whole(0, 255)),
  )

const foreign = (madeAt: number, dice: Dice, change: Partial<MadeRun> = {}): MadeRun => ({
  id: 0,
  madeAt,
  workflowId: 1,
  number: `+4420794${String(dice.whole(10_000, 99_999))}`,
  context: { direction: 'outbound' },
  poisoned: false,
  placedAt: madeAt + 900,
  failedAt: null,
  error: '',
  rang: true,
  ...change,
})

/** Runs of other people to anybody: few or many before, some while the desk looks. */
const strangers = ({ epoch, workflowIds, until }: TrafficParts, dice: Dice): MadeRun[] => {
  const before = dice.pick([4, dice.whole(0, 60)], [4, dice.whole(60, 400)], [2, dice.whole(1_000, 3_000)])
  const span = before * dice.pick([3, 60_000], [3, 600_000], [2, 8_000])
  const perMinute = dice.pick([3, 0], [4, dice.between(0.1, 2)], [2, dice.between(2, 12)])
  const after = Math.min(2_000, Math.round((until / 60_000) * perMinute))
  const moments = [
    ...Array.from({ length: before }, () => -dice.between(0, span)),
    ...Array.from({ length: after }, () => dice.between(0, until)),
  ]
  return moments.map((madeAt) => {
    const workflowId = dice.pick(...workflowIds.map((id): [number, number] => [1, id]))
    // Other desks send references of their own.
    const context = dice.chance(0.4) ? { rundesk_call_id: anId(epoch + madeAt, dice) } : { direction: 'outbound' }
    return foreign(madeAt, dice, { workflowId, context })
  })
}

/** Runs that are easily taken for the desk's own: same number, same agent, same minutes, or a copied context. */
const lookAlikes = ({ epoch, own, workflowIds }: TrafficParts, dice: Dice): MadeRun[] =>
  own.slice(0, 5).flatMap((call) =>
    Array.from({ length: dice.pick([5, 0], [3, 1], [2, 2], [1, 4]) }, () => {
      const madeAt = call.sentAt + dice.between(-120_000, 240_000)
      const workflowId = dice.chance(0.7)
        ? call.workflowId
        : dice.pick(...workflowIds.map((id): [number, number] => [1, id]))
      const reference = { [call.referenceName ?? 'rundesk_call_id']: anId(epoch + madeAt, dice) }
      const { number } = call
      const spelled = dice.chance(0.5) ? number : `+1 (415) ${number.slice(5, 8)}-${number.slice(8)}`
      return dice.pick(
        [3, foreign(madeAt, dice, { workflowId, number: spelled, context: reference })],
        [3, foreign(madeAt, dice, { workflowId, number: spelled })],
        [1, foreign(madeAt, dice, { workflowId, number: spelled, context: { other_reference: anId(madeAt, dice) } })],
      )
    }),
  )

/** Somebody copies the whole context of the desk's own run into a call to somebody else. */
const copies = ({ own }: TrafficParts, dice: Dice): MadeRun[] =>
  own.flatMap(({ runs: [run] }) =>
    run !== undefined && dice.chance(0.06)
      ? [foreign(run.madeAt + dice.between(20_000, 60_000), dice, { workflowId: run.workflowId, context: run.context })]
      : [],
  )

/** Some of the runs cannot be shown, and break every page that holds them: anywhere, the first and the last included. */
const poisonSome = (runs: readonly MadeRun[], own: readonly OwnCall[], dice: Dice): void => {
  const ours = new Set(own.flatMap((call) => call.runs))
  const others = runs.filter((run) => !ours.has(run))
  for (let count = dice.whole(1, 5); count > 0; count -= 1) {
    const last = others.length - 1
    const place = dice.pick([1, 0], [1, last], [3, Math.max(0, last - dice.whole(0, 40))], [2, dice.whole(0, last)])
    const run = others[place]
    if (run !== undefined) run.poisoned = true
  }
}

/** Everything that the service has in its lists, oldest first, with ids that grow. */
export const makeRuns = (parts: TrafficParts, dice: Dice): MadeRun[] => {
  const all = [
    ...strangers(parts, dice),
    ...lookAlikes(parts, dice),
    ...copies(parts, dice),
    ...parts.own.flatMap(({ runs }) => runs),
  ].toSorted((one, other) => one.madeAt - other.madeAt)
  let id = 1_000
  for (const run of all) run.id = id += dice.whole(1, 4)
  if (parts.poison) poisonSome(all, parts.own, dice)
  return all
}
