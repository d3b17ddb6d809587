// Pictures of every scene of the screens' tests, for people who look at them.
//   node test/engines/take-pictures.ts [folder] [a part of the scenes' names]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startRendererPage } from '../support/renderer-page.ts'
import { launchChromium } from './page-in-chromium.ts'
import { scenes } from './scenes.ts'

const folder = resolve(process.argv[2] ?? '.cache/scenes')
const wanted = process.argv[3] ?? ''
const work = mkdtempSync(join(tmpdir(), 'rundesk-pictures-'))
mkdirSync(folder, { recursive: true })
const served = await startRendererPage(work)
const browser = await launchChromium()

for (const [name, scene, act] of scenes.filter(([one]) => one.includes(wanted)))
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.addInitScript({ path: served.deskScript })
    await page.goto(`${served.origin}/?scene=${scene}`)
    await act(page)
    const path = join(folder, `${name.toLowerCase().replace(/\W+/g, '-')}-${colorScheme}.png`)
    await page.screenshot({ path, animations: 'disabled' })
    process.stdout.write(`${path}\n`)
    await context.close()
  }

await browser.close()
served.close()
rmSync(work, { recursive: true, force: true })
