import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { CallState } from '../../src/contract/call.ts'
import { messages } from '../../src/messages/index.ts'
import { accepted, aCall } from '../support/a-call.ts'
import { fakeRecentRun } from '../support/fake-api/numbers.ts'
import { anyText, exactly, profileLabel } from '../support/messages/patterns.ts'
import { openInbox, placeLearnedCall } from './after-call-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { watchRendering } from './rendered-again.ts'
import { fillCall, goTo, number, outcome, passKeyRepeatGuard, placeCall } from './scene-steps.ts'

const started = openedScenes()

const shown = '+1 415 555 0299'
const entry = {
  entryId: '',
  phoneNumber: '+14155550299',
  phoneNumberDisplay: shown,
  practice: false,
  reason: '',
  addedAt: '2026-11-21T09:14:00.000Z',
  addedBy: '',
}

/** Opens Needs you, where the first call is selected; returns the numbers of the first two items. */
const openNeeds = async () => {
  const opened = await started.open('needs')
  const { page } = opened
  await openInbox(page)
  const details = page.getByRole('complementary', { name: messages.inbox.selected })
  const items = page.getByRole('region', { name: messages.inbox.items }).getByRole('button')
  await items.first().waitFor()
  const [first = '', next = ''] = await items.locator('b').allTextContents()
  await details.getByRole('heading', { name: first }).waitFor()
  return { ...opened, details, items, first, next }
}

/** Resolves the call to a number without the page's actions; returns the name of its profile. */
const resolveElsewhere = (page: Page, shownNumber: string): Promise<string> =>
  page.evaluate(async (phoneNumberDisplay) => {
    const listed = await window.api.listCalls({ search: '', after: null, limit: 99 })
    const call = listed.ok && listed.value.calls.find((one) => one.phoneNumberDisplay === phoneNumberDisplay)
    if (!call) throw new Error('The call is not listed.')
    await window.api.resolveCall({ callId: call.callId, decision: 'placed', note: 'Checked by another user.' })
    const profiles = await window.api.listProfiles({})
    return (profiles.ok && profiles.value.profiles.find(({ id }) => id === call.profileId)?.name) || call.profileName
  }, shownNumber)

describe('after a call', { timeout: 60_000 }, () => {
  it('sets a reminder with A without moving the button, and removes the reminder with A', async () => {
    const { page, pageErrors, close } = await started.open('ended')
    await placeLearnedCall(page)
    const next = outcome(page).getByRole('button', { name: messages.call.next })
    await next.waitFor()
    await page.keyboard.press('a')
    await outcome(page)
      .getByRole('button', { name: exactly(messages.afterCall.reminderAt(anyText)), pressed: true })
      .waitFor()
    await page.keyboard.press('a')
    await outcome(page).getByRole('button', { name: messages.afterCall.remindMe, pressed: false }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('sets a reminder with A although an earlier call that was not placed is still opened', async () => {
    const { page, pageErrors, close } = await started.open('standard')
    const waiting = page.getByRole('region', { name: messages.unresolved.label })
    const again = waiting.getByRole('button', { name: messages.reconciliation.callAgain })
    await fillCall(page)
    await page
      .getByRole('navigation', { name: messages.shell.nav })
      .getByRole('button', { name: messages.shell.screens.call, exact: true })
      .focus()
    await page.keyboard.press('u')
    await waiting.getByRole('button', { name: messages.reconciliation.resolve }).waitFor()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).click()
    await dialog.getByRole('textbox').fill('The dashboard has no such run.')
    await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
    await again.waitFor()
    expect(await again.getAttribute('aria-keyshortcuts')).toBe('A')
    await passKeyRepeatGuard(page)
    await number(page).press('Enter')
    await outcome(page).getByRole('button', { name: messages.afterCall.remindMe, pressed: false }).waitFor()
    await again.waitFor()
    expect(await again.getAttribute('aria-keyshortcuts')).toBeNull()
    await page.keyboard.press('a')
    await outcome(page)
      .getByRole('button', { name: exactly(messages.afterCall.reminderAt(anyText)), pressed: true })
      .waitFor()
    // The shortcuts apply to the opened call again once one of its buttons has the focus.
    await again.focus()
    await expect.poll(() => again.getAttribute('aria-keyshortcuts')).toBe('A')
    expect(pageErrors).toEqual([])
    await close()
  })

  it('adds the number to the do-not-call list with D, with a reason, and removes its reminder', async () => {
    const { page, pageErrors, close } = await started.open('ended')
    await placeLearnedCall(page)
    await page.keyboard.press('a')
    await outcome(page)
      .getByRole('button', { name: exactly(messages.afterCall.reminderAt(anyText)) })
      .waitFor()
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog', { name: messages.doNotCall.dialog.title(shown) })
    await dialog.getByText(messages.doNotCall.dialog.text(false)).waitFor()
    await dialog.getByText(messages.doNotCall.dialog.reminder).waitFor()
    await dialog.getByRole('textbox', { name: messages.doNotCall.dialog.reason }).fill('asked us to stop')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(messages.doNotCall.added(shown, true)).waitFor({ state: 'attached' })
    await outcome(page).getByRole('button', { name: messages.afterCall.isDoNotCall }).waitFor()
    for (const name of [messages.afterCall.remindMe, exactly(messages.afterCall.reminderAt(anyText))])
      await outcome(page).getByRole('button', { name }).waitFor({ state: 'detached' })
    // The number is still in the form.
    await page
      .getByRole('toolbar', { name: messages.preflight.label })
      .getByRole('button', { name: messages.preflight.short({ check: 'doNotCall', entry }, 0) })
      .waitFor()
    await openInbox(page)
    await page.getByRole('region', { name: messages.doNotCall.title }).getByText('asked us to stop').waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('marks a number of a do-not-call file in the form and after the call, and asks main about no half-typed number', async () => {
    const { page, pageErrors, close } = await started.open('ended')
    await number(page).waitFor()
    await page.evaluate(
      async (listed) => {
        const requests: string[] = []
        const { readPerson: readNow, importDoNotCall } = window.api
        const readPerson: typeof readNow = async (input) => {
          requests.push(input.phoneNumber)
          const person = await readNow(input)
          const doNotCall = input.phoneNumber === listed.phoneNumber ? listed : null
          return person.ok ? { ...person, value: { ...person.value, doNotCall } } : person
        }
        Object.assign(window, { requests })
        Object.assign(window.api, { readPerson })
        await importDoNotCall({ practice: false, source: listed.reason, expiresAt: null })
      },
      { ...entry, reason: 'National register', importId: 'of-file', importExpiresAt: null },
    )
    // Typed within one task: on a slow machine, the time between two key presses is longer than the app waits for more.
    await number(page).evaluate(async (field, text) => {
      field.focus()
      for (const character of text) {
        document.execCommand('insertText', false, character)
        // React renders in a microtask.
        await Promise.resolve()
      }
    }, '+1 415 555 0299')
    const mark = page
      .getByRole('toolbar', { name: messages.preflight.label })
      .getByRole('button', { name: messages.preflight.short({ check: 'doNotCall', entry }, 0) })
    await mark.waitFor()
    // A change of people repeats the request.
    expect(new Set(await page.evaluate<string[]>('requests'))).toEqual(new Set([entry.phoneNumber]))
    await number(page).fill('')
    await mark.waitFor({ state: 'detached' })
    await placeLearnedCall(page)
    const add = outcome(page).getByRole('button', { name: messages.afterCall.doNotCall, pressed: false })
    await add.waitFor()
    await outcome(page).getByRole('button', { name: messages.afterCall.remindMe }).waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says after a practice call that a do-not-call entry is for practice only', async () => {
    const { page, pageErrors, close } = await started.open('practice')
    await placeCall(page)
    await outcome(page).getByRole('button', { name: messages.afterCall.doNotCall }).click()
    await page.getByRole('dialog').getByText(messages.doNotCall.dialog.text(true)).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('no longer advises calling a number again that was added to the do-not-call list', async () => {
    const { page, pageErrors, close } = await started.open('notFound')
    await placeCall(page)
    const notFound: CallState = { state: 'notFound', since: '2026-11-21T09:14:00.000Z' }
    await outcome(page).getByText(messages.callState.describe(notFound).next).waitFor()
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog')
    // The keys belong to the page until the dialog has the focus.
    await dialog.locator(':focus').waitFor()
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await outcome(page).getByText(messages.callState.describe(notFound, true).next).waitFor()
    await outcome(page).getByText(messages.callState.describe(notFound).next).waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says that the number was erased', async () => {
    const { page, pageErrors, close } = await started.open('ended')
    await placeLearnedCall(page)
    await goTo(page, messages.shell.screens.settings)
    await page.getByRole('button', { name: messages.settings.history.erase }).click()
    await page.keyboard.type(shown)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: messages.settings.erase.confirm(shown) }).click()
    await page.getByText(messages.settings.erase.done(shown, 1, 0)).waitFor()
    await page.keyboard.press('Escape')
    await goTo(page, messages.shell.screens.call)
    await outcome(page).getByText(messages.common.numberErased).waitFor()
    await outcome(page).getByRole('button', { name: messages.afterCall.note, exact: true }).click()
    await page.getByRole('dialog', { name: messages.afterCall.noteOn(messages.common.numberErased) }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('writes a note with M, shows it again, and keeps a draft after Escape', async () => {
    const { page, close } = await started.open('ended')
    await placeLearnedCall(page)
    const field = page.getByRole('dialog').getByRole('textbox', { name: messages.runs.note.field })
    await page.keyboard.press('m')
    await field.fill('wants a letter')
    await page.keyboard.press('Control+Enter')
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('m')
    await expect.poll(() => field.inputValue()).toBe('wants a letter')
    await field.fill('wants a letter in June')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await outcome(page).getByRole('button', { name: messages.afterCall.noteDraft }).waitFor()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(messages.runs.note.draft).waitFor()
    expect(await field.inputValue()).toBe('wants a letter in June')
    await dialog.getByRole('button', { name: messages.runs.note.discard }).press('Enter')
    await expect.poll(() => field.inputValue()).toBe('wants a letter')
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
    await close()
  })

  it('returns focus to no text field after a click on an empty area and a note, so that N works', async () => {
    const { page, close } = await started.open('ended')
    await placeLearnedCall(page)
    const dialog = page.getByRole('dialog')
    const focusedTag = () => page.evaluate(() => document.activeElement?.tagName)
    for (const end of ['Control+Enter', 'Escape']) {
      await page.getByRole('banner').click()
      expect(await focusedTag()).toBe('BODY')
      await page.keyboard.press('m')
      await dialog.waitFor()
      await page.keyboard.press(end)
      await dialog.waitFor({ state: 'detached' })
      expect(await focusedTag()).toBe('BODY')
    }
    await page.keyboard.press('n')
    await expect.poll(() => number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await number(page).inputValue()).toBe(shown)
    await close()
  })

  it('opens the transcript in Runs with T', async () => {
    const { page, close } = await started.open('ended')
    await placeLearnedCall(page)
    await page.keyboard.press('t')
    const transcript = page.getByRole('list', { name: messages.runs.talk.transcript })
    await transcript.waitFor()
    expect(await transcript.textContent()).toContain('Please do. And send me a confirmation.')
    await close()
  })

  it('offers Next call for every outcome, and a reminder only for a call that was placed', async () => {
    const isReminderOffered: Record<string, boolean> = {}
    for (const scene of ['unknown', 'notFound', 'unpaid', 'ended']) {
      const { page, close } = await started.open(scene)
      await placeCall(page)
      const steps = outcome(page).getByRole('group', { name: messages.afterCall.actions })
      await steps.getByRole('button', { name: messages.afterCall.note }).waitFor()
      expect(await outcome(page).getByRole('button').last().textContent()).toContain(messages.call.next)
      isReminderOffered[scene] = (await steps.getByRole('button', { name: messages.afterCall.remindMe }).count()) > 0
      await close()
    }
    expect(isReminderOffered).toEqual({ unknown: false, notFound: false, unpaid: false, ended: true })
  })
})

it(
  'says so if the service has no runs for a number, and this computer no real calls',
  { timeout: 60_000 },
  async () => {
    const { page, close } = await started.open('standard')
    await number(page).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: messages.palette.title }).fill('+1 415 555 0299')
    await page.getByRole('option', { name: messages.palette.aboutNumber('+1 415 555 0299') }).click()
    const runs = page.getByRole('region', { name: messages.person.runs })
    await runs.getByText(messages.person.noRuns).waitFor()
    await page.getByRole('region', { name: messages.person.calls }).getByText(messages.person.noCalls(false)).waitFor()
    expect(await runs.getByRole('listitem').count()).toBe(0)
    await close()
  },
)

it(
  'shows new runs, one that may have rung, one that ended after the last report about its call, a manual decision with this computer’s call only, and its tag inside its column',
  { timeout: 60_000 },
  async () => {
    const { page, close } = await started.open('standard')
    const decision = { decision: 'notPlaced', who: 'ana', at: entry.addedAt, note: 'No call.' } as const
    const call = aCall({ outcome: { state: 'closedByOperator', ...decision } })
    const { callId, outcome: resolved } = call
    // The runs were loaded before the decision.
    const { outcome: earlier } = aCall({ outcome: { state: 'unknown', cause: 'cut', status: null, detail: '' } })
    const run = fakeRecentRun(7_009, 0, { state: 'failed', disposition: null, callId, outcome: earlier })
    const mayRing = fakeRecentRun(7_018, 0, { state: 'unknown', disposition: 'failed', error: 'Twilio 503' })
    const { outcome: dialing } = aCall({ outcome: { ...accepted, progress: 'dialing' } })
    const isOver = fakeRecentRun(7_007, 0, { disposition: 'user_hangup', outcome: dialing })
    const profile = { profileId: call.profileId, profileName: '', profileColor: 'blue', practice: false } as const
    await number(page).waitFor()
    await page.evaluate(
      ([person, runs]) => {
        const succeed = <T>(value: T) => Promise.resolve({ ok: true, value })
        // A cached response has no runs yet.
        const recentRuns = ({ fresh }: { fresh?: boolean }) => succeed(fresh ? runs : { ...runs, profiles: [] })
        Object.assign(window.api, { readPerson: () => succeed(person), recentRuns })
      },
      [
        { calls: [call], more: false, notes: {}, doNotCall: null, reminders: [] },
        { since: entry.addedAt, profiles: [{ ...profile, failure: null, more: false, runs: [run, mayRing, isOver] }] },
      ] as const,
    )
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: messages.palette.title }).fill(shown)
    await page.getByRole('option', { name: messages.palette.aboutNumber(shown) }).click()
    const { tag } = messages.callState.describe(resolved)
    const calls = page.getByRole('region', { name: messages.person.calls })
    await calls.getByText(messages.person.onlyCalls(false)).waitFor()
    const left = await calls.getByText(tag, { exact: true }).boundingBox()
    const right = await calls.getByText(call.agentName ?? '').boundingBox()
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
    const runs = page.getByRole('region', { name: messages.person.runs })
    await runs.getByText(messages.person.runStates.failed).waitFor()
    await runs.getByText(messages.person.runStates.unknown).waitFor()
    await runs.getByText(messages.live.endReason('user_hangup')).waitFor()
    expect(await runs.getByText(messages.callState.describe(dialing).tag, { exact: true }).count()).toBe(0)
    expect(await runs.getByText(tag, { exact: true }).count()).toBe(0)
    expect(await runs.getByText(messages.callState.describe(earlier).tag, { exact: true }).count()).toBe(0)
    await close()
  },
)

it('keeps the inbox count inside its navigation button in a small window', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('needs', { width: 960, height: 640 })
  const rail = page.getByRole('navigation', { name: messages.shell.nav })
  const badge = rail.getByLabel(messages.inbox.badge({ items: 4, isExact: true }), { exact: true })
  await badge.waitFor()
  const [inner, outer] = [await badge.boundingBox(), await badge.locator('xpath=ancestor::button').boundingBox()]
  if (inner === null || outer === null) throw new Error('The badge is not shown.')
  expect(inner.x).toBeGreaterThanOrEqual(outer.x)
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
  expect(inner.y).toBeGreaterThanOrEqual(outer.y)
  await close()
})

it('opens the page of a number from the details of its call', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  await goTo(page, messages.shell.screens.runs)
  const list = page.getByRole('table', { name: messages.runs.list })
  await list.getByRole('button', { name: '+1 415 555 0277' }).first().click()
  const drawer = page.locator('aside[data-details]')
  await drawer.getByRole('button', { name: messages.afterCall.person }).click()
  await page.getByRole('heading', { name: '+1 415 555 0277', level: 1 }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

describe('Needs you', { timeout: 60_000 }, () => {
  it('says that calls need attention even if none of them is listed', async () => {
    const { page, pageErrors, close } = await started.open('reached')
    await page.evaluate(() => {
      const { listCalls } = window.api
      Object.assign(window.api, {
        listCalls: async (input: Parameters<typeof listCalls>[0]) => {
          const listed = await listCalls(input)
          if (!listed.ok || !input.filter?.states.includes('toCheck')) return listed
          return { ...listed, value: { ...listed.value, calls: [], total: 250, totalIs: 'atLeast' } }
        },
      })
    })
    await placeCall(page)
    await openInbox(page)
    await page.getByText(messages.inbox.moreCalls(250, false), { exact: true }).waitFor()
    expect(await page.getByText(messages.inbox.emptyTitle).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not say that nothing needs attention while calls may be missing', async () => {
    const { page, close } = await started.open('empty', {
      before: (opened) =>
        opened.addInitScript(() => {
          const { historyHealth } = window.api
          const recovered = {
            cause: 'shorter',
            missing: 2,
            lostLists: null,
            at: '2026-11-21T08:02:11.000Z',
            gapFrom: null,
            damagedFile: null,
            startedFrom: null,
            lostAll: false,
            salvaged: 0,
            unreadable: 0,
          } as const
          Object.assign(window.api, {
            historyHealth: async () => {
              const health = await historyHealth({})
              return health.ok ? { ...health, value: { ...health.value, recovered } } : health
            },
          })
        }),
    })
    await openInbox(page)
    await page.getByText(messages.inbox.emptyInGap, { exact: true }).waitFor()
    expect(await page.getByText(messages.inbox.emptyTitle, { exact: true }).count()).toBe(0)
    await close()
  })

  it('checks a rejected key again, and removes its entry if the service accepts it', async () => {
    const { page, pageErrors, close } = await started.open('needs')
    await openInbox(page)
    const items = page.getByRole('region', { name: messages.inbox.items })
    await items.getByText(messages.inbox.keyRefused, { exact: true }).click()
    await page.getByRole('button', { name: messages.inbox.checkKey }).click()
    await items.getByText(messages.inbox.keyRefused, { exact: true }).waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows a stopped rotation, and opens the screen that finishes it', async () => {
    const { page, pageErrors, close } = await started.open('rotationStopped')
    await openInbox(page)
    const items = page.getByRole('region', { name: messages.inbox.items })
    await items.getByText(messages.rotation.stopped('switching'), { exact: true }).click()
    await page.getByText(messages.inbox.rotationText).waitFor()
    await page.getByRole('button', { name: messages.inbox.openKeys }).click()
    await page.getByRole('button', { name: messages.rotation.undo }).click()
    await page.getByText(messages.rotation.undone('desk-07')).waitFor()
    await goTo(page, messages.shell.screens.inbox)
    await page.getByRole('heading', { name: messages.inbox.title }).waitFor()
    await page.getByText(messages.inbox.rotationText).waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows the inbox count in the navigation, and fills in the form from a due reminder without dialing', async () => {
    const { page, pageErrors, close } = await started.open('needs')
    await number(page).fill('+1 415 555 0188')
    await openInbox(page)
    const rail = page.getByRole('navigation', { name: messages.shell.nav })
    await rail.getByLabel(messages.inbox.badge({ items: 4, isExact: true }), { exact: true }).waitFor()
    const items = page.getByRole('region', { name: messages.inbox.items })
    await items.getByRole('button').filter({ hasText: messages.inbox.dueNow }).click()
    await page.getByRole('button', { name: messages.inbox.fillForm }).click()
    await number(page).waitFor()
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0123')
    expect(await outcome(page).getByText(messages.call.outcome.emptyTitle).count()).toBe(1)
    await page.getByText(messages.call.filledFrom.title('+1 415 555 0123')).waitFor()
    await number(page).press('Control+z')
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0188')
    expect(pageErrors).toEqual([])
    await close()
  })

  it('returns to the profile that was selected before when a reminder of another one is undone', async () => {
    const { page, pageErrors, close } = await started.open('needs')
    const { filledFrom } = messages.call
    await number(page).waitFor()
    await page.keyboard.press('Control+4')
    const profile = (name: string) => page.getByRole('button', { name: new RegExp(profileLabel(name)) })
    await profile('Delta').waitFor()
    await openInbox(page)
    const items = page.getByRole('region', { name: messages.inbox.items })
    await items.getByRole('button').filter({ hasText: messages.inbox.dueNow }).click()
    await page.getByRole('button', { name: messages.inbox.fillForm }).click()
    await page.getByText(filledFrom.otherProfile('Acme Billing', 'Delta')).first().waitFor()
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0123')
    await page.getByRole('button', { name: messages.externalRequest.undo }).click()
    await profile('Delta').waitFor()
    expect(await number(page).inputValue()).toBe('')
    await page.keyboard.press('Control+1')
    await profile('Acme Billing').waitFor()
    expect(await number(page).inputValue()).toBe('')
    expect(pageErrors).toEqual([])
    await close()
  })

  it('offers to check a key that could not be read', async () => {
    const { page, pageErrors, close } = await started.open('needs', {
      before: (opened) =>
        opened.addInitScript(() => {
          const { listRefusedKeys } = window.api
          const unreadable: typeof listRefusedKeys = async (input) => {
            const keys = await listRefusedKeys(input)
            return keys.ok ? { ...keys, value: keys.value.map((key) => ({ ...key, unreadable: 'timedOut' })) } : keys
          }
          Object.assign(window.api, { listRefusedKeys: unreadable })
        }),
    })
    await openInbox(page)
    const items = page.getByRole('region', { name: messages.inbox.items })
    const key = items.getByText(messages.inbox.keyUnreadable, { exact: true })
    await key.click()
    await page.getByText(messages.failure.keychainNext.timedOut).waitFor()
    expect(await page.getByRole('button', { name: messages.inbox.openKeys }).count()).toBe(1)
    await page.getByRole('button', { name: messages.inbox.checkKey }).click()
    await key.waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows ages below a minute to the second without rendering the rest of the screen again', async () => {
    const start = Date.now()
    const { page, pageErrors, close } = await started.open('needs', { before: (opened) => opened.clock.install() })
    await openInbox(page)
    const items = page.getByRole('region', { name: messages.inbox.items })
    const newest = items.getByText(exactly(messages.time.ago(41_000).replace('41', anyText)))
    await page.clock.pauseAt(Date.now() + 60_000)
    // The newest call of the scene is 41 s old at its start.
    await page.clock.setSystemTime(start)
    await page.clock.runFor(11_000)
    const before = await newest.textContent()
    const isRendered = await watchRendering(page, page.getByRole('heading', { name: messages.inbox.title }))
    await page.clock.runFor(2_000)
    expect(await newest.textContent()).not.toBe(before)
    expect(await isRendered()).toBe(false)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('counts a reminder as soon as it is due', async () => {
    const { page, pageErrors, close } = await started.open('needs', { before: (opened) => opened.clock.install() })
    const rail = page.getByRole('navigation', { name: messages.shell.nav })
    await rail.getByLabel(messages.inbox.badge({ items: 4, isExact: true }), { exact: true }).waitFor()
    await openInbox(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.evaluate(async () => {
      const listed = await window.api.listCalls({ search: '', after: null, limit: 9 })
      const reminders = await window.api.listReminders({})
      if (!listed.ok || !reminders.ok) throw new Error('The calls or reminders were not loaded.')
      const call = listed.value.calls.find(({ callId }) => !reminders.value.some((one) => one.call.callId === callId))
      if (call === undefined) throw new Error('Every call has a reminder.')
      await window.api.setReminder({ callId: call.callId, dueAt: new Date(Date.now() + 10_000).toISOString() })
    })
    await page.getByText(messages.inbox.count({ items: 4, isExact: true }, 2)).waitFor()
    await page.clock.runFor(11_000)
    await rail.getByLabel(messages.inbox.badge({ items: 5, isExact: true }), { exact: true }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('stops counting a reminder that is no longer due because the clock was set back', async () => {
    const { page, pageErrors, close } = await started.open('needs', { before: (opened) => opened.clock.install() })
    const badge = (items: number) =>
      page
        .getByRole('navigation', { name: messages.shell.nav })
        .getByLabel(messages.inbox.badge({ items, isExact: true }), { exact: true })
    await badge(4).waitFor()
    const start = Date.now()
    await page.clock.pauseAt(start + 60_000)
    await page.clock.setSystemTime(start + 7 * 86_400_000)
    await page.clock.runFor(31_000)
    await badge(5).waitFor()
    await page.clock.setSystemTime(start + 60_000)
    await page.clock.runFor(31_000)
    await badge(4).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('marks a reminder with a bell', async () => {
    const { page, close } = await started.open('needs')
    await openInbox(page)
    const items = page.getByRole('region', { name: messages.inbox.items })
    await items.getByRole('button').filter({ hasText: messages.inbox.dueNow }).click()
    const details = page.getByRole('complementary', { name: messages.inbox.selected })
    await details.getByText(messages.inbox.reminderText).waitFor()
    expect(await details.locator('svg.lucide-bell').count()).toBe(1)
    expect(await details.locator('svg.lucide-loader-circle').count()).toBe(0)
    await close()
  })

  it('ignores a second click on Done once the next item is shown, also a slow one for half a second', async () => {
    const { page, pageErrors, close } = await started.open('needs', { before: (opened) => opened.clock.install() })
    await openInbox(page)
    const items = page.getByRole('region', { name: messages.inbox.items }).getByRole('button')
    await items.filter({ hasText: messages.inbox.dueNow }).click()
    const done = page.getByRole('button', { name: messages.inbox.done, exact: true })
    await done.waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    await done.click()
    const next = page.getByRole('button', { name: messages.inbox.openInRuns })
    await next.waitFor()
    await next.hover()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await next.and(page.locator(':focus')).waitFor()
    expect(await page.getByRole('heading', { name: messages.inbox.title }).count()).toBe(1)
    await page.clock.runFor(400)
    await next.click()
    expect(await page.getByRole('heading', { name: messages.inbox.title }).count()).toBe(1)
    await page.clock.runFor(200)
    await next.click()
    await page.getByRole('table', { name: messages.runs.list }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps the dialog of a call whose outcome becomes known, and opens nothing for the next call with H', async () => {
    const { page, pageErrors, close, details, items, first, next } = await openNeeds()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.getByRole('textbox').fill('The supervisor says t')
    await resolveElsewhere(page, first)
    await items.filter({ hasText: first }).waitFor({ state: 'detached' })
    const known = page.getByRole('dialog', { name: messages.reconciliation.dialog.alreadyResolved })
    await known.waitFor()
    await page.keyboard.press('h')
    await page.keyboard.press('Escape')
    await known.waitFor({ state: 'detached' })
    await details.getByRole('heading', { name: next }).waitFor()
    await page.keyboard.press('h')
    expect(await page.getByRole('dialog').count()).toBe(0)
    // Once the user has chosen the call, its shortcuts work.
    await items.filter({ hasText: next }).first().click()
    await page.keyboard.press('h')
    await dialog.getByText(next).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps showing a call whose outcome becomes known until another item is selected', async () => {
    const { page, pageErrors, close, details, items, first, next } = await openNeeds()
    await resolveElsewhere(page, first)
    await items.filter({ hasText: first }).waitFor({ state: 'detached' })
    const decision = { decision: 'placed', who: 'ana', at: '', note: '' } as const
    const { title } = messages.callState.describe({ state: 'closedByOperator', ...decision })
    await details.getByText(title, { exact: true }).waitFor()
    await details.getByText(messages.inbox.noLongerListed).waitFor()
    expect(await details.getByRole('heading', { name: first }).count()).toBe(1)
    await page.keyboard.press('h')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await items.filter({ hasText: next }).first().click()
    await page.keyboard.press('h')
    await page.getByRole('dialog', { name: messages.reconciliation.dialog.title }).getByText(next).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('stops showing a call whose outcome became known once another profile is chosen', async () => {
    const { page, pageErrors, close, details, first } = await openNeeds()
    const resolved = await resolveElsewhere(page, first)
    await details.getByText(messages.inbox.noLongerListed).waitFor()
    const filters = page.getByRole('group', { name: messages.inbox.profiles }).getByRole('button')
    await filters.filter({ hasText: resolved }).click()
    await details.getByText(messages.inbox.noLongerListed).waitFor()
    await filters.filter({ hasNotText: messages.inbox.all }).filter({ hasNotText: resolved }).first().click()
    await details.getByText(messages.inbox.noLongerListed).waitFor({ state: 'detached' })
    expect(await details.getByRole('heading', { name: first }).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps the first call selected when a newer one becomes unknown', async () => {
    const { page, pageErrors, close } = await started.open('needs')
    await openInbox(page)
    const details = page.getByRole('complementary', { name: messages.inbox.selected })
    await details.getByRole('heading', { name: '+1 415 555 0288' }).waitFor()
    const newer = aCall({
      phoneNumberDisplay: '+1 415 555 0266',
      outcome: { state: 'unknown', cause: 'cut', status: null, detail: '' },
    })
    await page.evaluate(async (call) => {
      const { listCalls, setCallNote } = window.api
      const listed = await listCalls({ search: '', after: null, limit: 1 })
      const [changed] = listed.ok ? listed.value.calls : []
      if (!listed.ok || !changed) throw new Error('The calls were not loaded.')
      const preparedAt = new Date().toISOString()
      Object.assign(window.api, {
        listCalls: async (input: Parameters<typeof listCalls>[0]) => {
          const unknown = await listCalls(input)
          if (!unknown.ok || !input.filter?.states.includes('unknown')) return unknown
          return { ...unknown, value: { ...unknown.value, calls: [{ ...call, preparedAt }, ...unknown.value.calls] } }
        },
      })
      await setCallNote({ callId: changed.callId, note: 'Reloads the calls.' })
    }, newer)
    const items = page.getByRole('region', { name: messages.inbox.items }).getByRole('button')
    await expect.poll(() => items.first().textContent()).toContain(newer.phoneNumberDisplay)
    await page.keyboard.press('h')
    await page.getByRole('dialog').getByText('+1 415 555 0288').waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('asks for confirmation before removing a do-not-call entry', async () => {
    const { page, close } = await started.open('needs')
    await openInbox(page)
    const list = page.getByRole('region', { name: messages.doNotCall.title })
    const remove = list.getByRole('button', { name: messages.inbox.removeEntry })
    const dialog = page.getByRole('dialog', { name: messages.doNotCall.dialog.removeTitle(shown) })
    await remove.click()
    await dialog.getByRole('button', { name: messages.common.cancel }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await remove.count()).toBe(1)
    await remove.click()
    await dialog.getByRole('button', { name: messages.doNotCall.dialog.remove }).click()
    await list.waitFor({ state: 'detached' })
    await close()
  })
})

it.each([
  [1280, 800],
  [960, 640],
] as const)(
  'shows Next call below a long outcome, never over it: %i × %i',
  { timeout: 60_000 },
  async (width, height) => {
    const { page, pageErrors, close } = await started.open('standard', { width, height })
    await number(page).waitFor()
    await page.evaluate(() => {
      const detail = 'The carrier gave a reason with many words for its refusal of this call. '.repeat(12)
      const failure = { kind: 'refused', status: 400, detail }
      Object.assign(window.api, { triggerCall: async () => ({ ok: false, failure }) })
    })
    await placeCall(page)
    const next = outcome(page).getByRole('button', { name: messages.call.next })
    await next.waitFor()
    const lastLine = outcome(page).locator('p').last()
    const [text, button] = await Promise.all([lastLine.boundingBox(), next.boundingBox()])
    expect(button?.y).toBeGreaterThanOrEqual((text?.y ?? Infinity) + (text?.height ?? 0))
    expect(pageErrors).toEqual([])
    await close()
  },
)

it('shows Next call without scrolling after a call with an unknown outcome in the smallest window', async () => {
  const { page, pageErrors, close } = await started.open('unknown', { width: 960, height: 640 })
  await placeCall(page)
  await page.getByText(messages.callState.placed('unknown'), { exact: true }).waitFor()
  const next = outcome(page).getByRole('button', { name: messages.call.next })
  await expect.poll(() => next.evaluate((button) => button.getBoundingClientRect().bottom)).toBeLessThanOrEqual(640)
  expect(pageErrors).toEqual([])
  await close()
})
