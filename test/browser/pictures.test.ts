import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPictureBrowser, takePicture, takeStablePicture, type PictureBrowser } from './pictures/camera.ts'
import { compare, type Difference, isSame } from './pictures/compare.ts'
import { failedPictures, writeBelow, readReference } from './pictures/folders.ts'
import { isPlain, type Pixels } from './pictures/shades.ts'
import { writeSmallPng } from './pictures/small-png.ts'
import { pathOf, type PictureState, pictureStates, changeView } from './pictures/states.ts'

let pictures: PictureBrowser

beforeAll(async () => {
  rmSync(failedPictures, { recursive: true, force: true })
  pictures = await openPictureBrowser()
})
afterAll(() => pictures.close())

type View = PictureState['views'][number]

const howToRenew = 'Take it again with `npm run pictures`, and review it before the commit.'

/** Writes the new picture and the marked differences to files, and returns the error text. */
const reportDifference = (path: string, taken: Pixels, { moved, recolored, diffImage }: Difference): string => {
  const name = path.replace('.png', '')
  const files = [writeBelow(failedPictures, `${name}.taken.png`, writeSmallPng(taken))]
  if (diffImage) files.push(writeBelow(failedPictures, `${name}.differs.png`, diffImage))
  return `docs/pictures/states/${path}: ${moved} pixels of one square differ, ${recolored} pixels of areas and lines have another color. See ${files.join(' and ')}. ${howToRenew}`
}

/** Compares the page with its reference picture. If the page is still changing, compares it again once it is stable. */
const differenceOf = async (page: Page, reference: Pixels): Promise<[Difference, Pixels]> => {
  const first = await takePicture(page)
  const difference = compare(reference, first)
  if (isSame(difference)) return [difference, first]
  const stable = await takeStablePicture(page)
  return [compare(reference, stable), stable]
}

const problemOf = async (page: Page, state: PictureState, view: View): Promise<string | null> => {
  const path = pathOf(state, view)
  const reference = readReference(path)
  if (!reference) return `docs/pictures/states/${path} is missing. ${howToRenew}`
  await changeView(page, state.mode, view)
  const [difference, taken] = await differenceOf(page, reference)
  return isSame(difference) ? null : reportDifference(path, taken, difference)
}

describe('every screen and state matches its reference picture', () => {
  it.concurrent.for(pictureStates)('$name', async (state) => {
    const { page, close } = await pictures.open(state)
    const problems: string[] = []
    for (const view of state.views) {
      const problem = await problemOf(page, state, view)
      if (problem) problems.push(problem)
    }
    await close()
    expect(problems).toEqual([])
  })
})

const readyState = (): PictureState => {
  const state = pictureStates.find(({ name }) => name === 'call-ready')
  if (!state) throw new Error('There is no picture of a call that is ready.')
  return state
}

/** Returns the difference after a change to the page. */
const differenceAfter = async (change: (page: Page) => Promise<unknown>): Promise<Difference> => {
  const state = readyState()
  const [view] = state.views
  const reference = view && readReference(pathOf(state, view))
  if (!reference) throw new Error('There is no picture of a call that is ready.')
  const { page, close } = await pictures.open(state)
  expect(isSame((await differenceOf(page, reference))[0])).toBe(true)
  await change(page)
  const difference = compare(reference, await takePicture(page))
  await close()
  return difference
}

/** Makes the soft edges of text and icons slightly harder, as another browser version might. Lines do not change. */
const withHarderEdges = (picture: Pixels): Pixels => {
  const { width, height, data } = picture
  const hard = new PNG({ width, height })
  hard.data.set(data)
  for (let at = 4; at < data.length - 4; at += 1) {
    const [before = 0, here = 0, after = 0] = [data[at - 4], data[at], data[at + 4]]
    // Skip the opacity channel and plain areas.
    if (at % 4 === 3 || isPlain(picture, Math.floor(at / 4))) continue
    hard.data[at] = Math.max(0, Math.min(255, here + (here - (before + after) / 2) * 0.06))
  }
  return hard
}

describe('the comparison', () => {
  it('detects a label that moved by four pixels', async () => {
    const difference = await differenceAfter((page) =>
      page
        .locator('label')
        .first()
        .evaluate((label) => void (label.style.translate = '4px')),
    )
    expect(isSame(difference)).toBe(false)
    expect(difference.diffImage).not.toBeNull()
  })

  it('detects a slightly different shade of a color token', async () => {
    const difference = await differenceAfter((page) =>
      page.evaluate(() => document.documentElement.style.setProperty('--canvas', '#f2f3f6')),
    )
    expect(difference.recolored).toBeGreaterThan(10_000)
    expect(isSame(difference)).toBe(false)
  })

  it('detects a different shade of separator lines', async () => {
    const difference = await differenceAfter((page) =>
      page.evaluate(() => document.documentElement.style.setProperty('--line', '#d9dde4')),
    )
    expect(difference.moved).toBe(0)
    expect(isSame(difference)).toBe(false)
  })

  it('detects a missing icon', async () => {
    const difference = await differenceAfter((page) =>
      page.locator('[data-call-button] svg').evaluate((icon) => void (icon.style.visibility = 'hidden')),
    )
    expect(isSame(difference)).toBe(false)
  })

  it('accepts slightly harder edges as the same picture', async () => {
    const state = readyState()
    const { page, close } = await pictures.open(state)
    const taken = await takePicture(page)
    await close()
    const hard = withHarderEdges(taken)
    expect(hard.data).not.toEqual(taken.data)
    expect(isSame(compare(taken, hard))).toBe(true)
  })

  it('writes the new picture and the differences below .cache, and names both files', async () => {
    const state = readyState()
    const { page, close } = await pictures.open(state)
    const taken = await takePicture(page)
    await page.evaluate(() => document.body.style.setProperty('transform', 'translateX(4px)'))
    const moved = await takePicture(page)
    await close()
    const report = reportDifference('control/call-ready.png', moved, compare(taken, moved))
    for (const name of ['taken', 'differs']) {
      const file = join(failedPictures, `control/call-ready.${name}.png`)
      expect(report).toContain(file)
      rmSync(file)
    }
  })
})
