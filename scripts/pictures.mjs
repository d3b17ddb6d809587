// `npm run pictures`: takes the pictures of every screen and state that `npm test` compares the page with.
//   npm run pictures                    all of them
//   npm run pictures -- keys support    those whose name holds one of these parts
// It prints the ones that changed. Look at each of them before they are committed: they are what "right" means.
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

await rerunOnNode24(import.meta.url)
await main(() => import('../test/engines/pictures/renew.ts'))
