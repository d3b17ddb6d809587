import { test } from './support.ts'
import { followPage } from './guide/follow-page.ts'
import { pageNames } from './guide/steps-of.ts'

for (const name of pageNames)
  test(`docs/guide/${name}.md can be followed, step by step, in the real app`, async ({ dataDir }) => {
    test.setTimeout(120_000)
    // Where a picture stands, its moment is shown and no file is written.
    await followPage(name, dataDir, async (page) => void (await page.screenshot({ animations: 'disabled' })))
  })
