import { anyText, startOf } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
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
  await page.getByRole('menuitem', { name: messages.profiles.add }).click()
  await page.getByRole('heading', { name: messages.onboarding.addTitle }).waitFor()
}

describe('onboarding', { timeout: 60_000 }, () => {
  it('focuses the check after the key was entered, and shows the address that will be used', async () => {
    const { page, pageErrors, close } = await open('first')
    await button(page, messages.onboarding.connect.action).waitFor()
    // If there are no earlier calls, the page does not mention them.
    expect(await page.getByText(messages.onboarding.existingCalls).count()).toBe(0)
    await button(page, messages.onboarding.connect.action).click()
    await page.keyboard.type('Acme')
    const address = page.getByRole('textbox', { name: messages.onboarding.connect.origin })
    await address.fill('voice.acme.example')
    expect(await page.getByText(startOf(messages.onboarding.connect.assumedHttps(anyText))).count()).toBe(0)
    await page.getByLabel(messages.profiles.key.label).fill('dgr_abcdefghijkl')
    await page.getByText(messages.onboarding.connect.assumedHttps('voice.acme.example')).waitFor()
    expect(await address.inputValue()).toBe('voice.acme.example')
    await page.keyboard.press('Enter')
    await page.getByText(messages.profiles.key.entered(16)).waitFor()
    await isFocused(page, messages.onboarding.connect.save)
    await button(page, messages.profiles.key.another).press('Enter')
    await expect
      .poll(() => page.getByLabel(messages.profiles.key.label).evaluate((one) => one === document.activeElement))
      .toBe(true)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps the address during its check, and says that the key is archived or invalid and what to do', async () => {
    const { page, pageErrors, close } = await open('first')
    await page.evaluate(() => {
      const failure = { kind: 'unauthorized', detail: 'Invalid or expired API key' } as const
      const answer = () =>
        new Promise((resolve) => {
          window.addEventListener('answered', () => resolve({ ok: false, failure }), { once: true })
        })
      Object.assign(window.api, { addProfile: answer })
    })
    await button(page, messages.onboarding.connect.action).click()
    await page.keyboard.type('Acme')
    const address = page.getByRole('textbox', { name: messages.onboarding.connect.origin })
    await address.fill('voice.acme.example')
    await page.getByLabel(messages.profiles.key.label).fill('dgr_abcdefghijkl')
    await page.keyboard.press('Enter')
    await page.getByText(messages.profiles.key.entered(16)).waitFor()
    await button(page, messages.onboarding.connect.save).press('Enter')
    await expect.poll(() => address.isEditable()).toBe(false)
    await page.evaluate(() => window.dispatchEvent(new Event('answered')))
    const alert = page.getByRole('alert')
    await alert.getByText(messages.onboarding.connect.keyRejected).waitFor()
    await alert.getByText(messages.failure.describe({ kind: 'unauthorized', detail: '' }).next).waitFor()
    expect(await button(page, messages.onboarding.connect.saveAnyway).count()).toBe(0)
    expect(await address.isEditable()).toBe(true)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not take focus from another field', async () => {
    const { page, close } = await open('first')
    await button(page, messages.onboarding.connect.action).click()
    await page.getByLabel(messages.profiles.key.label).fill('dgr_abcdefghijkl')
    await page.getByRole('textbox', { name: messages.profiles.name }).click()
    await page.getByText(messages.profiles.key.entered(16)).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await close()
  })

  it('imports a key file as the first profile, and shows the next step', async () => {
    const { page, pageErrors, close } = await open('first')
    await button(page, messages.keyExport.importKey).click()
    await page.getByLabel(messages.keyExport.passphrase).fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
    await page.keyboard.press('Enter')
    await isFocused(page, messages.keyExport.confirmImport)
    await button(page, messages.keyExport.anotherPassphrase).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(messages.keyExport.importedNext).waitFor()
    await isFocused(page, messages.onboarding.keyFile.action)
    await page.keyboard.press('Enter')
    await number(page).waitFor()
    await page.getByText('Handed over').first().waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('lists the organization first if a profile exists, and keeps what was typed into the call form', async () => {
    const { page, pageErrors, close } = await open('standard')
    await fillCall(page)
    await addProfile(page)
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(headings).toEqual([
      messages.onboarding.connect.action,
      messages.onboarding.practice.action,
      messages.onboarding.keyFile.title,
    ])
    await button(page, messages.onboarding.back).click()
    expect(await number(page).inputValue()).toBe('+1 415 555 0299')
    expect(await variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    expect(pageErrors).toEqual([])
    await close()
  })
})
