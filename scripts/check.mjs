// `npm run check`: what every commit must pass, in under two minutes.
import { hygieneLane } from './lanes/hygiene-lane.mjs'
import { finish, vitestLane } from './lanes/lane.mjs'
import { staticLanes } from './lanes/quick-lanes.mjs'
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

await rerunOnNode24(import.meta.url)
await main(async () => {
  const lanes = [...(await staticLanes()), hygieneLane()]
  for (const name of ['contract', 'unit']) lanes.push(await vitestLane(name))
  finish(lanes)
})
