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

const { history: historyText } = messages.settings

describe('a history that was lost with its profiles', { timeout: 60_000 }, () => {
  it('leads to connecting the organization again, and says where the keys are', async () => {
    const { page, close } = await open('firstRecovered')
    await page.getByRole('main').getByText(historyText.lostKeys, { exact: true }).waitFor()
    const [first] = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
    expect(first).toBe(messages.onboarding.connect.title)
    await button(page, historyText.show).click()
    await page.getByRole('region', { name: historyText.title }).getByText(historyText.lostKeys).waitFor()
    await close()
  })

  it.each(['mouse', 'keyboard'] as const)('can be acknowledged with the %s before a profile is added', async (by) => {
    const { page, pageErrors, close } = await open('firstRecovered')
    const press = async (name: string) => {
      if (by === 'mouse') return button(page, name).click()
      const focused = page.locator('button:focus', { hasText: name })
      for (let tabs = 0; tabs < 60 && (await focused.count()) === 0; tabs += 1) await page.keyboard.press('Tab')
      return page.keyboard.press('Enter')
    }
    await page.setViewportSize({ width: 960, height: 640 })
    await button(page, historyText.show).waitFor()
    await press(historyText.show)
    await page.getByRole('heading', { name: messages.settings.title, exact: true }).waitFor()
    await isFocused(page, messages.onboarding.back)
    await button(page, historyText.acknowledge).waitFor()
    await (by === 'mouse' ? button(page, messages.onboarding.back).click() : page.keyboard.press('Escape'))
    await isFocused(page, historyText.show)
    await page.keyboard.press('Enter')
    await press(historyText.acknowledge)
    const dialog = page.getByRole('dialog', { name: historyText.acknowledgeTitle })
    await isFocused(page, messages.common.cancel)
    if (by === 'mouse') await dialog.getByRole('button', { name: historyText.acknowledge }).click()
    else await press(historyText.acknowledge)
    await dialog.waitFor({ state: 'detached' })
    await button(page, historyText.acknowledge).waitFor({ state: 'detached' })
    const back = await button(page, messages.onboarding.back).boundingBox()
    expect(back?.y).toBeGreaterThanOrEqual(0)
    await button(page, messages.onboarding.back).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: messages.onboarding.title }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not lose a profile that is being added while Settings is open', async () => {
    const { page, pageErrors, close } = await open('firstRecovered')
    await page.evaluate(() => {
      const { addProfile: add } = window.api
      const addLate: typeof add = async (input) => {
        await new Promise((resolve) => window.addEventListener('answered', resolve, { once: true }))
        return add(input)
      }
      Object.assign(window.api, { addProfile: addLate })
    })
    await button(page, messages.onboarding.practice.action).click()
    await button(page, messages.onboarding.practice.opening).waitFor()
    await button(page, historyText.show).click()
    await page.getByRole('heading', { name: messages.settings.title, exact: true }).waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('answered')))
    await number(page).waitFor()
    await addProfile(page)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps the result of an import while Settings is open', async () => {
    const { page, pageErrors, close } = await open('firstRecovered')
    await button(page, messages.keyExport.importKey).click()
    await page.getByLabel(messages.keyExport.passphrase).fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
    await page.keyboard.press('Enter')
    await button(page, messages.keyExport.anotherPassphrase).waitFor()
    await button(page, messages.keyExport.confirmImport).click()
    const next = page.getByText(messages.keyExport.importedNext.keychain)
    await next.waitFor()
    await button(page, historyText.show).click()
    await next.waitFor({ state: 'hidden' })
    await button(page, messages.onboarding.back).click()
    await next.waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('onboarding', { timeout: 60_000 }, () => {
  it.each(['address', 'key'] as const)(
    'checks at the first click, although leaving the %s changes the form',
    async (last) => {
      const { page, pageErrors, close } = await open('first')
      await button(page, messages.onboarding.connect.action).click()
      await page.keyboard.type('Acme')
      const address = page.getByRole('textbox', { name: messages.onboarding.connect.origin })
      const key = page.getByLabel(messages.profiles.key.label)
      if (last === 'address') {
        await key.fill('dgr_abcdefghijkl')
        await page.keyboard.press('Enter')
        await page.getByText(messages.profiles.key.entered(16)).waitFor()
        await address.fill('voice.acme.example')
      } else {
        await address.fill('voice.acme.example')
        await key.fill('dgr_abcdefghijkl')
      }
      await page.evaluate(() => {
        const { addProfile: add } = window.api
        const added: unknown[] = []
        Object.assign(window, { added })
        Object.assign(window.api, {
          addProfile: (input: Parameters<typeof add>[0]) => {
            added.push(input)
            return add(input)
          },
        })
      })
      const save = button(page, messages.onboarding.connect.save)
      await save.scrollIntoViewIfNeeded()
      const box = await save.boundingBox()
      // The lowest point of the button, which a form that shrinks leaves outside it, and the highest, for one that grows.
      await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (last === 'address' ? 2 : (box?.height ?? 0) - 2))
      await page.mouse.down()
      // The page changes before the button is released.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
      })
      await page.mouse.up()
      await expect.poll(() => page.evaluate('added.length')).toBe(1)
      expect(pageErrors).toEqual([])
      await close()
    },
  )

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

  it('offers to keep the key for the session if the keychain was locked after the form opened', async () => {
    const { page, pageErrors, close } = await open('first')
    await button(page, messages.onboarding.connect.action).click()
    await page.keyboard.type('Acme')
    await page.getByRole('textbox', { name: messages.onboarding.connect.origin }).fill('voice.acme.example')
    await page.getByLabel(messages.profiles.key.label).fill('dgr_abcdefghijkl')
    await page.keyboard.press('Enter')
    await page.getByText(messages.profiles.key.entered(16)).waitFor()
    const session = page.getByRole('checkbox', { name: messages.profiles.keyStorageChoice.session })
    expect(await session.count()).toBe(0)
    await page.evaluate(() => {
      const refuse = async () => ({ ok: false, failure: { kind: 'keychain', reason: 'locked' } })
      const keychainStatus = async () => ({ ok: true, value: { usable: false, reason: 'locked' } })
      Object.assign(window.api, { addProfile: refuse, keychainStatus })
    })
    await button(page, messages.onboarding.connect.save).press('Enter')
    const alert = page.getByRole('alert')
    await alert.getByText(messages.failure.keychainWhy.locked, { exact: true }).waitFor()
    await session.check()
    await alert.waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps what is checked, and says that the key is archived or invalid and what to do', async () => {
    const { page, pageErrors, close } = await open('first')
    await page.evaluate(() => {
      const failures = [
        { kind: 'unreachable', cause: 'refused' },
        { kind: 'unauthorized', detail: 'Invalid or expired API key' },
      ]
      const answer = () =>
        new Promise((resolve) => {
          const refuse = () => resolve({ ok: false, failure: failures.shift() })
          window.addEventListener('answered', refuse, { once: true })
        })
      const keychainStatus = async () => ({ ok: true, value: { usable: false, reason: 'locked' } })
      Object.assign(window.api, { addProfile: answer, keychainStatus })
    })
    await button(page, messages.onboarding.connect.action).click()
    await page.keyboard.type('Acme')
    const address = page.getByRole('textbox', { name: messages.onboarding.connect.origin })
    await address.fill('voice.acme.example')
    await page.getByLabel(messages.profiles.key.label).fill('dgr_abcdefghijkl')
    await page.keyboard.press('Enter')
    await page.getByText(messages.profiles.key.entered(16)).waitFor()
    const name = page.getByRole('textbox', { name: messages.profiles.name })
    const fields = [
      name,
      page.getByRole('radio', { name: messages.profiles.colorOf('teal') }),
      address,
      button(page, messages.profiles.key.another),
      page.getByRole('checkbox', { name: messages.profiles.keyStorageChoice.session }),
    ]
    const enabled = () => Promise.all(fields.map((field) => field.isEnabled()))
    expect(await enabled()).toEqual(fields.map(() => true))
    await name.press('Enter')
    await expect.poll(enabled).toEqual(fields.map(() => false))
    await isFocused(page, messages.onboarding.connect.save)
    const answer = () => page.evaluate(() => window.dispatchEvent(new Event('answered')))
    await answer()
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await enabled()).toEqual(fields.map(() => true))
    await button(page, messages.onboarding.connect.saveAnyway).press('Enter')
    await expect.poll(enabled).toEqual(fields.map(() => false))
    await isFocused(page, messages.onboarding.connect.save)
    await answer()
    const alert = page.getByRole('alert')
    await alert.getByText(messages.onboarding.connect.keyRejected).waitFor()
    await alert.getByText(messages.failure.describe({ kind: 'unauthorized', detail: '' }).next).waitFor()
    expect(await button(page, messages.onboarding.connect.saveAnyway).count()).toBe(0)
    expect(await enabled()).toEqual(fields.map(() => true))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('moves focus to the button that opened the form when the user goes back', async () => {
    const { page, pageErrors, close } = await open('first')
    await button(page, messages.onboarding.connect.action).click()
    await page.getByRole('button', { name: messages.onboarding.back }).click()
    await isFocused(page, messages.onboarding.connect.action)
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
    const passphrase = page.getByLabel(messages.keyExport.passphrase)
    await expect.poll(() => passphrase.evaluate((one) => one === document.activeElement)).toBe(true)
    // On a slow computer, the next frame comes later than the response of main.
    await page.evaluate(() => {
      const late: FrameRequestCallback[] = []
      window.requestAnimationFrame = (frame) => late.push(frame)
      window.addEventListener('late', () => late.forEach((frame) => frame(performance.now())), { once: true })
    })
    await passphrase.fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
    await page.keyboard.press('Enter')
    await button(page, messages.keyExport.anotherPassphrase).waitFor()
    await isFocused(page, messages.keyExport.confirmImport)
    await page.evaluate(() => window.dispatchEvent(new Event('late')))
    await isFocused(page, messages.keyExport.confirmImport)
    await page.keyboard.press('Enter')
    await page.getByText(messages.keyExport.importedNext.keychain).waitFor()
    await isFocused(page, messages.onboarding.keyFile.action)
    await page.keyboard.press('Enter')
    await number(page).waitFor()
    await page.getByText('Handed over').first().waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps the passphrase of a key file while it is imported', async () => {
    const { page, pageErrors, close } = await open('first')
    await page.evaluate(() => Object.assign(window.api, { openSealedFile: () => new Promise(() => {}) }))
    await button(page, messages.keyExport.importKey).click()
    await page.getByLabel(messages.keyExport.passphrase).fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
    await page.keyboard.press('Enter')
    const another = button(page, messages.keyExport.anotherPassphrase)
    const session = page.getByRole('checkbox', { name: messages.profiles.keyStorageChoice.session })
    await another.waitFor()
    expect([await another.isEnabled(), await session.isEnabled()]).toEqual([true, true])
    await button(page, messages.keyExport.confirmImport).click()
    await expect.poll(async () => [await another.isEnabled(), await session.isEnabled()]).toEqual([false, false])
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
