import { test } from './support.ts'
import { followPage } from './guide/follow-page.ts'
import { pageNames } from './guide/guide-steps.ts'

for (const name of pageNames)
  test(`docs/guide/${name}.md can be followed, step by step, in the real app`, async ({ dataDir }) => {
    // The practice list makes about ninety calls.
    test.setTimeout(name === 'lists' ? 480_000 : 180_000)
    // Keep each picture in memory only.
    await followPage(name, dataDir, async (page) => void (await page.screenshot({ animations: 'disabled' })))
  })
