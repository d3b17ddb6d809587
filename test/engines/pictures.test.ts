import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStudio, photograph, type Studio } from './pictures/camera.ts'
import { compare, type Difference, isSame } from './pictures/compare.ts'
import { failedPictures, putBelow, readKept } from './pictures/folders.ts'
import { isPlain, type Pixels } from './pictures/shades.ts'
import { writeSmallPng } from './pictures/small-png.ts'
import { pathOf, type PictureState, pictureStates, turnTo } from './pictures/states.ts'

let studio: Studio

beforeAll(async () => {
  rmSync(failedPictures, { recursive: true, force: true })
  studio = await openStudio()
})
afterAll(() => studio.close())

type View = PictureState['views'][number]

const renewing = 'npm run pictures takes them anew; look at each one before it is kept.'

/** What a person is told who has to look: where the picture that was taken is, and the one that shows what differs. */
const tell = (path: string, taken: Pixels, { moved, recolored, drawn }: Difference): string => {
  const name = path.replace('.png', '')
  const files = [putBelow(failedPictures, `${name}.taken.png`, writeSmallPng(taken))]
  if (drawn) files.push(putBelow(failedPictures, `${name}.differs.png`, drawn))
  return `docs/pictures/states/${path}: ${moved} pixels in one place differ, ${recolored} of areas and lines are recolored. See ${files.join(' and ')}. ${renewing}`
}

/** A page comes to rest in its own time: it is compared again and again until it looks right, or patience ends. */
const differenceOf = async (page: Page, kept: Pixels, patience: number): Promise<[Difference, Pixels]> => {
  const end = Date.now() + patience
  for (;;) {
    const taken = await photograph(page)
    const difference = compare(kept, taken)
    if (isSame(difference) || Date.now() > end) return [difference, taken]
  }
}

const complaintOf = async (page: Page, state: PictureState, view: View): Promise<string | null> => {
  const path = pathOf(state, view)
  const kept = readKept(path)
  if (!kept) return `docs/pictures/states/${path} is missing. ${renewing}`
  await turnTo(page, state.manner, view)
  const [difference, taken] = await differenceOf(page, kept, 8_000)
  return isSame(difference) ? null : tell(path, taken, difference)
}

describe('every screen and state looks as it did', () => {
  it.each(pictureStates.map((state) => [state.name, state] as const))('%s', async (_name, state) => {
    const { page, close } = await studio.open(state)
    const complaints: string[] = []
    for (const view of state.views) {
      const complaint = await complaintOf(page, state, view)
      if (complaint) complaints.push(complaint)
    }
    await close()
    expect(complaints).toEqual([])
  })
})

const readied = (): PictureState => {
  const state = pictureStates.find(({ name }) => name === 'call-ready')
  if (!state) throw new Error('There is no picture of a call that is ready.')
  return state
}

/** What the comparison says of the page after something was done to it. */
const afterwards = async (change: (page: Page) => Promise<unknown>): Promise<Difference> => {
  const state = readied()
  const [view] = state.views
  const kept = view && readKept(pathOf(state, view))
  if (!kept) throw new Error('There is no picture of a call that is ready.')
  const { page, close } = await studio.open(state)
  expect(isSame((await differenceOf(page, kept, 8_000))[0])).toBe(true)
  await change(page)
  const difference = compare(kept, await photograph(page))
  await close()
  return difference
}

/** Makes every soft edge of letters and signs a little harder, as another edition of the browser may; lines stay lines. */
const hardened = (picture: Pixels): Pixels => {
  const { width, height, data } = picture
  const hard = new PNG({ width, height })
  hard.data.set(data)
  for (let at = 4; at < data.length - 4; at += 1) {
    const [before = 0, here = 0, after = 0] = [data[at - 4], data[at], data[at + 4]]
    // Opacity stays; no light is darker than dark or brighter than bright.
    if (at % 4 === 3 || isPlain(picture, Math.floor(at / 4))) continue
    hard.data[at] = Math.max(0, Math.min(255, here + (here - (before + after) / 2) * 0.06))
  }
  return hard
}

describe('the comparison', () => {
  it('sees a label that moved by four pixels', async () => {
    const difference = await afterwards((page) =>
      page
        .locator('label')
        .first()
        .evaluate((label) => void (label.style.translate = '4px')),
    )
    expect(isSame(difference)).toBe(false)
    expect(difference.drawn).not.toBeNull()
  })

  it('sees a token that became another shade, even one that hardly anybody would notice', async () => {
    const difference = await afterwards((page) =>
      page.evaluate(() => document.documentElement.style.setProperty('--canvas', '#f2f3f6')),
    )
    expect(difference.recolored).toBeGreaterThan(10_000)
    expect(isSame(difference)).toBe(false)
  })

  it('sees the lines between things become another shade', async () => {
    const difference = await afterwards((page) =>
      page.evaluate(() => document.documentElement.style.setProperty('--line', '#d9dde4')),
    )
    expect(difference.moved).toBe(0)
    expect(isSame(difference)).toBe(false)
  })

  it('sees a sign that is gone', async () => {
    const difference = await afterwards((page) =>
      page.locator('[data-call-button] svg').evaluate((sign) => void (sign.style.visibility = 'hidden')),
    )
    expect(isSame(difference)).toBe(false)
  })

  it('takes edges that are drawn a little harder for the same picture', async () => {
    const state = readied()
    const { page, close } = await studio.open(state)
    const taken = await photograph(page)
    await close()
    const hard = hardened(taken)
    expect(hard.data).not.toEqual(taken.data)
    expect(isSame(compare(taken, hard))).toBe(true)
  })

  it('leaves what it saw and what differs below .cache, and names both', async () => {
    const state = readied()
    const { page, close } = await studio.open(state)
    const taken = await photograph(page)
    await page.evaluate(() => document.body.style.setProperty('transform', 'translateX(4px)'))
    const moved = await photograph(page)
    await close()
    const told = tell('control/call-ready.png', moved, compare(taken, moved))
    for (const name of ['taken', 'differs']) {
      const file = join(failedPictures, `control/call-ready.${name}.png`)
      expect(told).toContain(file)
      rmSync(file)
    }
  })
})
