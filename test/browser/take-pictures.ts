// Takes a picture of every scene in the screen tests, for people to look at.
//   node test/browser/take-pictures.ts [folder] [part of a scene's name] [mirrored]
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startScenes } from './open-scene.ts'
import { scenes } from './scenes.ts'

const folder = resolve(process.argv[2] ?? '.cache/scenes')
const wanted = process.argv[3] ?? ''
mkdirSync(folder, { recursive: true })
const started = await startScenes(process.argv[4] === 'mirrored' ? 'mirrored' : null)

for (const [name, scene, act] of scenes.filter(([one]) => one.includes(wanted)))
  for (const scheme of ['light', 'dark'] as const) {
    const { page, close } = await started.open(scene, { scheme })
    await act(page)
    const path = join(folder, `${name.toLowerCase().replace(/\W+/g, '-')}-${scheme}.png`)
    await page.screenshot({ path, animations: 'disabled' })
    process.stdout.write(`${path}\n`)
    await close()
  }

await started.end()
