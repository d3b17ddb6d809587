// `npm run pictures`: takes the pictures of every screen and state that `npm test` compares the page with.
//   npm run pictures                    all of them
//   npm run pictures -- keys support    those whose name holds one of these parts
// It prints the names of changed pictures. Look at each one before you commit it.
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

await rerunOnNode24(import.meta.url)
await main(() => import('../test/browser/pictures/renew.ts'))
