// `npm run check`: format, lint, import rules, types, and the fast tests. Takes at most one minute.
import { finish, runLanes, staticLanes, vitestLane } from './lib/lanes.mjs'
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

await rerunOnNode24(import.meta.url)
await main(async () => finish(await runLanes([...staticLanes, ['unit', () => vitestLane('unit')]])))
