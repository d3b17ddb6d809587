import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { beginListening, takeHeard } from './heard.ts'
import { openedScenes } from './opened-scenes.ts'
import { number, variable } from './scene-steps.ts'

const started = openedScenes()

/** A busy machine takes its time. */
const poll = <T>(question: () => Promise<T>) => expect.poll(question, { timeout: 15_000 })
const hasFocus = (page: Page, name: string) =>
  poll(() => variable(page, name).evaluate((field) => field === document.activeElement)).toBe(true)

const open = async (scene: string) => {
  const opened = await started.open(scene)
  await poll(() => number(opened.page).evaluate((field) => field === document.activeElement)).toBe(true)
  await beginListening(opened.page)
  return opened
}

/** Writes a whole call, from the number to the last value, with the keys that an operator presses. */
const writeCall = async (page: Page) => {
  await page.keyboard.type('+1 415 555 0299')
  await page.getByText('United States').first().waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Renewal')
  await page.getByRole('option', { name: /Renewal reminder/ }).waitFor()
  await page.keyboard.press('Enter')
  for (const [name, value] of [
    ['customer_name', 'Jane Doe'],
    ['due_date', 'friday'],
    ['amount_due', '120.50'],
  ] as const) {
    await hasFocus(page, name)
    await page.keyboard.type(value)
    if (name !== 'amount_due') await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Call +1 415 555 0299' }).waitFor()
}

/** Listens until a sentence has been read out, and gives all that was, in order. */
const hearUntil = async (page: Page, last: RegExp): Promise<string[]> => {
  const heard: string[] = []
  await poll(async () => {
    heard.push(...(await takeHeard(page)))
    return heard.some((sentence) => last.test(sentence))
  }).toBe(true)
  return heard
}

const sending = 'Sending. Was a call placed: not known yet. Wait for the answer. Do not call again.'

describe('a call by ear and keyboard alone', { timeout: 90_000 }, () => {
  it('is told as it is sent, accepted, rings and is talked on, once each, and nothing beside', async () => {
    const { page, complaints, close } = await open('empty')
    await writeCall(page)
    // Fields are read as the focus comes to them; none of them speaks up by itself.
    expect(await takeHeard(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    expect(await hearUntil(page, /talking/)).toEqual([
      sending,
      expect.stringMatching(/^Accepted\. run \d+\. Was a call placed: yes\. Nothing to do\. The run id finds .*$/),
      'The call: ringing',
      'The call: they are talking',
    ])
    await page.keyboard.press('c')
    expect(await hearUntil(page, /Copied/)).toEqual([expect.stringMatching(/^Copied \d+$/)])
    // The ages on the screen go on; nobody wants to hear them.
    await page.waitForTimeout(4_000)
    expect(await takeHeard(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('is asked about when its number was called a moment ago, and is not placed by Escape', async () => {
    const { page, close } = await open('empty')
    await writeCall(page)
    await page.keyboard.press('Control+Enter')
    await hearUntil(page, /^Accepted/)
    await page.keyboard.press('r')
    // The number that was called is the next one to be changed, or to be called again.
    await poll(() => number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const question = (await hearUntil(page, /again\?/)).at(-1)
    expect(question).toMatch(/^Call this number again\? You called \+1 415 555 0299 .* from profile Acme Billing\./)
    await poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
    await page.keyboard.press('Escape')
    expect(await hearUntil(page, /Not called/)).toEqual(['Not called again. Everything you typed is still there.'])
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await close()
  })

  it('is told as unknown with what to do, looked for, and closed by hand', async () => {
    const { page, close } = await open('unknown')
    await writeCall(page)
    await page.keyboard.press('Control+Enter')
    expect(await hearUntil(page, /^Unknown/)).toEqual([
      sending,
      'Unknown: it may be ringing. Was a call placed: unknown. Do not call again: it may be ringing. Rundesk is checking with the service.',
    ])
    await page.keyboard.press('l')
    expect(await hearUntil(page, /^Looked/)).toEqual(['Looked: nothing new yet.'])
    // It is looked again and again meanwhile, and the seconds run: all that is shown, and none of it read out.
    await page.waitForTimeout(4_000)
    expect(await takeHeard(page)).toEqual([])
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: 'Close this call by hand' })
    await dialog.getByRole('radio', { name: 'No, it was not placed' }).press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Looked in the dashboard: no such run.')
    await dialog.getByRole('button', { name: 'Close the call' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await hearUntil(page, /Closed by hand/)).toContainEqual(
      expect.stringMatching(/^Closed by hand: it was not placed\. Was a call placed: no\./),
    )
    await close()
  })

  it('is told as locked before anybody calls the number again, once', async () => {
    const { page, close } = await open('desk')
    await page.keyboard.type('+1 415 555 0288')
    const heard = await hearUntil(page, /^Locked/)
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatch(/^Locked: called .* ago from Cobalt, and not settled yet .*do not call again\.$/)
    await page.waitForTimeout(11_000)
    expect(await takeHeard(page)).toEqual([])
    await close()
  })
})
