import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../src/contract/settings.ts'
import { messages } from '../../src/messages/index.ts'
import { openedScenes } from './opened-scenes.ts'
import { goTo } from './scene-steps.ts'

const started = openedScenes()

it('shows actions on the screen in the audit log once they have ended', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('recovered')
  await page.getByRole('alert').getByRole('button', { name: messages.settings.history.show }).click()
  const newest = page.getByRole('list', { name: messages.audit.title }).getByRole('listitem').first()
  const acknowledge = page.getByRole('button', { name: messages.settings.history.acknowledge })
  await acknowledge.click()
  const dialog = page.getByRole('dialog', { name: messages.settings.history.acknowledgeTitle })
  await dialog.getByText(`${defaultSettings.keepPersonalDataDays} days`).waitFor()
  const cancel = dialog.getByRole('button', { name: messages.common.cancel })
  await expect.poll(() => cancel.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await newest.filter({ hasText: messages.audit.action('acknowledgeRecovery') }).count()).toBe(0)
  await acknowledge.click()
  await dialog.getByRole('button', { name: messages.settings.history.acknowledge }).click()
  await page.getByText(messages.settings.history.acknowledged).waitFor({ state: 'attached' })
  const labelOfFocused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(labelOfFocused).toBe(messages.settings.history.title)
  await newest.filter({ hasText: messages.audit.action('acknowledgeRecovery') }).waitFor()
  await page.getByRole('button', { name: messages.audit.export }).click()
  const exported = newest.filter({ hasText: messages.audit.action('exportAudit') })
  await exported.getByText(messages.audit.results.done, { exact: true }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('does not ask for a user name of a proxy that the policy sets without one', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('ruled', {
    before: (opened) =>
      opened.addInitScript(() => {
        const { readSettings } = window.api
        const withProxy: typeof readSettings = async (input) => {
          const read = await readSettings(input)
          const proxy = { mode: 'manual' as const, url: 'http://proxy.test:8080', user: null }
          return read.ok ? { ...read, value: { ...read.value, proxy } } : read
        }
        Object.assign(window.api, { readSettings: withProxy })
      }),
  })
  await goTo(page, messages.shell.screens.settings)
  const { network } = messages.settings
  const card = page.getByRole('region', { name: network.title })
  await card.getByText(network.passwordUnused).waitFor()
  expect(await card.getByText(network.passwordFirst).count()).toBe(0)
  expect(await card.getByText(network.userHint).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

describe('the default country', () => {
  const { numbers, save, revert, saved, person } = messages.settings
  const nameOf = (code: string) => messages.common.country(code)

  /** Opens the settings and records the default country of each save. */
  const openSettings = async () => {
    const opened = await started.open('standard', {
      before: (page) =>
        page.addInitScript(() => {
          const saves: (string | null)[] = []
          const { changeSettings } = window.api
          const record: typeof changeSettings = (settings) => {
            saves.push(settings.homeCountry)
            return changeSettings(settings)
          }
          Object.assign(window, { saves })
          Object.assign(window.api, { changeSettings: record })
        }),
    })
    const { page } = opened
    await goTo(page, messages.shell.screens.settings)
    // While the list of countries is open, the rest of the page is hidden from screen readers.
    const button = (name: string) => page.getByRole('button', { name, exact: true, includeHidden: true })
    return {
      ...opened,
      country: page.getByRole('combobox', { name: numbers.country }),
      save: button(save),
      discard: button(revert),
      saves: () => page.evaluate('window.saves'),
    }
  }

  const isOff = (button: ReturnType<Page['getByRole']>) =>
    button.getAttribute('aria-disabled').then((value) => value === 'true')

  it('is chosen with Enter, which saves nothing, and is kept while another text is unclear', async () => {
    const { page, country, save: saveButton, discard, saves, pageErrors, close } = await openSettings()
    await country.click()
    await country.pressSequentially('us')
    await page.getByText(messages.common.enterChooses(nameOf('US'))).waitFor()
    expect(await isOff(saveButton)).toBe(true)
    await country.press('Enter')
    await expect.poll(() => country.inputValue()).toBe(nameOf('US'))
    await country.press('Enter')
    await expect.poll(() => isOff(saveButton)).toBe(false)
    expect(await saves()).toEqual([])
    await saveButton.click()
    await page.getByText(saved).first().waitFor()
    expect(await saves()).toEqual(['US'])

    await country.fill('+1')
    await country.press('Enter')
    await page.getByText(messages.common.chooseCountry).waitFor()
    await page.getByLabel(person).fill('Ana')
    expect(await isOff(saveButton)).toBe(true)
    await page.getByLabel(person).press('Enter')
    expect(await country.inputValue()).toBe('+1')
    await discard.click()
    await expect.poll(() => country.inputValue()).toBe(nameOf('US'))
    expect(await saves()).toEqual(['US'])
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is chosen when the user leaves a clear text, and can be removed', async () => {
    const { page, country, save: saveButton, saves, pageErrors, close } = await openSettings()
    await country.click()
    await country.pressSequentially('Fr')
    // The button is off until the press moves focus out of the field.
    await saveButton.click({ force: true })
    await expect.poll(() => country.inputValue()).toBe(nameOf('FR'))
    await page.getByText(saved).first().waitFor()
    expect(await saves()).toEqual(['FR'])
    await country.fill('')
    await country.press('Escape')
    await saveButton.click()
    await expect.poll(saves).toEqual(['FR', null])
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows an unclear text again after the user was on another screen, until it is discarded', async () => {
    const { page, country, save: saveButton, discard, pageErrors, close } = await openSettings()
    await country.click()
    await country.pressSequentially('united')
    await country.press('Escape')
    await goTo(page, messages.shell.screens.runs)
    await goTo(page, messages.shell.screens.settings)
    await page.getByText(messages.common.chooseCountry).waitFor()
    expect(await country.inputValue()).toBe('united')
    expect(await isOff(saveButton)).toBe(true)
    await discard.click()
    await expect.poll(() => country.inputValue()).toBe('')
    expect(await page.getByText(messages.common.chooseCountry).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })
})
