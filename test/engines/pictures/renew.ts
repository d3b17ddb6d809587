// Takes the pictures of the screens anew: node test/engines/pictures/renew.ts [a part of their names] …
// A picture that still looks the same stays the file it is.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from './compare.ts'
import { openStudio, photographStill, type Studio } from './camera.ts'
import { keptPictures, putBelow, readKept } from './folders.ts'
import type { Pixels } from './shades.ts'
import { writeSmallPng } from './small-png.ts'
import { pathOf, type PictureState, pictureStates, turnTo } from './states.ts'

const parts = process.argv.slice(2)
const isWanted = ({ name }: PictureState) => parts.length === 0 || parts.some((part) => name.includes(part))

const isAsKept = (path: string, taken: Pixels): boolean => {
  const kept = readKept(path)
  if (!kept) return false
  const { moved, recolored } = compare(kept, taken)
  return moved === 0 && recolored === 0
}

const renew = async (studio: Studio, state: PictureState): Promise<void> => {
  const { page, close } = await studio.open(state)
  for (const view of state.views) {
    await turnTo(page, state.manner, view)
    const path = pathOf(state, view)
    const taken = await photographStill(page)
    if (isAsKept(path, taken)) continue
    putBelow(keptPictures, path, writeSmallPng(taken))
    process.stdout.write(`docs/pictures/states/${path}\n`)
  }
  await close()
}

/** Removes the pictures of states that are no more. */
const clearAway = (): void => {
  const wanted = new Set(pictureStates.flatMap((state) => state.views.map((view) => pathOf(state, view))))
  for (const path of readdirSync(keptPictures, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.png') && !wanted.has(path)) rmSync(join(keptPictures, path))
}

const studio = await openStudio()
for (const state of pictureStates.filter(isWanted)) {
  try {
    await renew(studio, state)
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${state.name}: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
await studio.close()
clearAway()
