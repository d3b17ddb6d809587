// Takes the reference pictures again: node test/browser/pictures/renew.ts [part of a name] …
// A file whose picture has not changed is not written.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from './compare.ts'
import { openPictureBrowser, takeStablePicture, type PictureBrowser } from './camera.ts'
import { referencePictures, writeBelow, readReference } from './folders.ts'
import type { Pixels } from './shades.ts'
import { writeSmallPng } from './small-png.ts'
import { pathOf, type PictureState, pictureStates, changeView } from './states.ts'

const parts = process.argv.slice(2)
const isWanted = ({ name }: PictureState) => parts.length === 0 || parts.some((part) => name.includes(part))

const isUnchanged = (path: string, taken: Pixels): boolean => {
  const reference = readReference(path)
  if (!reference) return false
  const { moved, recolored } = compare(reference, taken)
  return moved === 0 && recolored === 0
}

const renew = async (pictures: PictureBrowser, state: PictureState): Promise<void> => {
  const { page, close } = await pictures.open(state)
  for (const view of state.views) {
    await changeView(page, state.mode, view)
    const path = pathOf(state, view)
    const taken = await takeStablePicture(page)
    if (isUnchanged(path, taken)) continue
    writeBelow(referencePictures, path, writeSmallPng(taken))
    process.stdout.write(`docs/pictures/states/${path}\n`)
  }
  await close()
}

/** Removes the pictures of states that no longer exist. */
const removeOldPictures = (): void => {
  const wanted = new Set(pictureStates.flatMap((state) => state.views.map((view) => pathOf(state, view))))
  for (const path of readdirSync(referencePictures, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.png') && !wanted.has(path)) rmSync(join(referencePictures, path))
}

const pictures = await openPictureBrowser()
for (const state of pictureStates.filter(isWanted)) {
  try {
    await renew(pictures, state)
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${state.name}: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
await pictures.close()
removeOldPictures()
