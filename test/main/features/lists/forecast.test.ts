import { expect, it } from 'vitest'
import { openListApp, valueOf } from './open-list-app.ts'

it('estimates the end of a draft with ready rows', async () => {
  const { operations, openNumbers } = await openListApp()
  const { listId } = await openNumbers(['+12125550101', 'n/a'], { atOnce: 1 })
  const forecast = await valueOf(operations.forecastList({ listId }))
  // The usual length of a practice call, because the agent has no calls.
  expect(forecast?.callSeconds).toBe(5)
  expect(forecast?.endsAt).not.toBeNull()
  const held = await openNumbers(['n/a'])
  expect(await valueOf(operations.forecastList({ listId: held.listId }))).toBeNull()
})
