// `npm run pictures`: takes the reference pictures of every screen and state, which `npm test` compares with the page.
//   npm run pictures                    all of them
//   npm run pictures -- keys support    those whose name contains one of these words
// It prints the names of changed pictures. Look at each one before you commit it.
import { ensureBuild } from './lib/build.mjs'
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

await rerunOnNode24(import.meta.url)
await main(async () => {
  await ensureBuild({ trialBuild: false, outDir: '.cache/browser' })
  await import('../test/browser/pictures/renew.ts')
})
