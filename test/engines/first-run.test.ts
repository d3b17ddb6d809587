import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { openedScenes } from './opened-scenes.ts'
import { number, variable, fillCall } from './scene-steps.ts'

const started = openedScenes()

const open = async (scene: string) => {
  const opened = await started.open(scene)
  opened.page.setDefaultTimeout(12_000)
  return opened
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isFocused = (page: Page, name: string) =>
  expect.poll(() => button(page, name).evaluate((one) => one === document.activeElement)).toBe(true)

const addProfile = async (page: Page) => {
  await page.keyboard.press('Control+p')
  await page.getByRole('menuitem', { name: 'Add a profile …' }).click()
  await page.getByRole('heading', { name: 'Add a profile' }).waitFor()
}

describe('the doors', { timeout: 60_000 }, () => {
  it('lead on to the check once the key is held, and tell what an address without a scheme is taken for', async () => {
    const { page, complaints, close } = await open('first')
    await button(page, 'Connect your organization').waitFor()
    // Where nobody has called yet, there is nothing to say of calls that are kept.
    expect(await page.getByText('Calls of earlier profiles').count()).toBe(0)
    await button(page, 'Connect your organization').click()
    await page.keyboard.type('Acme')
    const address = page.getByRole('textbox', { name: 'Service address' })
    await address.fill('voice.acme.example')
    expect(await page.getByText('It will be taken as').count()).toBe(0)
    await page.getByLabel('API key').fill('dgr_abcdefghijkl')
    await page.getByText('It will be taken as https://voice.acme.example.').waitFor()
    expect(await address.inputValue()).toBe('voice.acme.example')
    await page.keyboard.press('Enter')
    await page.getByText('Key held, 16 characters').waitFor()
    await isFocused(page, 'Check and save')
    await button(page, 'Enter another').press('Enter')
    await expect.poll(() => page.getByLabel('API key').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  it('leave the focus where somebody went meanwhile', async () => {
    const { page, close } = await open('first')
    await button(page, 'Connect your organization').click()
    await page.getByLabel('API key').fill('dgr_abcdefghijkl')
    await page.getByRole('textbox', { name: 'Name' }).click()
    await page.getByText('Key held, 16 characters').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await close()
  })

  it('open to a sealed key without any profile, and say what is left to do before the desk opens', async () => {
    const { page, complaints, close } = await open('first')
    await button(page, 'Open a sealed file …').click()
    await page.getByLabel('Passphrase').fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
    await page.keyboard.press('Enter')
    await isFocused(page, 'Open and check')
    await page.keyboard.press('Enter')
    await page.getByText('Delete the sealed file.').waitFor()
    await isFocused(page, 'Go to the desk')
    await page.keyboard.press('Enter')
    await number(page).waitFor()
    await page.getByText('Handed over').first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('put an organization first for whoever has a profile, and leave the form of the call as it was', async () => {
    const { page, complaints, close } = await open('desk')
    await fillCall(page)
    await addProfile(page)
    const doors = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(doors).toEqual(['Connect your organization', 'Try it in practice', 'Open a sealed key'])
    await button(page, 'Back').click()
    expect(await number(page).inputValue()).toBe('+1 415 555 0299')
    expect(await variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    expect(complaints).toEqual([])
    await close()
  })
})
