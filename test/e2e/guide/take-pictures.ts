// Follows the guide in the real app and takes the pictures that its pages show.
//   take-pictures.ts [folder] [page …]     default folder: .cache/guide
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { appFolder } from '../../support/electron/runtime.ts'
import { followPage, type TakePicture } from './follow-page.ts'
import { pageNames } from './guide-steps.ts'

const folder = resolve(process.argv[2] ?? join(appFolder, '.cache', 'guide'))
const wanted = process.argv.slice(3)
const pictures: string[] = []

/** Takes the picture without transitions. */
const takePicture: TakePicture = async (page, name) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const path = join(folder, name)
  await page.screenshot({ path, animations: 'disabled', caret: 'initial' })
  pictures.push(relative(appFolder, path))
}

mkdirSync(folder, { recursive: true })
for (const name of pageNames.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  process.stdout.write(`guide: following docs/guide/${name}.md\n`)
  const data = mkdtempSync(join(tmpdir(), 'rundesk-guide-'))
  try {
    await followPage(name, data, takePicture)
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
process.stdout.write(`${JSON.stringify({ pictures })}\n`)
