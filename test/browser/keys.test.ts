import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../src/contract/failure.ts'
import type { KeyState } from '../../src/contract/profile.ts'
import { messages } from '../../src/messages/index.ts'
import { anyText, like, profileLabel, startOf } from '../support/messages/patterns.ts'
import type { FakeApi } from '../support/fake-api.ts'
import { acme } from '../support/fake-api/data.ts'
import { openedScenes } from './opened-scenes.ts'
import { goTo } from './scene-steps.ts'

const started = openedScenes()
const { keys, keyExport } = messages
const unreadProfiles = ['Nightly', 'Desk 40']

const openKeys = async (scene: string) => {
  const opened = await started.open(scene)
  await goTo(opened.page, messages.shell.screens.keys)
  await opened.page.getByText('nightly import').waitFor()
  return opened
}

/** Archives a key, confirming that nothing else uses it. */
const archive = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: keys.archiveOf(name) }).click()
  await page.getByRole('dialog').getByRole('button', { name: keys.archiveYes }).click()
}

const exportKey = (page: Page) => page.getByRole('button', { name: keyExport.exportKey }).first().click()
const exported = (page: Page) => page.getByText(startOf(keyExport.exported(anyText)))

describe('the name of a new key', { timeout: 60_000 }, () => {
  it('is suggested and selected, so that typing replaces it', async () => {
    const { page, pageErrors, close } = await openKeys('standard')
    await page.keyboard.press('n')
    const name = page.getByRole('dialog', { name: keys.create.open }).getByRole('textbox', { name: keys.create.name })
    const selected = () =>
      name.evaluate((field: HTMLInputElement) => [
        field.value,
        field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
      ])
    await expect.poll(async () => new Set(await selected()).size).toBe(1)
    expect((await selected())[0]).not.toBe('')
    await page.keyboard.type('nightly backup')
    expect(await name.inputValue()).toBe('nightly backup')
    expect(pageErrors).toEqual([])
    await close()
  })
})

it('keeps long names of profiles inside the dialog that rotates their key', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  await page.evaluate(() => {
    const { listKeys } = window.api
    const longNames = ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => letter.repeat(60))
    const withNames: typeof listKeys = async (input) => {
      const answer = await listKeys(input)
      if (!answer.ok) return answer
      const value = answer.value.map((key) =>
        key.usedBy.length > 0 ? { ...key, usedBy: [...key.usedBy, ...longNames] } : key,
      )
      return { ...answer, value }
    }
    Object.assign(window.api, { listKeys: withNames })
  })
  await goTo(page, messages.shell.screens.keys)
  await page.getByText('nightly import').waitFor()
  await page.getByRole('button', { name: messages.rotation.open }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('F'.repeat(60)).waitFor()
  const overflow = await dialog.evaluate((popup) =>
    [popup, ...popup.querySelectorAll('div')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  )
  expect(overflow).toHaveLength(0)
  expect(pageErrors).toEqual([])
  await close()
})

it('asks before it reactivates a key, and says when and why it was archived', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await openKeys('standard')
  await page.getByRole('button', { name: messages.rotation.open }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: messages.rotation.confirm }).click()
  const result = page.getByRole('region', { name: messages.rotation.title })
  await result.getByText(startOf(messages.rotation.oldKeyRejected(anyText))).waitFor()
  await page.getByRole('switch', { name: keys.showArchived }).click()
  const reactivate = async (name: string) => {
    const button = page.getByRole('button', { name: keys.reactivateOf(name) })
    await button.focus()
    await page.keyboard.press('Enter')
    return page.getByRole('dialog', { name: keys.reactivateTitle(name) })
  }
  const other = await reactivate('desk-03')
  await other.getByText(keys.archivedOn(messages.time.date('2026-03-02T09:05:00Z'))).waitFor()
  await other.getByText(keys.reactivateText).waitFor()
  await page.keyboard.press('Escape')
  await other.waitFor({ state: 'detached' })
  const opener = page.getByRole('button', { name: keys.reactivateOf('desk-03') })
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
  const old = await reactivate('desk-07')
  await old.getByText(like(keys.replacedByRotation(anyText))).waitFor()
  await old.getByRole('button', { name: keys.reactivateYes }).click()
  await page.getByText(keys.done.reactivated('desk-07')).waitFor()
  const row = page.getByRole('button', { name: keys.archiveOf('desk-07'), exact: true })
  await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(pageErrors).toEqual([])
  await close()
})

it('says before it asks that a key kept for this session only can’t be rotated', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard', {
    before: (opened) =>
      opened.addInitScript(() => {
        const { listProfiles } = window.api
        const forSession: typeof listProfiles = async (input) => {
          const listed = await listProfiles(input)
          if (!listed.ok) return listed
          const profiles = listed.value.profiles.map((one) =>
            one.kind === 'service' ? { ...one, keyStorage: 'session' as const } : one,
          )
          return { ...listed, value: { ...listed.value, profiles } }
        }
        Object.assign(window.api, { listProfiles: forSession })
      }),
  })
  await goTo(page, messages.shell.screens.keys)
  await page.getByText('nightly import').waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(messages.issue.text({ path: [], code: 'sessionKey' })).waitFor()
  expect(await dialog.getByRole('button', { name: messages.rotation.confirm }).count()).toBe(0)
  await dialog.getByRole('button', { name: messages.profiles.replaceKey }).click()
  await dialog.getByRole('region', { name: messages.profiles.replaceTitle('Acme Billing') }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('requires a confirmation to close a new key that is no longer on the clipboard', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await openKeys('standard')
  const { create } = keys
  const dialog = page.getByRole('dialog')
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await page.keyboard.press('n')
  await dialog.getByRole('textbox', { name: create.name }).press('Enter')
  await press(create.copy)
  await dialog.getByText(create.copied(45)).waitFor()
  await page.evaluate(() => {
    // Only the fake API of a scene has this method.
    const { announce } = window.api as unknown as Pick<FakeApi, 'announce'>
    announce('clipboardCleared', {})
  })
  await dialog.getByText(create.cleared).waitFor()
  expect(await dialog.getByText(create.copied(45)).count()).toBe(0)
  await press(create.done)
  await dialog.getByText(create.clearedWarning).waitFor()
  await press(create.closeAnyway)
  await dialog.waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await close()
})

it.each([1280, 960])(
  'shows the whole warning beside a long name, %i pixels wide',
  { timeout: 60_000 },
  async (width) => {
    const { page, pageErrors, close } = await started.open('standard', {
      before: (opened) =>
        opened.addInitScript(() => {
          const { listProfiles } = window.api
          const withLongName: typeof listProfiles = async (input) => {
            const listed = await listProfiles(input)
            if (!listed.ok) return listed
            const name = 'Acme Billing and Collections, Western Region, Second Team 12'
            const profiles = listed.value.profiles.map((one) =>
              one.kind === 'service' ? { ...one, name, keyStorage: 'session' as const } : one,
            )
            return { ...listed, value: { ...listed.value, profiles } }
          }
          const { checkHealth } = window.api
          const withLongVersion: typeof checkHealth = async (input) => {
            const health = await checkHealth(input)
            return health.ok
              ? { ...health, value: { ...health.value, version: '1.45.0-rc.12+build.20261121' } }
              : health
          }
          Object.assign(window.api, { listProfiles: withLongName, checkHealth: withLongVersion })
        }),
    })
    await page.setViewportSize({ width, height: 800 })
    const warning = page.getByText(messages.shell.sessionKey, { exact: true })
    await warning.waitFor()
    const hidden = await warning.evaluate((text) => {
      const shown = text.closest('header > *')?.getBoundingClientRect().right ?? 0
      return [text.scrollWidth - text.clientWidth, Math.max(0, text.getBoundingClientRect().right - shown)]
    })
    expect(hidden).toEqual([0, 0])
    expect(pageErrors).toEqual([])
    await close()
  },
)

it('requires a confirmation to close a new key that is kept for this session only', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await openKeys('standard')
  const { create } = keys
  const dialog = page.getByRole('dialog')
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await page.keyboard.press('n')
  await dialog.getByRole('textbox', { name: create.name }).press('Enter')
  await press(create.saveAs)
  const profileName = dialog.getByRole('textbox', { name: create.profileName })
  await expect.poll(() => profileName.evaluate((field) => field === document.activeElement)).toBe(true)
  await profileName.fill('Desk 40')
  await dialog.getByRole('checkbox', { name: messages.profiles.keyStorageChoice.session }).check()
  await profileName.press('Enter')
  await dialog.getByText(create.savedForSession('Desk 40')).waitFor()
  await press(create.done)
  await dialog.getByText(create.sessionWarning('Desk 40')).waitFor()
  await press(create.closeAnyway)
  await dialog.waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await close()
})

it('moves focus to the button for a new key when a restored dialog closes', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await openKeys('standard')
  const { create } = keys
  const dialog = page.getByRole('dialog')
  // As after the page was loaded again, nothing has focus when the dialog opens.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('n')
  await dialog.getByRole('textbox', { name: create.name }).press('Enter')
  await dialog.getByRole('button', { name: create.copy }).click()
  await dialog.getByRole('button', { name: create.done }).click()
  await dialog.waitFor({ state: 'detached' })
  const opener = page.getByRole('button', { name: create.open })
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(pageErrors).toEqual([])
  await close()
})

it('names the profiles whose keys can’t be read, above the list', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await openKeys('standard')
  expect(await page.getByText(keys.unreadTitle).count()).toBe(0)
  await page.evaluate((unread) => {
    // The page’s bridge is the fake one in these tests.
    const { listKeys } = window.api as unknown as FakeApi
    Object.assign(window.api, {
      listKeys: async (input: Parameters<typeof listKeys>[0]) => {
        const listed = await listKeys(input)
        return listed.ok ? { ...listed, value: listed.value.map((key) => ({ ...key, maybeUsedBy: unread })) } : listed
      },
    })
  }, unreadProfiles)
  await page.getByRole('button', { name: messages.common.refresh }).click()
  await page.getByText(keys.unreadText(unreadProfiles)).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('says of a missing key that the new one is saved, not that the old one is kept', { timeout: 60_000 }, async () => {
  const failure: Failure = { kind: 'keychain', reason: 'missing' }
  const { page, pageErrors, close } = await started.open('standard', {
    before: (opened) =>
      opened.addInitScript(
        ([profileId, missing]) => {
          const refused = { profileId, at: '2026-11-21T09:00:00Z', unreadable: missing.reason }
          Object.assign(window.api, {
            listRefusedKeys: async () => ({ ok: true, value: [refused] }),
            listKeys: async () => ({ ok: false, failure: missing }),
          })
        },
        [acme.id, failure] as const,
      ),
  })
  const { replaceKey, replaceTitle, replaceText, replaceMissingText } = messages.profiles
  await goTo(page, messages.shell.screens.keys)
  await page.getByRole('button', { name: replaceKey }).first().click()
  const form = page.getByRole('dialog').getByRole('region', { name: replaceTitle('Acme Billing') })
  await form.getByText(replaceMissingText, { exact: true }).waitFor()
  expect(await form.getByText(replaceText, { exact: true }).count()).toBe(0)
  // The form is directly below the dialog's title.
  expect(await form.evaluate((section) => getComputedStyle(section).borderTopWidth)).toBe('0px')
  expect(pageErrors).toEqual([])
  await close()
})

describe('the result of an action on keys', { timeout: 60_000 }, () => {
  it('replaces the result of an earlier action, in either order', async () => {
    const { page, close } = await openKeys('standard')
    await exportKey(page)
    await exported(page).waitFor()
    await archive(page, 'nightly import')
    await page.getByText(keys.done.archived('nightly import')).waitFor()
    expect(await exported(page).count()).toBe(0)
    await exportKey(page)
    await exported(page).waitFor()
    expect(await page.getByText(keys.done.archived('nightly import')).count()).toBe(0)
    await close()
  })

  it('is hidden once a rotation starts, which may make it untrue', async () => {
    const { page, pageErrors, close } = await openKeys('standard')
    await exportKey(page)
    await exported(page).waitFor()
    await page.getByRole('button', { name: messages.rotation.open }).click()
    await page.getByRole('dialog').getByRole('button', { name: messages.rotation.confirm }).click()
    await page.getByText(like(messages.rotation.done(anyText, anyText))).waitFor()
    expect(await exported(page).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('names the key and the action while it runs and if it is unclear whether it was done', async () => {
    const { page, pageErrors, close } = await openKeys('standard')
    await page.evaluate(() => {
      const failed = { ok: false, failure: { kind: 'unavailable', cause: 'cut' }, unconfirmed: true }
      const waiting = new Promise((resolve) => addEventListener('stop-waiting', () => resolve(failed)))
      Object.assign(window.api, { archiveKey: () => waiting })
    })
    await archive(page, 'nightly import')
    await page.getByText(keys.working.archived('nightly import')).waitFor()
    await page.evaluate(() => dispatchEvent(new Event('stop-waiting')))
    await page.getByText(keys.unconfirmed.archived('nightly import')).waitFor()
    expect(await page.getByText(keys.working.archived('nightly import')).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is shown on return if it arrived on another screen, and not a second time', async () => {
    const { page, pageErrors, close } = await openKeys('standard')
    await page.evaluate(() => {
      const { archiveKey } = window.api
      const waiting = new Promise((resolve) => addEventListener('stop-waiting', resolve))
      const withoutReason: typeof archiveKey = async (input) => {
        await waiting
        const archived = await archiveKey(input)
        const reasonFailure = { kind: 'storage', reason: 'full' } as const
        return archived.ok ? { ...archived, value: { ...archived.value, reasonFailure } } : archived
      }
      Object.assign(window.api, { archiveKey: withoutReason })
    })
    await archive(page, 'nightly import')
    await page.getByText(keys.working.archived('nightly import')).waitFor()
    await goTo(page, messages.shell.screens.support)
    await page.evaluate(() => dispatchEvent(new Event('stop-waiting')))
    await goTo(page, messages.shell.screens.keys)
    await page.getByText(keys.reasonNotSaved('nightly import')).waitFor()
    await goTo(page, messages.shell.screens.support)
    await goTo(page, messages.shell.screens.keys)
    await page.getByText('desk-07').waitFor()
    expect(await page.getByText(keys.reasonNotSaved('nightly import')).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is shown on return if a rotation was refused on another screen', async () => {
    const { page, pageErrors, close } = await openKeys('standard')
    await page.evaluate(() => {
      const failed = { ok: false, failure: { kind: 'unavailable', cause: 'cut' } }
      const waiting = new Promise((resolve) => addEventListener('stop-waiting', () => resolve(failed)))
      Object.assign(window.api, { rotateKey: () => waiting })
    })
    await page.getByRole('button', { name: messages.rotation.open }).click()
    await page.getByRole('dialog').getByRole('button', { name: messages.rotation.confirm }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await goTo(page, messages.shell.screens.support)
    await page.evaluate(() => dispatchEvent(new Event('stop-waiting')))
    await goTo(page, messages.shell.screens.keys)
    await page.getByText(messages.failure.describe({ kind: 'unavailable', cause: 'cut' }).title).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is shown on return if a key was exported on another screen, and not a second time', async () => {
    const { page, pageErrors, close } = await openKeys('standard')
    await page.evaluate(() => {
      const { exportKey: exportNow } = window.api
      const waiting = new Promise((resolve) => addEventListener('stop-waiting', resolve))
      const exportLater: typeof exportNow = async (input) => (await waiting, exportNow(input))
      Object.assign(window.api, { exportKey: exportLater })
    })
    await exportKey(page)
    await goTo(page, messages.shell.screens.support)
    await page.evaluate(() => dispatchEvent(new Event('stop-waiting')))
    await goTo(page, messages.shell.screens.keys)
    await exported(page).waitFor()
    await goTo(page, messages.shell.screens.support)
    await goTo(page, messages.shell.screens.keys)
    await page.getByText('desk-07').waitFor()
    expect(await exported(page).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('replaces an earlier error', async () => {
    const { page, close } = await openKeys('archiveFails')
    const { title } = messages.failure.describe({ kind: 'unavailable', cause: 'serverError' })
    await archive(page, 'nightly import')
    await page.getByText(like(title)).first().waitFor()
    await exportKey(page)
    await exported(page).waitFor()
    expect(await page.getByText(like(title)).count()).toBe(0)
    await close()
  })
})

it('offers to enter a key while no keychain is running', { timeout: 60_000 }, async () => {
  const failure: Failure = { kind: 'keychain', reason: 'unavailable' }
  const { page, pageErrors, close } = await started.open('standard', {
    before: (opened) =>
      opened.addInitScript((unavailable) => {
        Object.assign(window.api, { listKeys: async () => ({ ok: false, failure: unavailable }) })
      }, failure),
  })
  await goTo(page, messages.shell.screens.keys)
  await page.getByText(messages.failure.keychainNext.unavailable).waitFor()
  await page.getByRole('button', { name: messages.common.retry }).waitFor()
  await page.getByRole('button', { name: messages.profiles.replaceKey }).first().click()
  await page.getByRole('region', { name: messages.profiles.replaceTitle('Acme Billing') }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('offers to load the keys again once the keychain works', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await openKeys('standard')
  const { next } = messages.failure.describe({ kind: 'keychain', reason: 'locked' })
  await page.evaluate(() => {
    // Only the fake API of a scene has `announce`.
    const { listKeys, announce } = window.api as typeof window.api & Pick<FakeApi, 'announce'>
    let isLocked = true
    const once: typeof listKeys = async (input) => {
      if (!isLocked) return listKeys(input)
      isLocked = false
      return { ok: false, failure: { kind: 'keychain', reason: 'locked' } }
    }
    Object.assign(window.api, { listKeys: once })
    announce('profilesChanged', {})
  })
  await page.getByText(next).waitFor()
  await page.getByRole('button', { name: messages.common.retry }).click()
  await page.getByText(next).waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await close()
})

it('names another profile that uses a key as soon as it is added', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await openKeys('standard')
  const users = ['Acme Billing', 'Acme North']
  await page.evaluate((usedBy) => {
    // Only the fake API of a scene has `announce`.
    const { listKeys, announce } = window.api as typeof window.api & Pick<FakeApi, 'announce'>
    const withUsers: typeof listKeys = async (input) => {
      const listed = await listKeys(input)
      return listed.ok ? { ...listed, value: listed.value.map((key) => ({ ...key, usedBy })) } : listed
    }
    Object.assign(window.api, { listKeys: withUsers })
    announce('profilesChanged', {})
  }, users)
  await page.getByText(keys.usedBy(users), { exact: true }).first().waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('breaks no words in the names and tags of keys at 200 %', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard', { width: 640, height: 400, scale: 2 })
  await goTo(page, messages.shell.screens.keys)
  const tag = page.getByRole('table', { name: messages.keys.list }).getByText(messages.keys.usedBy([])).first()
  const linesOfWords = await tag.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const lines: number[] = []
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        lines.push(range.getClientRects().length)
      }
    return lines
  })
  expect(new Set(linesOfWords)).toEqual(new Set([1]))
  expect(pageErrors).toEqual([])
  await close()
})

it('says that a key imported for this session is kept only until Rundesk quits', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await openKeys('standard')
  await page.getByRole('button', { name: keyExport.importKey }).click()
  await page.getByLabel(keyExport.passphrase).fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: messages.profiles.keyStorageChoice.session }).check()
  await dialog.getByText(keyExport.importText.session).waitFor()
  await page.getByRole('button', { name: keyExport.confirmImport, disabled: false }).click()
  await page.getByText(keyExport.importedNext.session).waitFor()
  for (const text of [keyExport.importText.keychain, keyExport.importedNext.keychain])
    expect(await page.getByText(text).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

it('asks for a new key file if the service rejects the key of one', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await openKeys('standard')
  const failure: Failure = { kind: 'unauthorized', detail: '' }
  await page.evaluate((refusal) => {
    Object.assign(window.api, { openSealedFile: () => Promise.resolve({ ok: false, failure: refusal }) })
  }, failure)
  await page.getByRole('button', { name: keyExport.importKey }).click()
  await page.getByLabel(keyExport.passphrase).fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: keyExport.confirmImport, disabled: false }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await alert.getByText(keyExport.keyRejectedNext, { exact: true }).waitFor()
  expect(await alert.getByText(messages.failure.describe(failure).next).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

describe('a key file of an organization that has profiles', { timeout: 60_000 }, () => {
  /**
   * Opens a key file whose organization has two profiles of the same name. The second one isn't selected, and its key
   * was rejected.
   */
  const chooseTarget = async () => {
    const opened = await openKeys('standard')
    const { page } = opened
    await page.evaluate(async () => {
      const listed = await window.api.listProfiles({})
      const [first, second] = listed.ok ? listed.value.profiles.filter(({ kind }) => kind === 'service') : []
      if (first?.kind !== 'service' || second?.kind !== 'service') throw new Error('There are no two profiles.')
      const nameOf = (profile: typeof first) => ({ ...profile, name: first.name })
      const profiles = [
        { ...nameOf(first), keyState: 'works' },
        { ...nameOf(second), keyState: 'rejected' },
      ]
      Object.assign(window.api, {
        openSealedFile: async ({ target }: Parameters<typeof window.api.openSealedFile>[0]) => {
          if (target?.kind !== 'profile')
            return { ok: true, value: { step: 'exists', profiles, suggestedId: second.id } }
          await window.api.selectProfile({ profileId: target.profileId })
          return { ok: true, value: { step: 'saved', profile: second, check: null } }
        },
      })
    })
    await page.getByRole('button', { name: keyExport.importKey }).click()
    await page.getByLabel(keyExport.passphrase).fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: keyExport.confirmImport, disabled: false }).press('Enter')
    const dialog = page.getByRole('dialog', { name: keyExport.existsTitle })
    const offer = (state: KeyState) =>
      dialog.getByRole('button', { name: keyExport.replaceKeyOf('Acme Billing', state) })
    return { ...opened, working: offer('works'), rejected: offer('rejected') }
  }

  it('tells apart profiles of the same name', async () => {
    const { working, rejected, pageErrors, close } = await chooseTarget()
    await working.waitFor()
    expect(await working.locator('small').textContent()).not.toBe(await rejected.locator('small').textContent())
    expect(pageErrors).toEqual([])
    await close()
  })

  it('emphasizes only the suggested profile', async () => {
    const { page, working, rejected, pageErrors, close } = await chooseTarget()
    const colorOf = (button: typeof working) => button.evaluate((one) => getComputedStyle(one).backgroundColor)
    const plain = await colorOf(page.getByRole('dialog').getByRole('button', { name: keyExport.addProfile }))
    expect(await colorOf(working)).toBe(plain)
    expect(await colorOf(rejected)).not.toBe(plain)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows the whole state of each profile’s key', async () => {
    const { page, working, pageErrors, close } = await chooseTarget()
    const right = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().right)
    expect(await right(working)).toBeLessThan(await right(page.getByRole('dialog')))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows its result after it was imported into a profile that was not selected', async () => {
    const { page, rejected, pageErrors, close } = await chooseTarget()
    await rejected.click()
    await page.getByRole('button', { name: new RegExp(profileLabel('Borealis')) }).waitFor()
    await page.getByText(like(keyExport.replaced(anyText))).waitFor()
    await page.getByText(keyExport.importedNext.keychain).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not show its result for a profile that is selected later', async () => {
    const { page, rejected, pageErrors, close } = await chooseTarget()
    await rejected.click()
    await page.getByText(keyExport.importedNext.keychain).waitFor()
    await page.evaluate(async () => {
      const listed = await window.api.listProfiles({})
      const [first] = listed.ok ? listed.value.profiles : []
      await window.api.selectProfile({ profileId: first?.id ?? '' })
    })
    await page.getByRole('button', { name: new RegExp(profileLabel('Acme Billing')) }).waitFor()
    await page.getByRole('table', { name: messages.keys.list }).waitFor()
    expect(await page.getByText(keyExport.importedNext.keychain).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })
})
