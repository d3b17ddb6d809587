import type { Locator, Page } from '@playwright/test'
import { expect, it } from 'vitest'
import type { RefusedKey } from '../../src/contract/person.ts'
import { messages } from '../../src/messages/index.ts'
import { aCall } from '../support/a-call.ts'
import { acme } from '../support/fake-api/data.ts'
import { recordAnnouncements, takeAnnouncements } from './announced.ts'
import { openedScenes } from './opened-scenes.ts'
import { openInbox } from './after-call-scenes.ts'
import { goTo, number } from './scene-steps.ts'

const started = openedScenes()
const { profiles: text, lists } = messages
const run = { workflowRunId: 1, workflowRunName: '' }

const manage = async (page: Page) => {
  await number(page).waitFor()
  // The shortcut does nothing while a dialog is closing.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+p')
  await page.getByRole('menuitem', { name: text.manage }).click()
  return page.getByRole('dialog')
}

it(
  'reports the unresolved calls of a profile before it is removed, if there are any',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await started.open('needs')
    const dialog = await manage(page)
    await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
    await dialog.getByRole('button', { name: text.remove }).click()
    await dialog.getByText(text.removeUnresolved(2), { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await manage(page)
    await dialog.getByRole('button', { name: /^Delta/ }).click()
    await dialog.getByRole('button', { name: text.remove }).click()
    await dialog.getByRole('button', { name: text.removeYes }).waitFor()
    expect(await dialog.getByText(text.removeUnresolved(2), { exact: true }).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  },
)

it('keeps what was entered for a new profile while its form is closed', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('needs')
  const { back, connect } = messages.onboarding
  const openForm = async () => {
    const dialog = await manage(page)
    await dialog.getByRole('button', { name: text.add }).click()
    await page.getByRole('button', { name: connect.action }).click()
  }
  await openForm()
  const field = page.getByRole('textbox', { name: text.name, exact: true })
  await field.fill('Acme Collections')
  await page.getByLabel(text.key.label).fill('dgr_abcdefghijkl')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: connect.origin }).fill('https://voice.acme.example')
  await page.getByText(text.key.entered(16)).waitFor()
  const goBack = page.getByRole('button', { name: back, exact: true })
  await goBack.click()
  await page.getByRole('button', { name: connect.action }).waitFor()
  await goBack.click()
  await openForm()
  expect(await field.inputValue()).toBe('Acme Collections')
  expect(await page.getByRole('textbox', { name: connect.origin }).inputValue()).toBe('https://voice.acme.example')
  await page.getByText(text.key.entered(16)).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it(
  'keeps unsaved changes of a profile while its form is closed, until they are reverted',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await started.open('needs')
    const dialog = await manage(page)
    await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
    const field = dialog.getByRole('textbox', { name: text.name, exact: true })
    await field.fill('Acme Collections')
    await dialog.getByRole('button', { name: text.back }).click()
    await dialog.getByRole('button', { name: text.add }).click()
    await page.getByRole('button', { name: messages.onboarding.back, exact: true }).click()
    await manage(page)
    await dialog.getByText(text.unsaved, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
    expect(await field.inputValue()).toBe('Acme Collections')
    await dialog.getByRole('button', { name: messages.settings.revert, exact: true }).click()
    expect(await field.inputValue()).toBe('Acme Billing')
    await dialog.getByRole('button', { name: text.back }).click()
    await dialog.getByRole('button', { name: /^Acme Billing/ }).waitFor()
    expect(await dialog.getByText(text.unsaved, { exact: true }).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  },
)

const removal = async (page: Page) => {
  const dialog = await manage(page)
  await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
  await dialog.getByRole('button', { name: text.remove }).click()
  return dialog
}

it(
  'says that the key of a removed profile can’t be recovered, or that it is rejected',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await started.open('needs')
    const dialog = await removal(page)
    await dialog.getByText(text.removeText.working, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await manage(page)
    await dialog.getByRole('button', { name: /^Cobalt/ }).click()
    await dialog.getByRole('button', { name: text.remove }).click()
    await dialog.getByText(text.removeText.rejected, { exact: true }).waitFor()
    expect(await dialog.getByText(text.removeText.working, { exact: true }).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  },
)

it.each([
  ['missing', 'missing'],
  ['unreadable', 'unavailable'],
] as const)('says that the %s key of a removed profile can’t be exported', { timeout: 60_000 }, async (state, why) => {
  const { page, pageErrors, close } = await started.open('needs', {
    before: (opened) =>
      opened.addInitScript((reason) => {
        const { listRefusedKeys } = window.api
        const missing: typeof listRefusedKeys = async (input) => {
          const found = await listRefusedKeys(input)
          return found.ok ? { ...found, value: found.value.map((key) => ({ ...key, unreadable: reason })) } : found
        }
        Object.assign(window.api, { listRefusedKeys: missing })
      }, why),
  })
  const dialog = await manage(page)
  await dialog.getByRole('button', { name: /^Cobalt/ }).click()
  await dialog.getByRole('button', { name: text.remove }).click()
  await dialog.getByText(text.removeText[state], { exact: true }).waitFor()
  expect(await dialog.getByText(text.removeText.working, { exact: true }).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

/** Returns whether an element's bottom line can be seen. */
const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const { x, width, bottom } = shown.getBoundingClientRect()
    return shown.contains(document.elementFromPoint(x + width / 2, bottom - 2))
  })

it('shows the warning and the buttons of a removal in a low window', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('needs')
  await page.setViewportSize({ width: 1280, height: 800 })
  const responding = Promise.withResolvers<void>()
  await page.exposeFunction('untilResponding', () => responding.promise)
  await page.evaluate(() => {
    const { listCalls } = window.api
    Object.assign(window.api, {
      listCalls: async (input: Parameters<typeof listCalls>[0]) => {
        await (window as unknown as { untilResponding: () => Promise<void> }).untilResponding()
        return listCalls(input)
      },
    })
  })
  const dialog = await removal(page)
  const yes = dialog.getByRole('button', { name: text.removeYes })
  await expect.poll(() => isInView(yes)).toBe(true)
  responding.resolve()
  const warning = dialog.getByText(text.removeUnresolved(2), { exact: true })
  await warning.waitFor()
  await expect.poll(async () => [await isInView(warning), await isInView(yes)]).toEqual([true, true])
  expect(pageErrors).toEqual([])
  await close()
})

it('returns focus to the button of a form that was canceled', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  const dialog = await manage(page)
  await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
  for (const name of [text.replaceKey, text.remove, text.replaceKey]) {
    const opener = dialog.getByRole('button', { name })
    await opener.click()
    await dialog.getByRole('button', { name: messages.common.cancel }).click()
    await opener.waitFor()
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  }
  expect(pageErrors).toEqual([])
  await close()
})

const openList = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await goTo(page, messages.shell.screens.lists)
  await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
}

it('does not remove a profile with a running list, and says why', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('listRunning')
  const dialog = await removal(page)
  const why = messages.issue.text({ path: [], code: 'listRunning', words: 'Tuesday renewals' })
  await dialog.getByText(why, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: text.removeYes, disabled: true }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('says which checks failed before a profile is removed, and why', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('listPaused', {
    before: (opened) =>
      opened.addInitScript(() => {
        const corrupt = { ok: false, failure: { kind: 'storage', reason: 'corrupt' } } as const
        const full = { ok: false, failure: { kind: 'storage', reason: 'full' } } as const
        Object.assign(window.api, { listLists: async () => corrupt, listCalls: async () => full })
      }),
  })
  const dialog = await removal(page)
  for (const title of [messages.inbox.failed, text.removeListsFailed])
    await dialog.getByText(title, { exact: true }).waitFor()
  for (const reason of ['corrupt', 'full'] as const) {
    const { asReason, describe } = messages.failure
    await dialog.getByText(asReason(describe({ kind: 'storage', reason })), { exact: true }).waitFor()
  }
  expect(pageErrors).toEqual([])
  await close()
})

it.each([
  ['listPaused', lists.run.resume(240)],
  ['listInterrupted', lists.run.resume(240)],
  ['listDraft', lists.start.start(335)],
  ['listDone', lists.done.makeList(10)],
])('offers no call of a removed profile’s list: %s', { timeout: 60_000 }, async (scene, offer) => {
  const { page, pageErrors, close } = await started.open(scene)
  const dialog = await removal(page)
  const isOver = scene === 'listDone'
  await dialog.getByRole('button', { name: text.removeYes }).waitFor()
  expect(await dialog.getByText(text.removeWaitingLists(1), { exact: true }).count()).toBe(isOver ? 0 : 1)
  await dialog.getByRole('button', { name: text.removeYes }).click()
  await dialog.getByRole('button', { name: /^Acme Billing/ }).waitFor({ state: 'detached' })
  // The banner of an interrupted list.
  expect(await page.getByText(lists.elsewhere.show).count()).toBe(0)
  await openList(page)
  await page.getByText(lists.profileRemoved).waitFor()
  const [verb = ''] = offer.split(/[:\d]/)
  expect(await page.getByRole('button', { name: new RegExp(`^${verb}`) }).count()).toBe(0)
  if (scene === 'listPaused') {
    await page.getByRole('button', { name: lists.run.stop }).click()
    const stopping = page.getByRole('dialog')
    await stopping.getByText(lists.run.stopText(192, 0, 0, 3), { exact: true }).waitFor()
  }
  for (const name of [lists.check.columns, lists.check.rules])
    expect(await page.getByRole('region', { name }).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

it('does not show the rows of a removed profile’s draft as being checked', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('listDraft', {
    before: (opened) =>
      opened.addInitScript(() => {
        const { listLists } = window.api
        const unchecked: typeof listLists = async (input) => {
          const found = await listLists(input)
          return found.ok ? { ...found, value: found.value.map((list) => ({ ...list, checked: false })) } : found
        }
        Object.assign(window.api, { listLists: unchecked })
      }),
  })
  const dialog = await removal(page)
  await dialog.getByRole('button', { name: text.removeYes }).click()
  await dialog.getByRole('button', { name: /^Acme Billing/ }).waitFor({ state: 'detached' })
  await openList(page)
  await page.getByText(lists.profileRemoved).waitFor()
  expect(await page.getByText(lists.check.checking).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

it('offers only to note or block a ready row of a removed profile’s list', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('listPaused')
  const dialog = await removal(page)
  await dialog.getByRole('button', { name: text.removeYes }).click()
  await dialog.getByRole('button', { name: /^Acme Billing/ }).waitFor({ state: 'detached' })
  await openList(page)
  // The last row is ready.
  await page.keyboard.press('End')
  await page.locator('tr[aria-current]').click()
  const drawer = page.getByRole('complementary', { name: lists.drawer.label })
  await drawer.getByRole('button', { name: lists.drawer.note }).waitFor()
  expect(await drawer.locator('button[aria-keyshortcuts]').allInnerTexts()).toEqual([
    expect.stringContaining(lists.drawer.doNotCall),
    expect.stringContaining(lists.drawer.note),
  ])
  expect(pageErrors).toEqual([])
  await close()
})

it('offers only to resolve the calls of a removed profile, under its recorded name', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('needs')
  const dialog = await manage(page)
  await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
  await dialog.getByRole('button', { name: text.remove }).click()
  await dialog.getByRole('button', { name: text.removeYes }).click()
  await dialog.getByRole('button', { name: /^Acme Billing/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await openInbox(page)
  const items = page.getByRole('region', { name: messages.inbox.items }).getByRole('button')
  await items.filter({ hasText: 'Acme Billing' }).first().click()
  const details = page.getByRole('complementary', { name: messages.inbox.selected })
  await details.getByText(messages.reconciliation.noProfile).waitFor()
  await details.getByText(aCall().origin, { exact: true }).waitFor()
  await details.getByRole('button', { name: messages.reconciliation.resolve }).waitFor()
  expect(await details.getByRole('button', { name: messages.reconciliation.checkNow }).count()).toBe(0)
  await details.getByRole('button', { name: messages.inbox.openInRuns }).click()
  // The details may hide this column.
  await page.getByTitle(messages.reconciliation.summary(null, null)).first().waitFor({ state: 'attached' })
  const inProgress = {
    outcome: { state: 'accepted', progress: 'started', ...run, status: '', reconciled: false },
  } as const
  await page
    .getByRole('row')
    .filter({ has: page.getByTitle(messages.callState.summary(inProgress, false)) })
    .first()
    .click()
  await page.getByText(messages.callState.describe(inProgress.outcome, false, false).next).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('marks profiles with the same name and color, until one differs', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('standard')
  const dialog = await manage(page)
  const rename = async (profile: RegExp, name: string, color: 'blue' | 'magenta') => {
    await dialog.getByRole('button', { name: profile }).last().click()
    await dialog.getByRole('textbox', { name: text.name, exact: true }).fill(name)
    await dialog.getByRole('radio', { name: text.colorOf(color) }).check()
    await dialog.getByRole('button', { name: text.save, exact: true }).click()
    await dialog.getByText(text.saved).first().waitFor()
    await page.keyboard.press('Escape')
    await manage(page)
  }
  expect(await dialog.getByText(text.sameLook).count()).toBe(0)
  await rename(/^Cobalt/, 'Acme Billing', 'blue')
  await expect.poll(() => dialog.getByText(text.sameLook).count()).toBe(2)
  await rename(/^Acme Billing/, 'Acme Billing', 'magenta')
  await expect.poll(() => dialog.getByText(text.sameLook).count()).toBe(0)
  await close()
})

it('replaces the key of a profile twice in a row', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  const dialog = await manage(page)
  await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
  const form = dialog.getByRole('region', { name: text.replaceTitle('Acme Billing') })
  for (const key of ['dgr_first-key', 'dgr_second-key']) {
    await dialog.getByRole('button', { name: text.replaceKey }).click()
    await form.getByLabel(text.key.label, { exact: true }).fill(key)
    await form.getByRole('button', { name: text.key.use }).click()
    await form.getByRole('button', { name: text.replaceYes }).click()
    await form.waitFor({ state: 'detached' })
    await dialog.getByText(text.replaced, { exact: true }).waitFor()
  }
  expect(pageErrors).toEqual([])
  await close()
})

it('announces why a key was not replaced, and shows it in full in a small window', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard', { width: 960, height: 640 })
  await page.evaluate(() => {
    const failure = { kind: 'unavailable', cause: 'cut' }
    Object.assign(window.api, { replaceKey: () => Promise.resolve({ ok: false, failure }) })
  })
  const dialog = await manage(page)
  await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
  await dialog.getByRole('button', { name: text.replaceKey }).click()
  const form = dialog.getByRole('region', { name: text.replaceTitle('Acme Billing') })
  await recordAnnouncements(page)
  const isAnnounced = async (message: string) => {
    const shown = form.getByText(message)
    await shown.waitFor()
    expect(await takeAnnouncements(page)).toContainEqual(expect.stringContaining(message))
    const ratio = () =>
      shown.evaluate(
        (element) =>
          new Promise<number>((resolve) =>
            new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(element),
          ),
      )
    await expect.poll(ratio).toBeGreaterThan(0.99)
  }
  await form.getByRole('button', { name: text.replaceYes }).press('Enter')
  await isAnnounced(messages.onboarding.connect.needKey)
  await form.getByLabel(text.key.label, { exact: true }).fill('dgr_first-key')
  await form.getByRole('button', { name: text.key.use }).click()
  await form.getByRole('button', { name: text.key.another }).waitFor()
  await form.getByRole('button', { name: text.replaceYes }).press('Enter')
  await isAnnounced(text.notReplaced)
  expect(pageErrors).toEqual([])
  await close()
})

it(
  'shows why another organization’s key was not saved, and what to do, in a small window',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await started.open('standard', { width: 960, height: 640 })
    await page.evaluate(() => {
      const failure = { kind: 'invalid', issues: [{ path: [], code: 'otherOrganization', words: '8 7' }] }
      Object.assign(window.api, { replaceKey: () => Promise.resolve({ ok: false, failure }) })
    })
    const dialog = await manage(page)
    await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
    await dialog.getByRole('button', { name: text.replaceKey }).click()
    const form = dialog.getByRole('region', { name: text.replaceTitle('Acme Billing') })
    await form.getByLabel(text.key.label, { exact: true }).fill('dgr_first-key')
    await form.getByRole('button', { name: text.key.use }).click()
    await form.getByRole('button', { name: text.key.another }).waitFor()
    await form.getByRole('button', { name: text.replaceYes }).press('Enter')
    const change = form.getByRole('button', { name: text.changeOrganization })
    await change.waitFor()
    const reason = form.getByText(messages.issue.text({ path: [], code: 'otherOrganization', words: '8 7' }))
    for (const shown of [reason, change, form.getByRole('button', { name: text.replaceYes })])
      await expect.poll(() => isInView(shown)).toBe(true)
    expect(pageErrors).toEqual([])
    await close()
  },
)

it('keeps the new key of a profile while it is checked', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  await page.evaluate(() => Object.assign(window.api, { replaceKey: () => new Promise(() => {}) }))
  const dialog = await manage(page)
  await dialog.getByRole('button', { name: /^Acme Billing/ }).click()
  await dialog.getByRole('button', { name: text.replaceKey }).click()
  const form = dialog.getByRole('region', { name: text.replaceTitle('Acme Billing') })
  await form.getByLabel(text.key.label, { exact: true }).fill('dgr_first-key')
  await form.getByRole('button', { name: text.key.use }).click()
  const another = form.getByRole('button', { name: text.key.another })
  await another.waitFor()
  await form.getByRole('button', { name: text.replaceYes }).click()
  await expect.poll(() => another.isEnabled()).toBe(false)
  expect(pageErrors).toEqual([])
  await close()
})

it('does not list a key that can’t be read as a key in the keychain', { timeout: 60_000 }, async () => {
  const refused: RefusedKey = { profileId: acme.id, at: '2026-11-21T09:00:00Z', unreadable: 'missing' }
  const { page, pageErrors, close } = await started.open('standard', {
    before: (opened) =>
      opened.addInitScript((one) => {
        Object.assign(window.api, { listRefusedKeys: async () => ({ ok: true, value: [one] }) })
      }, refused),
  })
  const dialog = await manage(page)
  const row = dialog.getByRole('button', { name: /^Acme Billing/ })
  await row.filter({ hasText: text.keyUnreadable }).waitFor()
  expect(await row.filter({ hasText: text.keyStorage('keychain') }).count()).toBe(0)
  expect(await dialog.getByRole('button', { name: /^Cobalt/ }).textContent()).toContain(text.keyStorage('keychain'))
  expect(pageErrors).toEqual([])
  await close()
})

it('says that the service was not checked if the key cannot be read', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('keychainUnavailable')
  const { title } = messages.failure.describe({ kind: 'keychain', reason: 'locked' })
  await page.getByText(messages.shell.health.unchecked(title), { exact: true }).waitFor()
  expect(await page.getByText(messages.shell.health.down(title), { exact: true }).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

/** Makes the next health check fail. */
const failHealthCheck = (page: Page) =>
  page.evaluate(() => {
    const { checkHealth } = window.api
    let failed = false
    Object.assign(window.api, {
      checkHealth: (input: Parameters<typeof checkHealth>[0]) => {
        if (failed) return checkHealth(input)
        failed = true
        return Promise.resolve({ ok: false, failure: { kind: 'unreachable', cause: 'refused' } })
      },
    })
  })

it('checks a service that is down again once it responds to another request', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('standard')
  await failHealthCheck(page)
  const { health } = messages.shell
  await page.getByTitle(health.check).click()
  const down = page.getByText(health.down(messages.failure.describe({ kind: 'unreachable', cause: 'refused' }).title))
  await down.waitFor()
  await page.evaluate(async () => {
    const listed = await window.api.listProfiles({})
    // Only the fake API of a scene has this method.
    const { announce } = window.api as unknown as { announce: (name: string, payload: object) => void }
    announce('healthOutdated', { profileId: listed.ok ? listed.value.selectedId : null })
  })
  await expect.poll(() => down.count()).toBe(0)
  await close()
})

it('does not repeat a failed check after each call, and marks no report as good', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('standard')
  await failHealthCheck(page)
  const { health } = messages.shell
  const keyWorks = messages.preflight.short({ check: 'key', state: 'works', session: false, at: 0 }, 0)
  const keyIcon = page.getByRole('button', { name: keyWorks }).locator('svg')
  const whileUp = await keyIcon.getAttribute('class')
  await page.getByTitle(health.check).click()
  const down = page.getByText(health.down(messages.failure.describe({ kind: 'unreachable', cause: 'refused' }).title))
  await down.waitFor()
  expect(await keyIcon.getAttribute('class')).not.toBe(whileUp)
  const checks = await page.evaluate(async () => {
    const { checkHealth } = window.api
    let count = 0
    Object.assign(window.api, {
      checkHealth: (input: Parameters<typeof checkHealth>[0]) => ((count += 1), checkHealth(input)),
    })
    // Only the fake API of a scene has this method.
    const { announce } = window.api as unknown as { announce: (name: string, payload: object) => void }
    announce('callsChanged', { callIds: [] })
    return count
  })
  expect(checks).toBe(0)
  expect(await down.count()).toBe(1)
  await close()
})

it('preselects a color that no profile uses for a new profile', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  // The profiles of this scene use blue and teal, the first colors.
  const green = page.getByRole('radio', { name: text.colorOf('green'), checked: true })
  await goTo(page, messages.shell.screens.keys)
  await page.getByText('nightly import').waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: text.name }).press('Enter')
  await dialog.getByRole('button', { name: messages.keys.create.saveAs }).click()
  await green.waitFor()
  await dialog.getByRole('button', { name: messages.keys.create.copy }).click()
  await dialog.getByText(messages.keys.create.copied(45)).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+p')
  await page.getByRole('menuitem', { name: text.add }).click()
  await page.getByRole('button', { name: messages.onboarding.connect.action }).click()
  await green.waitFor()
  expect(pageErrors).toEqual([])
  await close()
})
