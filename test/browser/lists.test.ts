import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { defaultListOptions, type ListRow } from '../../src/contract/list.ts'
import type { ListPolicy } from '../../src/contract/policy.ts'
import { sinceBackup } from '../../src/domain/lists/checked-row.ts'
import { widestHours } from '../../src/domain/lists/calling-hours.ts'
import { holidaysDate } from '../../src/domain/lists/table-dates.ts'
import { messages } from '../../src/messages/index.ts'
import { anyNumber, anyText, exactly, like, profileLabel, startOf } from '../support/messages/patterns.ts'
import { recordAnnouncements, takeAnnouncements } from './announced.ts'
import { openList } from './lists-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { watchRendering } from './rendered-again.ts'
import { goTo, number } from './scene-steps.ts'

const started = openedScenes()
const { lists } = messages

const start = (page: Page, calls: number) => page.getByRole('button', { name: startOf(lists.start.start(calls)) })
const totals = (page: Page) => page.getByRole('group', { name: lists.check.totalsLabel })
/** Returns the announcement made when the list of the scenes enters a state. */
const stateNews = (state: 'running' | 'paused', waiting: number, active: number): string =>
  `${lists.elsewhere.announcement({ name: 'Tuesday renewals', state, brake: null })}. ${lists.elsewhere.next(state, waiting, active, 0)}`
/** Reads the number of rows next to the name of a total. */
const total = async (page: Page, name: string): Promise<number> => {
  const text = await totals(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .innerText()
  return Number(text.replaceAll(/\D/g, ''))
}

const interruptedSums = { called: 178, notCalled: 217, unknown: 2, inProgress: 3 }

/** A row that was held after its call. */
const heldAfterCall: Parameters<typeof lists.table.reason>[0] = {
  state: 'held',
  findings: [{ code: 'calledRecently', name: '' }],
  phoneNumber: '',
  phoneNumberDisplay: '',
  cells: [],
  heldManually: false,
}

/** Makes the app read a policy with these rules for lists. */
const setListPolicy = async (page: Page, rules: ListPolicy): Promise<void> =>
  page.evaluate(async (rulesInPage) => {
    const read = await window.api.readPolicy({})
    Object.assign(window.api, {
      readPolicy: async () => (read.ok ? { ok: true, value: { ...read.value, lists: rulesInPage } } : read),
    })
  }, rules)

/**
 * Adds an older list of another profile that is running or was interrupted, with `ready` waiting rows, and records which
 * lists the page starts and pauses.
 */
const withOtherList = (state: 'running' | 'paused', ready: number) => (page: Page) =>
  page.addInitScript(
    (other) => {
      const { listLists, startList, pauseList } = window.api
      const requests: string[] = []
      Object.assign(window, { requests })
      const withOther: typeof listLists = async (input) => {
        const found = await listLists(input)
        const [own] = found.ok ? found.value : []
        if (!found.ok || own === undefined) return found
        const brake = other.state === 'paused' ? { reason: 'restarted' as const, detail: '', at: own.createdAt } : null
        const counts = { ...own.counts, ready: other.ready }
        const ids = { listId: 'other', profileId: '01K000000000000000000ACME0', name: 'Wednesday renewals' }
        return { ...found, value: [own, { ...own, ...ids, state: other.state, brake, counts }] }
      }
      Object.assign(window.api, {
        listLists: withOther,
        startList: (input: Parameters<typeof startList>[0]) => {
          requests.push(`start ${input.listId}`)
          return input.listId === 'other' ? new Promise(() => {}) : startList(input)
        },
        pauseList: (input: Parameters<typeof pauseList>[0]) => {
          requests.push(`pause ${input.listId}`)
          return pauseList(input)
        },
      })
    },
    { state, ready },
  )

/**
 * Makes the check after each decision fail, which ends when `release()` is called in the page, and each repeated check.
 * `repair()` makes both succeed.
 */
const failChecks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { listLists, fixFinding, recheckList } = window.api
    const failure = { kind: 'unavailable', cause: 'serverError' }
    let [isChecked, isBusy, works] = [true, false, false]
    const rechecks: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    Object.assign(window, { rechecks, release, repair: () => (works = true) })
    const ofList = async (asked: ReturnType<typeof recheckList>): ReturnType<typeof recheckList> => {
      const answer = await asked
      return answer.ok ? { ...answer, value: { ...answer.value, checked: isChecked } } : answer
    }
    Object.assign(window.api, {
      listLists: async (input: Parameters<typeof listLists>[0]) => {
        const found = await listLists(input)
        return found.ok ? { ...found, value: found.value.map((list) => ({ ...list, checked: isChecked })) } : found
      },
      fixFinding: async (input: Parameters<typeof fixFinding>[0]) => {
        ;[isChecked, isBusy] = [false, true]
        const fixed = await fixFinding(input)
        await released
        ;[isChecked, isBusy] = [works, false]
        return ofList(Promise.resolve(fixed))
      },
      recheckList: async (input: Parameters<typeof recheckList>[0]) => {
        rechecks.push(isBusy ? 'busy' : 'idle')
        if (!isBusy && !isChecked && !works) return { ok: false, failure }
        return ofList(recheckList(input))
      },
    })
  })

describe('checking a list', { timeout: 60_000 }, () => {
  it('says before and after opening a file that the policy forbids call lists', async () => {
    const { page, close } = await started.open('listDraft')
    await number(page).waitFor()
    await setListPolicy(page, { types: [] })
    await goTo(page, messages.shell.screens.lists)
    await page.getByText(lists.start.notAllowed('noLists')).waitFor()
    await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
    const button = page.getByRole('button', { name: startOf(lists.start.off) })
    await expect.poll(() => button.innerText()).toContain(lists.start.notAllowed('noLists'))
    await close()
  })

  it('applies a fix to a group with one key and undoes it with the same key, with totals that always add up', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await openList(page)
    const findings = page.getByRole('region', { name: lists.check.findings })
    const fix = findings.getByRole('button', { name: lists.check.fix('missingValue', 'callAnyway', null) })
    await fix.waitFor()
    const sums: number[][] = []
    const readSums = async () => {
      const { totals: names } = lists.check
      const [all, ...parts] = await Promise.all(
        [names.all, names.ready, names.held, names.refused].map((name) => total(page, name)),
      )
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all)
      sums.push(parts)
    }
    await readSums()
    await page.keyboard.press('w')
    await findings.getByRole('button', { pressed: true }).filter({ hasText: 'W' }).waitFor()
    await start(page, 375).waitFor()
    await readSums()
    await page.keyboard.press('w')
    await start(page, 335).waitFor()
    await readSums()
    expect(sums).toEqual([
      [335, 58, 7],
      [375, 18, 7],
      [335, 58, 7],
    ])
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says that there is nothing to fix only once the findings are loaded, with the number of ready rows', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await number(page).waitFor()
    await page.evaluate(() => {
      const { listLists, recheckList, listFindings } = window.api
      type Findings = Awaited<ReturnType<typeof listFindings>>
      const { promise, resolve } = Promise.withResolvers<Findings>()
      // Erased rows are left out and have no findings.
      const erased = <L extends { counts: Record<string, number> }>(list: L): L => {
        const skipped = Object.values(list.counts).reduce((sum, rows) => sum + rows)
        const none = Object.fromEntries(Object.keys(list.counts).map((state) => [state, 0]))
        return { ...list, counts: { ...none, skipped } }
      }
      Object.assign(window, { answerFindings: () => resolve({ ok: true, value: [] }) })
      Object.assign(window.api, {
        listFindings: () => promise,
        listLists: async (input: Parameters<typeof listLists>[0]) => {
          const found = await listLists(input)
          return found.ok ? { ...found, value: found.value.map(erased) } : found
        },
        recheckList: async (input: Parameters<typeof recheckList>[0]) => {
          const checked = await recheckList(input)
          return checked.ok ? { ...checked, value: erased(checked.value) } : checked
        },
      })
    })
    await openList(page)
    const findings = page.getByRole('region', { name: lists.check.findings })
    await findings.waitFor({ state: 'attached' })
    expect(await findings.innerText()).toBe('')
    await page.evaluate(() => (window as unknown as { answerFindings: () => void }).answerFindings())
    await findings.getByText(lists.check.noFindings(0, 400), { exact: true }).waitFor()
    expect(await findings.getByText(lists.check.noFindings(400, 400)).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('undoes a decision with the same key, even if there is another group of its kind', async () => {
    const { page, close } = await started.open('listDraft')
    await page.evaluate(() => {
      const { listFindings, fixFinding } = window.api
      const fixes: unknown[] = []
      Object.assign(window, { fixes })
      Object.assign(window.api, {
        listFindings: async (input: Parameters<typeof listFindings>[0]) => {
          const groups = await listFindings(input)
          if (!groups.ok) return groups
          const other = {
            name: 'z',
            rows: 2,
            held: 2,
            refused: 0,
            releasable: 2,
            fixes: ['callAnyway', 'leaveOut'],
            fixed: null,
          }
          return { ok: true, value: [...groups.value, { code: 'missingValue', ...other }] }
        },
        fixFinding: (input: Parameters<typeof fixFinding>[0]) => {
          fixes.push([input.name, input.fix])
          return fixFinding(input)
        },
      })
    })
    await openList(page)
    await page.getByRole('button', { name: lists.check.show('missingValue', 'z', 2) }).waitFor()
    await page.keyboard.press('w')
    await start(page, 375).waitFor()
    await page.keyboard.press('w')
    await start(page, 335).waitFor()
    expect(await page.evaluate('fixes')).toEqual([
      ['amount_due', 'callAnyway'],
      ['amount_due', null],
    ])
    await close()
  })

  it('shows a group as refused for another reason, not as decided, if no one decided about it', async () => {
    const { page, close } = await started.open('listDraft')
    await page.evaluate(() => {
      const { listFindings } = window.api
      const refused = {
        code: 'calledRecently',
        name: '',
        rows: 2,
        held: 0,
        refused: 2,
        releasable: 0,
        fixes: ['leaveOut'],
        fixed: null,
      }
      const withRefused = async (input: Parameters<typeof listFindings>[0]) => {
        const groups = await listFindings(input)
        return groups.ok ? { ok: true, value: [...groups.value, refused] } : groups
      }
      Object.assign(window.api, { listFindings: withRefused })
    })
    await openList(page)
    const findings = page.getByRole('region', { name: lists.check.findings })
    const group = findings.getByRole('listitem').filter({ hasText: lists.check.finding('calledRecently', '', 2) })
    await group.getByText(lists.check.refusedAnyway(2)).waitFor()
    expect(await findings.getByText(lists.check.fixedReady(2)).count()).toBe(0)
    await close()
  })

  it('asks about the rows that become ready, and counts no refused row as decided', async () => {
    const { page, close } = await started.open('listDraft')
    await page.evaluate(() => {
      const { listFindings } = window.api
      const group = { name: '', rows: 5, refused: 2, fixes: ['callAnyway'] }
      const undecided = { ...group, code: 'noConsent', held: 3, releasable: 1, answered: 1, fixed: null }
      const decided = { ...group, code: 'calledRecently', held: 0, releasable: 0, fixed: 'callAnyway' }
      const withGroups = async (input: Parameters<typeof listFindings>[0]) => {
        const groups = await listFindings(input)
        return groups.ok ? { ok: true, value: [...groups.value, undecided, decided] } : groups
      }
      Object.assign(window.api, { listFindings: withGroups })
    })
    await openList(page)
    const findings = page.getByRole('region', { name: lists.check.findings })
    const group = (code: 'noConsent' | 'calledRecently') =>
      findings.getByRole('listitem').filter({ hasText: lists.check.finding(code, '', 5) })
    await group('calledRecently').getByText(lists.check.fixedReady(3)).waitFor()
    const anyway = lists.check.fix('noConsent', 'callAnyway', null)
    await group('noConsent').getByRole('button', { name: anyway }).click()
    const dialog = page.getByRole('dialog', { name: lists.check.anywayTitle(1) })
    await dialog.getByText(lists.check.anywayText('noConsent', '', 5, 1, 1)).waitFor()
    expect(await findings.getByText(lists.check.fixedReady(5)).count()).toBe(0)
    await close()
  })

  it('keeps the numbers of a question whose group grows, sends them, and says that the group has changed', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    const failure = { kind: 'invalid' as const, issues: [{ path: ['code'], code: 'listGroup' as const }] }
    await page.evaluate((refusal) => {
      const { listFindings, fixFinding } = window.api
      const group = { code: 'calledRecently', name: '', refused: 0, fixes: ['callAnyway'], fixed: null }
      const size = { rows: 3, held: 2, releasable: 2 }
      const shown: unknown[] = []
      Object.assign(window, { size, shown })
      Object.assign(window.api, {
        listFindings: async (input: Parameters<typeof listFindings>[0]) => {
          const groups = await listFindings(input)
          return groups.ok ? { ok: true, value: [...groups.value, { ...group, ...size }] } : groups
        },
        fixFinding: (input: Parameters<typeof fixFinding>[0]): ReturnType<typeof fixFinding> => {
          shown.push(input.shown)
          return Promise.resolve({ ok: false, failure: refusal })
        },
      })
    }, failure)
    await openList(page)
    const findings = page.getByRole('region', { name: lists.check.findings })
    const group = findings.getByRole('listitem').filter({ hasText: lists.check.finding('calledRecently', '', 3) })
    const anyway = lists.check.fix('calledRecently', 'callAnyway', null)
    await group.getByRole('button', { name: anyway }).click()
    const dialog = page.getByRole('dialog', { name: lists.check.anywayTitle(2) })
    const text = dialog.getByText(lists.check.anywayText('calledRecently', '', 3, 2))
    await text.waitFor()
    await page.evaluate(async () => {
      Object.assign((window as unknown as { size: object }).size, { rows: 78, held: 77, releasable: 77 })
      const found = await window.api.listLists({})
      // This reports a change of the list.
      for (const { listId } of found.ok ? found.value : [])
        await window.api.changeRow({ listId, row: 1, action: { kind: 'setNote', note: '' } })
    })
    // The dialog hides the rest of the page from locators by role.
    await page.getByText(lists.check.held(77), { exact: true }).waitFor()
    expect(await text.count()).toBe(1)
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('shown')).toEqual([{ rows: 3, releasable: 2 }])
    await findings.getByText(lists.check.decisionFailed, { exact: true }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('handles a shortcut of the screen on a closed column select without changing the column', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await openList(page)
    const column = page.getByRole('combobox', { name: lists.check.columnTarget('Name') })
    await page.evaluate(() => {
      const plans: unknown[] = []
      Object.assign(window, { plans })
      const { saveListPlan } = window.api
      Object.assign(window.api, {
        saveListPlan: (input: Parameters<typeof saveListPlan>[0]) => {
          plans.push(input.targets)
          return saveListPlan(input)
        },
      })
    })
    await column.focus()
    await page.keyboard.press('w')
    await start(page, 375).waitFor()
    await page.keyboard.press('n')
    expect(await page.evaluate('plans')).toEqual([])
    await column.press('Enter')
    await page.getByRole('option', { name: 'amount_due' }).waitFor()
    await page.keyboard.type('am')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('plans.length')).toBe(1)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps a column that is chosen while the rows are checked for the column before', async () => {
    const { page, close } = await started.open('listDraft')
    await openList(page)
    await page.evaluate(() => {
      const { saveListPlan } = window.api
      const plans: unknown[] = []
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      Object.assign(window, { plans, release })
      Object.assign(window.api, {
        saveListPlan: async (input: Parameters<typeof saveListPlan>[0]) => {
          plans.push(input.targets?.filter(({ to }) => to === 'none').length)
          await released
          const saved = await saveListPlan(input)
          return saved.ok ? { ok: true, value: { ...saved.value, targets: input.targets } } : saved
        },
      })
    })
    for (const name of ['Name', 'Amount']) {
      await page.getByRole('combobox', { name: lists.check.columnTarget(name) }).press('Enter')
      await page.getByRole('option', { name: lists.check.target({ to: 'none' }) }).click()
    }
    expect(await page.evaluate('plans')).toEqual([2])
    await page.evaluate('release()')
    await expect.poll(() => page.evaluate('plans')).toEqual([2, 3])
    await close()
  })

  it('saves a decision about another group while one is being saved, and accepts none about the same group', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await openList(page)
    await page.evaluate(() => {
      const { fixFinding } = window.api
      const decisions: unknown[] = []
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      Object.assign(window, { decisions, release })
      Object.assign(window.api, {
        fixFinding: async (input: Parameters<typeof fixFinding>[0]) => {
          decisions.push(`${input.code} ${input.fix}`)
          if (input.code === 'missingValue') await released
          return fixFinding(input)
        },
      })
    })
    const findings = page.getByRole('region', { name: lists.check.findings })
    const pressed = findings.getByRole('button', { pressed: true })
    await page.keyboard.press('w')
    await findings
      .getByRole('button', { name: lists.check.fix('missingValue', 'callAnyway', null), disabled: true })
      .waitFor()
    await page.keyboard.press('w')
    await page.keyboard.press('d')
    await pressed.filter({ hasText: 'D' }).waitFor()
    expect(await page.evaluate('decisions')).toEqual(['missingValue callAnyway', 'duplicate leaveOut'])
    await page.evaluate('release()')
    await expect.poll(() => pressed.count()).toBe(2)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps the options saved before, and an option dialog that is opened while another option is saved', async () => {
    const { page, close } = await started.open('listDraft')
    await openList(page)
    await page.evaluate(() => {
      const { saveListPlan } = window.api
      const plans: unknown[] = []
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      Object.assign(window, { plans, release })
      Object.assign(window.api, {
        saveListPlan: async ({ options, ...input }: Parameters<typeof saveListPlan>[0]) => {
          plans.push([options.hours.from, options.atOnce])
          await released
          const saved = await saveListPlan({ options, ...input })
          return saved.ok ? { ok: true, value: { ...saved.value, options } } : saved
        },
      })
    })
    const open = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const dialog = page.getByRole('dialog')
    const pace = page.getByRole('dialog', { name: lists.options.pace })
    await open(lists.options.hours)
    const [from, to] = [lists.options.from, lists.options.to].map((label) => dialog.getByLabel(label, { exact: true }))
    await from?.fill('99:00')
    await dialog.getByText(lists.options.hoursError(widestHours)).waitFor()
    expect((await to?.boundingBox())?.y).toBe((await from?.boundingBox())?.y)
    await from?.fill('10:00')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await open(lists.options.pace)
    await pace.getByLabel(lists.options.atOnce).fill('5')
    await page.keyboard.press('Control+Enter')
    expect(await page.evaluate('plans')).toEqual([['10:00', defaultListOptions.atOnce]])
    await page.evaluate('release()')
    const save = pace.getByRole('button', { name: startOf(lists.options.save), disabled: false })
    await save.waitFor()
    expect(await pace.getByLabel(lists.options.atOnce).inputValue()).toBe('5')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.evaluate('plans.at(-1)')).toEqual(['10:00', 5])
    await dialog.waitFor({ state: 'hidden' })
    await close()
  })

  it('shows a chosen agent and does not start until the last choice is saved', async () => {
    const { page, close } = await started.open('listNew')
    await openList(page)
    await page.evaluate(() => {
      const { saveListPlan, startList } = window.api
      const releases: (() => void)[] = []
      const starts: unknown[] = []
      Object.assign(window, { releases, starts })
      Object.assign(window.api, {
        saveListPlan: async (input: Parameters<typeof saveListPlan>[0]) => {
          await new Promise<void>((resolve) => void releases.push(resolve))
          const saved = await saveListPlan(input)
          if (!saved.ok || saved.value.agent === null) return saved
          return { ok: true, value: { ...saved.value, agent: { ...saved.value.agent, agentUuid: input.agentUuid } } }
        },
        startList: (input: Parameters<typeof startList>[0]) => {
          starts.push(input)
          return startList(input)
        },
      })
    })
    const agent = page.getByRole('combobox', { name: lists.options.agent })
    const off = page.getByRole('button', { name: startOf(lists.start.off) }).getByText(lists.start.saving)
    const choose = async (at: number) => {
      await agent.press('Enter')
      const option = page.getByRole('option').nth(at)
      const name = await option.innerText()
      await option.press('Enter')
      await agent.filter({ hasText: name }).waitFor()
      await off.waitFor()
    }
    await choose(0)
    await choose(1)
    await page.evaluate('releases[0]()')
    await expect.poll(() => page.evaluate('releases.length')).toBe(2)
    await off.waitFor()
    await page.keyboard.press('Control+Enter')
    expect(await page.evaluate('starts')).toEqual([])
    await page.evaluate('releases[1]()')
    await start(page, 335).waitFor()
    await close()
  })

  it('shows only the rows of a total or a group, and then all rows again', async () => {
    const { page, close } = await started.open('listDraft')
    await openList(page)
    const table = page.getByRole('table', { name: lists.table.label })
    const states = () => table.locator('tr[data-row] td:nth-child(2)').allInnerTexts()
    await totals(page)
      .getByRole('button', { name: new RegExp(`^${lists.check.totals.refused}`) })
      .click()
    await expect.poll(async () => [...new Set(await states())]).toEqual([lists.rowTag('refused')])
    await page.getByRole('button', { name: lists.check.show('duplicate', '', 8) }).click()
    await expect.poll(() => table.locator('tr[data-row]').count()).toBe(8)
    await totals(page)
      .getByRole('button', { name: new RegExp(`^${lists.check.totals.all}`) })
      .click()
    await expect.poll(() => table.locator('tr[data-row]').count()).toBeGreaterThan(8)
    await close()
  })

  it('gives the buttons of all groups the same width, and shows each reason in full', async () => {
    const { page, close } = await started.open('listDraft')
    await openList(page)
    const findings = page.getByRole('region', { name: lists.check.findings })
    const widthOf = async (code: 'damagedNumber' | 'duplicate', rows: number) => {
      const group = findings
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: lists.check.show(code, '', rows) }) })
      const box = await group.getByRole('button', { name: lists.check.fix(code, 'leaveOut', null) }).boundingBox()
      return box?.width
    }
    expect(await widthOf('damagedNumber', 10)).toBe(await widthOf('duplicate', 8))
    const reasons = page.getByRole('table', { name: lists.table.label }).locator('tr[data-row] td:nth-child(7)')
    expect(await reasons.filter({ hasText: /./ }).count()).toBeGreaterThan(0)
    const cut = (cells: Element[]) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length
    expect(await reasons.evaluateAll(cut)).toBe(0)
    await close()
  })

  it.each([1280, 960])('keeps the label and the key of each fix within its button, %i pixels wide', async (width) => {
    const { page, close } = await started.open('listDraft', {
      width,
      before: (opened) =>
        opened.addInitScript(() => {
          const group = { name: '', rows: 2, held: 0, refused: 0, releasable: 0 }
          const fixes = ['useCountry', 'chooseZone'] as const
          const codes = { useCountry: 'noCountryCode', chooseZone: 'noTimeZone' } as const
          const value = fixes.map((fix) => ({ ...group, code: codes[fix], fixes: [fix, 'leaveOut'], fixed: fix }))
          Object.assign(window.api, { listFindings: async () => ({ ok: true, value }) })
        }),
    })
    await openList(page)
    const decided = page.getByRole('region', { name: lists.check.findings }).getByRole('button', { pressed: true })
    await expect.poll(() => decided.count()).toBe(2)
    expect(
      await decided.evaluateAll((buttons) => buttons.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
    ).toEqual([0, 0])
    await close()
  })

  it('chooses a country only if the text clearly means it, and the user moved to it otherwise', async () => {
    const { page, close } = await started.open('listDraft', {
      before: (opened) =>
        opened.addInitScript(() => {
          const group = { name: '', rows: 2, held: 2, refused: 0, releasable: 0, fixed: null, value: '' }
          const value = [{ ...group, code: 'noCountryCode', fixes: ['useCountry', 'leaveOut'] }]
          Object.assign(window.api, { listFindings: async () => ({ ok: true, value }) })
        }),
    })
    await openList(page)
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog', { name: lists.check.countryTitle })
    const field = dialog.getByRole('combobox', { name: lists.check.country })
    const apply = dialog.getByRole('button', { name: lists.check.apply })
    for (const [text, country] of [
      ['us', 'US'],
      ['USA', 'US'],
      ['Great Britain', 'GB'],
      ['+49', 'DE'],
    ] as const) {
      await field.fill('')
      await field.pressSequentially(text)
      await page
        .getByRole('option')
        .first()
        .filter({ hasText: messages.common.country(country) })
        .waitFor()
      await field.press('Enter')
      await expect.poll(() => field.inputValue()).toBe(messages.common.country(country))
      await expect.poll(() => apply.getAttribute('aria-disabled')).not.toBe('true')
    }
    await field.fill('')
    await field.pressSequentially('united')
    await expect.poll(() => page.getByRole('option').count()).toBe(3)
    await field.press('Enter')
    await dialog.getByText(messages.common.chooseCountry).waitFor()
    expect(await field.inputValue()).toBe('united')
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toMatch(/^United/)
    await field.fill('no such country')
    await page.getByText(messages.common.noCountry).waitFor()
    await close()
  })

  it('shows the chosen country, and keeps it when the user looks at it, until it is undone', async () => {
    const { page, close } = await started.open('listDraft', {
      before: (opened) =>
        opened.addInitScript(() => {
          const group = { name: '', rows: 2, held: 0, refused: 0, releasable: 0, fixed: 'useCountry', value: 'US' }
          const value = [{ ...group, code: 'noCountryCode', fixes: ['useCountry', 'leaveOut'] }]
          const { fixFinding } = window.api
          const decided: unknown[] = []
          Object.assign(window, { decided })
          Object.assign(window.api, {
            listFindings: async () => ({ ok: true, value }),
            fixFinding: (input: Parameters<typeof fixFinding>[0]) => {
              decided.push([input.fix, input.country])
              return fixFinding(input)
            },
          })
        }),
    })
    await openList(page)
    const read = () => page.evaluate('window.decided')
    const dialog = page.getByRole('dialog', { name: lists.check.countryTitle })
    const field = dialog.getByRole('combobox', { name: lists.check.country })
    const text = lists.check.fix('noCountryCode', 'useCountry', 'US')
    await page.getByRole('button', { name: text }).waitFor()
    await page.keyboard.press('f')
    await expect.poll(() => field.inputValue()).toBe(messages.common.country('US'))
    await dialog.getByRole('button', { name: messages.common.cancel }).click()
    expect(await read()).toEqual([])
    await page.keyboard.press('f')
    await field.fill('Germany')
    await page.keyboard.press('Control+Enter')
    await expect.poll(read).toEqual([['useCountry', 'DE']])
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('f')
    await dialog.getByRole('button', { name: lists.check.undo }).click()
    await expect.poll(read).toEqual([
      ['useCountry', 'DE'],
      [null, undefined],
    ])
    await close()
  })

  it('asks for confirmation before calling rows despite a finding, and keeps holding the rows if canceled', async () => {
    const { page, close } = await started.open('listDraft')
    await openList(page)
    const findings = page.getByRole('region', { name: lists.check.findings })
    const duplicates = findings
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: lists.check.show('duplicate', '', 8) }) })
    await duplicates.getByRole('button', { name: lists.check.moreFixes }).click()
    await page.getByRole('menuitem', { name: lists.check.fix('duplicate', 'callAnyway', null) }).click()
    const dialog = page.getByRole('dialog', { name: lists.check.anywayTitle(8) })
    await dialog.getByText(lists.check.anywayText('duplicate', '', 8, 8)).waitFor()
    await dialog.getByRole('button', { name: messages.common.cancel }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await total(page, lists.check.totals.held)).toBe(58)
    await close()
  })

  it('keeps focus in the group after a fix from its menu was confirmed', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await openList(page)
    const group = page
      .getByRole('region', { name: lists.check.findings })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: lists.check.show('duplicate', '', 8) }) })
    const anyway = lists.check.fix('duplicate', 'callAnyway', null)
    await group.getByRole('button', { name: lists.check.moreFixes }).click()
    await page.getByRole('menuitem', { name: anyway }).click()
    const dialog = page.getByRole('dialog', { name: lists.check.anywayTitle(8) })
    await dialog.getByRole('button', { name: anyway }).click()
    await dialog.waitFor({ state: 'detached' })
    await group
      .getByRole('button', { pressed: true, name: startOf(anyway) })
      .and(page.locator(':focus'))
      .waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says when it will be finished, and on which holidays it calls no one', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await openList(page)
    await start(page, 335).getByText(lists.start.callLength(120)).waitFor()
    const rules = page.getByRole('region', { name: lists.check.rules })
    await rules.getByRole('button', { name: startOf(lists.options.hours) }).click()
    await page.getByRole('dialog').getByText(lists.options.holidays(holidaysDate, undefined)).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('gives the length of a call only with the end that it leads to', async () => {
    const { page, close } = await started.open('listDraft')
    await page.evaluate(() => {
      const { forecastList } = window.api
      Object.assign(window.api, {
        forecastList: async (input: Parameters<typeof forecastList>[0]) => {
          const found = await forecastList(input)
          return found.ok ? { ok: true, value: { ...found.value, pausesAfter: 5 } } : found
        },
      })
    })
    await openList(page)
    await start(page, 335)
      .getByText(lists.start.finish({ endsAt: null, pausesAfter: 5 }, 0))
      .waitFor()
    expect(await start(page, 335).getByText(lists.start.callLength(120)).count()).toBe(0)
    await close()
  })

  it('loads when it will be finished again once the expected end has passed', async () => {
    const { page, close } = await started.open('listDraft', { before: (opened) => opened.clock.install() })
    const opened = Date.now() + 60_000
    const [first, second] = [20_000, 7_200_000].map((after) => new Date(opened + after).toISOString())
    await page.clock.pauseAt(opened)
    await page.evaluate(
      (ends) => {
        const { forecastList } = window.api
        Object.assign(window.api, {
          forecastList: async (input: Parameters<typeof forecastList>[0]) => {
            const found = await forecastList(input)
            const endsAt = Date.now() < Date.parse(ends[0] ?? '') ? ends[0] : ends[1]
            return found.ok ? { ok: true, value: { ...found.value, endsAt } } : found
          },
        })
      },
      [first, second],
    )
    await openList(page)
    const line = (endsAt: string | undefined) =>
      start(page, 335).getByText(lists.start.finish({ endsAt: endsAt ?? null, pausesAfter: null }, opened))
    await line(first).waitFor()
    await page.clock.runFor(20_500)
    await line(second).waitFor()
    expect(await line(first).count()).toBe(0)
    await close()
  })

  it('is checked again when it is opened, and says so if that fails', async () => {
    const { page, close } = await started.open('listDraft')
    await page.evaluate(() =>
      Object.assign(window.api, {
        recheckList: () => Promise.resolve({ ok: false, failure: { kind: 'unavailable', cause: 'serverError' } }),
      }),
    )
    await openList(page)
    await page.getByText(lists.check.recheckFailed(true)).waitFor()
    // The rows and the button stay as they were checked before.
    expect(await start(page, 335).count()).toBe(1)
    await close()
  })

  it('says why the rows of a new list could not be checked after the agent was chosen', async () => {
    const { page, pageErrors, close } = await started.open('listNew')
    await page.evaluate(() => {
      const { saveListPlan, listLists, recheckList } = window.api
      const failure = { kind: 'unavailable', cause: 'serverError' }
      let isSaved = false
      Object.assign(window.api, {
        listLists: async (input: Parameters<typeof listLists>[0]) => {
          const found = await listLists(input)
          return found.ok ? { ...found, value: found.value.map((list) => ({ ...list, checked: false })) } : found
        },
        saveListPlan: async (input: Parameters<typeof saveListPlan>[0]) => {
          const saved = await saveListPlan(input)
          isSaved = true
          return saved.ok ? { ...saved, value: { ...saved.value, checked: false } } : saved
        },
        recheckList: async (input: Parameters<typeof recheckList>[0]) =>
          isSaved ? { ok: false, failure } : recheckList(input),
      })
    })
    await openList(page)
    await page.getByRole('region', { name: lists.check.agentFirst }).getByRole('combobox').click()
    await page.getByRole('option', { name: 'Renewal reminder' }).first().click()
    await page.getByText(lists.check.recheckFailed(false)).waitFor()
    expect(await page.getByText(lists.check.checking).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows no row as ready while the check of the list has failed', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await page.evaluate(() => {
      const { listLists, saveListPlan } = window.api
      Object.assign(window.api, {
        listLists: async (input: Parameters<typeof listLists>[0]) => {
          const found = await listLists(input)
          return found.ok ? { ...found, value: found.value.map((list) => ({ ...list, checked: false })) } : found
        },
        saveListPlan: async (input: Parameters<typeof saveListPlan>[0]) => {
          const saved = await saveListPlan(input)
          return saved.ok ? { ...saved, value: { ...saved.value, checked: false } } : saved
        },
        recheckList: () => Promise.resolve({ ok: false, failure: { kind: 'storage', reason: 'internal' } }),
      })
    })
    await openList(page)
    await page.getByRole('button', { name: startOf(lists.options.pace) }).click()
    await page.getByRole('dialog', { name: lists.options.pace }).getByLabel(lists.options.atOnce).fill('5')
    await page.keyboard.press('Control+Enter')
    await page.getByText(lists.check.recheckFailed(false)).waitFor()
    await totals(page)
      .getByRole('button', { name: startOf(lists.check.totals.unchecked) })
      .waitFor()
    expect(await totals(page).getByText(lists.check.totals.ready).count()).toBe(0)
    const table = page.getByRole('table', { name: lists.table.label })
    await table.getByText(lists.uncheckedTag, { exact: true }).first().waitFor()
    expect(await table.getByText(lists.rowTag('ready'), { exact: true }).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says that a check failed only until a later change was followed by a check', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await page.evaluate(() =>
      Object.assign(window.api, {
        recheckList: () => Promise.resolve({ ok: false, failure: { kind: 'unavailable', cause: 'serverError' } }),
      }),
    )
    await openList(page)
    const failed = page.getByText(lists.check.recheckFailed(true))
    await failed.waitFor()
    await page.getByRole('button', { name: startOf(lists.options.pace) }).click()
    const pace = page.getByRole('dialog', { name: lists.options.pace })
    await pace.getByLabel(lists.options.atOnce).fill('5')
    await page.keyboard.press('Control+Enter')
    await failed.waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says while an option is saved that the rows are checked, and no longer that an earlier check failed', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await page.evaluate(() => {
      const { recheckList, saveListPlan } = window.api
      let isDown = true
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      Object.assign(window, { release, repair: () => (isDown = false) })
      const failure = { kind: 'unavailable', cause: 'serverError' }
      Object.assign(window.api, {
        recheckList: (input: Parameters<typeof recheckList>[0]) =>
          isDown ? Promise.resolve({ ok: false, failure }) : recheckList(input),
        saveListPlan: async (input: Parameters<typeof saveListPlan>[0]) => {
          await released
          return saveListPlan(input)
        },
      })
    })
    await openList(page)
    const failed = page.getByText(lists.check.recheckFailed(true))
    await failed.waitFor()
    await page.evaluate('repair()')
    await page.getByRole('button', { name: startOf(lists.options.pace) }).click()
    const pace = page.getByRole('dialog', { name: lists.options.pace })
    await pace.getByLabel(lists.options.atOnce).fill('5')
    await page.keyboard.press('Control+Enter')
    await page.getByText(lists.check.checking).waitFor()
    expect(await failed.count()).toBe(0)
    await page.evaluate('release()')
    await page.getByText(lists.check.checking).waitFor({ state: 'detached' })
    expect(await failed.count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('checks the rows again after a decision whose check failed, says why that fails, and not that the decision is done', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await failChecks(page)
    await openList(page)
    await recordAnnouncements(page)
    const checking = page.getByText(lists.check.checking)
    const failed = page.getByText(lists.check.recheckFailed(false))
    await page.keyboard.press('w')
    await checking.waitFor()
    await page.evaluate('release()')
    await failed.waitFor()
    expect(await page.evaluate('rechecks')).toEqual(['idle', 'idle'])
    expect(await checking.count()).toBe(0)
    expect(await takeAnnouncements(page)).toEqual([lists.check.decidedUnchecked])
    await page.evaluate('repair()')
    await page.keyboard.press('d')
    await failed.waitFor({ state: 'detached' })
    expect(await page.getByText(lists.check.recheckFailed(true)).count()).toBe(0)
    expect(await takeAnnouncements(page)).not.toContain(lists.check.decidedUnchecked)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says about a decision on a group that grew only that it was not saved, and why', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    const refusal = { kind: 'invalid' as const, issues: [{ path: ['code'], code: 'listGroup' as const }] }
    await page.evaluate(
      (failure) => Object.assign(window.api, { fixFinding: () => Promise.resolve({ ok: false, failure }) }),
      refusal,
    )
    await openList(page)
    await page.keyboard.press('w')
    const findings = page.getByRole('region', { name: lists.check.findings })
    await findings.getByText(lists.check.decisionFailed, { exact: true }).waitFor()
    const text = messages.failure.describe(refusal)
    for (const shown of [messages.failure.asReason(text), text.next])
      await findings.getByText(shown, { exact: true }).waitFor()
    expect(await findings.getByText(lists.check.failed).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it.each<[string, (page: Page) => Promise<void>, string]>([
    ['listDraft', openList, 'start'],
    ['listPaused', openList, 'resume'],
    ['listInterrupted', (page) => number(page).waitFor(), 'banner'],
  ])('says on its button when the first call is due if none can be placed now: %s', async (scene, open, kind) => {
    const times = { startsAt: '2099-11-28T22:22:00.000Z', later: 134 }
    const before = (opened: Page) =>
      opened.addInitScript((later) => {
        const { forecastList } = window.api
        Object.assign(window.api, {
          forecastList: async (input: Parameters<typeof forecastList>[0]) => {
            const found = await forecastList(input)
            return found.ok ? { ok: true, value: { ...found.value, ...later } } : found
          },
        })
      }, times)
    const { page, pageErrors, close } = await started.open(scene, { before })
    await open(page)
    const { start: startText, run } = lists
    const now = Date.now()
    const text = kind === 'start' ? startText.start(335, times, now) : run.resume(134, null, times, now)
    await page.getByRole('button', { name: startOf(text) }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('starts once with Ctrl+Enter, even if it is pressed twice', async () => {
    const { page, close } = await started.open('listDraft')
    await openList(page)
    await start(page, 335).waitFor()
    await recordAnnouncements(page)
    await page.evaluate(() => {
      const { startList } = window.api
      const requests: unknown[] = []
      // The response arrives only after both key presses.
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      Object.assign(window, { requests, release })
      Object.assign(window.api, {
        startList: async (input: Parameters<typeof startList>[0]) => {
          requests.push(input.calls)
          await released
          return startList(input)
        },
      })
    })
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await page.evaluate('release()')
    await page.getByRole('button', { name: lists.run.pause, exact: true }).waitFor()
    expect(await page.evaluate('requests')).toEqual([335])
    expect(await takeAnnouncements(page)).toContain(stateNews('running', 335, 0))
    // The start button had focus; it is removed.
    const rows = page.getByRole('region', { name: lists.table.label })
    expect(await rows.evaluate((one) => one === document.activeElement)).toBe(true)
    await close()
  })

  it('does not start with another version of the agent before it has shown its opening, and says so', async () => {
    const { page, close } = await started.open('listDraft')
    const refusal = { kind: 'invalid' as const, issues: [{ path: [], code: 'listAgentChanged' as const }] }
    const opening = 'Hello, this is the new version.'
    await page.evaluate(
      ([failure, newOpening]) => {
        const { listLists, getList, readAgentText, saveListPlan, startList } = window.api
        let version = 'shown'
        const withVersion = <T extends { agent: object | null }>(list: T) => ({
          ...list,
          agent: { ...list.agent, version },
        })
        Object.assign(window.api, {
          listLists: async (input: Parameters<typeof listLists>[0]) => {
            const found = await listLists(input)
            return found.ok ? { ok: true, value: found.value.map(withVersion) } : found
          },
          getList: async (input: Parameters<typeof getList>[0]) => {
            const found = await getList(input)
            return found.ok ? { ok: true, value: withVersion(found.value) } : found
          },
          readAgentText: async (input: Parameters<typeof readAgentText>[0]) => {
            const found = await readAgentText(input)
            if (version === 'shown' || !found.ok || found.value.state !== 'published') return found
            return { ok: true, value: { ...found.value, opening: { ...found.value.opening, text: newOpening } } }
          },
          startList: async (input: Parameters<typeof startList>[0]) => {
            if (version === 'new') return startList(input)
            version = 'new'
            // Only announces a change of the list.
            await saveListPlan({} as Parameters<typeof saveListPlan>[0])
            return { ok: false, failure }
          },
        })
      },
      [refusal, opening] as const,
    )
    await openList(page)
    await start(page, 335).waitFor()
    const shown = page.getByRole('region', { name: lists.check.say }).getByText(opening)
    expect(await shown.count()).toBe(0)
    await page.keyboard.press('Control+Enter')
    await page.getByText(lists.check.startFailed).waitFor()
    await page.getByText(messages.failure.asReason(messages.failure.describe(refusal))).waitFor()
    await shown.waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: lists.run.pause, exact: true }).waitFor()
    await close()
  })

  it('does not start without an agent, says so, and loads when it will be finished only once it can start', async () => {
    const { page, pageErrors, close } = await started.open('listNew')
    await page.evaluate(() => {
      const { forecastList } = window.api
      const requests: unknown[] = []
      Object.assign(window, { requests })
      Object.assign(window.api, {
        forecastList: (input: Parameters<typeof forecastList>[0]) => {
          requests.push(input)
          return forecastList(input)
        },
      })
    })
    await openList(page)
    const button = page.getByRole('button', { name: startOf(lists.start.off) })
    await button.getByText(lists.start.noAgent).waitFor()
    expect(await total(page, lists.check.totals.notChecked)).toBe(400)
    await page.keyboard.press('Control+Enter')
    await button.waitFor()
    expect(await page.evaluate('requests')).toEqual([])
    await page.getByRole('combobox', { name: lists.options.agent }).press('Enter')
    await page.getByRole('option', { name: 'Renewal reminder' }).press('Enter')
    await start(page, 335).getByText(lists.start.callLength(120)).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('a finished list', { timeout: 60_000 }, () => {
  it('handles shortcuts while a checkbox has the focus, and leaves Space to the checkbox', async () => {
    const { page, close } = await started.open('listDone')
    await number(page).waitFor()
    await goTo(page, messages.shell.screens.lists)
    await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
    const checkbox = page.getByRole('region', { name: lists.done.leftovers }).getByRole('checkbox').first()
    const isChecked = await checkbox.isChecked()
    await checkbox.focus()
    await page.keyboard.press('g')
    await page.keyboard.press('Space')
    expect(await checkbox.isChecked()).toBe(!isChecked)
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: messages.shell.screens.keys, exact: true }).first().waitFor()
    await close()
  })

  it('names the outcomes of its chart as the table of its totals does', async () => {
    const { page, close } = await started.open('listDone')
    await number(page).waitFor()
    await goTo(page, messages.shell.screens.lists)
    await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
    await page.getByRole('button', { name: lists.run.asTable }).click()
    const [, ...columns] = await page.getByRole('columnheader').allInnerTexts()
    const states = await page.getByRole('term').allInnerTexts()
    expect(columns.length).toBeGreaterThan(1)
    for (const column of columns) for (const name of column.toLowerCase().split(', ')) expect(states).toContain(name)
    await close()
  })

  it('offers no action on a row that would need a list that still calls, and says why a row was refused', async () => {
    const { page, pageErrors, close } = await started.open('listDone')
    await number(page).waitFor()
    await goTo(page, messages.shell.screens.lists)
    await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
    await page.getByRole('button', { name: startOf(lists.done.showRows) }).click()
    const row = page.locator('tr[data-row]').filter({ hasText: lists.rowTag('noAnswer') })
    // The local time of now says nothing about a call that is over.
    expect(
      await row
        .first()
        .getByText(/^\d\d:\d\d$/)
        .count(),
    ).toBe(0)
    await row.first().click()
    const drawer = page.getByRole('complementary', { name: lists.drawer.label })
    await drawer.getByText(lists.drawer.timeZone).waitFor()
    expect(await drawer.getByText(lists.drawer.localTime).count()).toBe(0)
    await drawer.getByRole('button', { name: startOf(lists.drawer.note) }).waitFor()
    expect(await drawer.getByRole('button', { name: startOf(lists.drawer.callAgain) }).count()).toBe(0)
    await page.keyboard.press('End')
    await drawer.getByText(lists.rowTag('held')).waitFor()
    expect(await drawer.getByRole('button', { name: startOf(lists.drawer.release) }).count()).toBe(0)
    const refused = {
      state: 'refused',
      phoneNumber: null,
      phoneNumberDisplay: '',
      cells: [],
      heldManually: false,
    } as const
    const reason = lists.table.reason({ ...refused, findings: [{ code: 'doNotCall', name: '' }] })
    await page
      .locator('tr[data-row]')
      .filter({ hasText: lists.rowTag('refused') })
      .first()
      .click()
    await drawer.getByText(reason, { exact: true }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})

it('replaces the first value of the Pace dialog by typing', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('listDraft')
  await openList(page)
  await page.getByRole('button', { name: startOf(lists.options.pace) }).press('Enter')
  const atOnce = page.getByRole('textbox', { name: lists.options.atOnce })
  await atOnce.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('10')
  expect(await atOnce.inputValue()).toBe('10')
  expect(pageErrors).toEqual([])
  await close()
})

it('opens the Consent dialog in its first field', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('listDraft')
  await openList(page)
  await page.getByRole('button', { name: startOf(lists.options.consent) }).press('Enter')
  const type = page.getByRole('dialog').getByRole('combobox', { name: lists.options.typeLabel })
  await type.and(page.locator(':focus')).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('offers the list’s type and those that the policy allows', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('listDraft')
  await number(page).waitFor()
  await setListPolicy(page, { types: ['debt'] })
  await openList(page)
  await page.getByRole('button', { name: startOf(lists.options.consent) }).press('Enter')
  const type = page.getByRole('dialog').getByRole('combobox', { name: lists.options.typeLabel })
  await type.press('Enter')
  const offered = page.getByRole('option')
  await expect.poll(() => offered.allInnerTexts()).toEqual([lists.options.type('service'), lists.options.type('debt')])
  await close()
})

it('renders only the rows and the preview of a draft again when rows are loaded', async () => {
  const { page, pageErrors, close } = await started.open('listDraft')
  await openList(page)
  const table = page.getByRole('table', { name: lists.table.label })
  const isRendered = await watchRendering(page, page.getByRole('heading', { level: 1 }))
  await table.hover()
  await page.mouse.wheel(0, 100_000)
  await table.locator('[data-row="400"]').waitFor()
  expect(await isRendered()).toBe(false)
  expect(pageErrors).toEqual([])
  await close()
})

describe('running a list', { timeout: 60_000 }, () => {
  it('shows when a row of another day is due, and all counters in one line, beside the details of a row', async () => {
    const { page, close } = await started.open('listRunning')
    await page.evaluate(() => {
      const { listRows } = window.api
      Object.assign(window.api, {
        listRows: async (input: Parameters<typeof listRows>[0]) => {
          const found = await listRows(input)
          if (!found.ok || !input.states.includes('ready')) return found
          const rows = found.value.rows.map((row) => ({ ...row, dueAt: '2099-11-28T22:22:00.000Z' }))
          return { ok: true, value: { ...found.value, rows } }
        },
      })
    })
    await openList(page)
    await page.locator('tr[data-row]').first().click()
    await page.getByRole('complementary', { name: lists.drawer.label }).waitFor()
    await page.keyboard.press('End')
    const due = page.getByText(lists.table.waitsUntil('2099-11-28T22:22:00.000Z', Date.now())).first()
    expect(await due.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    const counters = page.locator(`[aria-label="${lists.run.counters}"] > div`)
    expect(await counters.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)).toBe(1)
    await close()
  })

  it('does not make the whole screen scroll at 200%', async () => {
    const { page, close } = await started.open('listRunning', { width: 640, height: 400 })
    await openList(page)
    expect(await page.getByRole('main').evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    await close()
  })

  it('keeps the focus on its button when it is paused and resumed with Enter', async () => {
    const { page, close } = await started.open('listRunning')
    await openList(page)
    const isFocused = (button: Locator) => button.evaluate((one) => one === document.activeElement)
    const pause = page.getByRole('button', { name: lists.run.pause, exact: true })
    const resume = page.getByRole('button', { name: startOf(lists.run.resume(134)) })
    await pause.press('Enter')
    await resume.waitFor()
    expect(await isFocused(resume)).toBe(true)
    await expect.poll(() => resume.isEnabled()).toBe(true)
    await page.keyboard.press('Enter')
    await pause.waitFor()
    expect(await isFocused(pause)).toBe(true)
    await close()
  })

  it('pauses and resumes with P, and announces both', async () => {
    const { page, pageErrors, close } = await started.open('listRunning')
    await openList(page)
    await recordAnnouncements(page)
    await page.keyboard.press('p')
    const resume = page.getByRole('button', { name: startOf(lists.run.resume(134)) })
    await expect.poll(() => resume.isEnabled()).toBe(true)
    await page.keyboard.press('p')
    await page.getByRole('button', { name: lists.run.pause, exact: true }).waitFor()
    expect(await takeAnnouncements(page)).toContain(stateNews('running', 134, 3))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not resume a list with a second press that follows Pause', async () => {
    const { page, pageErrors, close } = await started.open('listRunning')
    await openList(page)
    const resume = page.getByRole('button', { name: startOf(lists.run.resume(134)) })
    await page.evaluate(() => {
      const { startList } = window.api
      const [startedLists, endPause]: [string[], (() => void)[]] = [[], []]
      const { setTimeout: original } = window
      // Resume stays off until the test ends the second, so that the presses may take any time.
      const hold = (action: () => void, milliseconds?: number) =>
        milliseconds === 1_000 ? endPause.push(action) : original(action, milliseconds)
      Object.assign(window, { startedLists, endPause, setTimeout: hold })
      Object.assign(window.api, {
        startList: (input: Parameters<typeof startList>[0]) => {
          startedLists.push(input.listId)
          return startList(input)
        },
      })
    })
    await page.keyboard.press('p')
    await resume.waitFor()
    for (const press of [() => page.keyboard.press('p'), () => page.keyboard.press('p'), () => resume.press('Enter')]) {
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await press()
    }
    expect(await page.evaluate('startedLists.length')).toBe(0)
    await page.evaluate('for (const end of endPause) end()')
    await expect.poll(() => resume.isEnabled()).toBe(true)
    await page.keyboard.press('p')
    await expect.poll(() => page.evaluate('startedLists.length')).toBe(1)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not resume a list that has just paused itself with a key press or a click that was meant to pause it', async () => {
    const before = (opened: Page) =>
      opened.addInitScript(() => {
        const { listLists, onListsChanged, startList } = window.api
        const listeners: Parameters<typeof onListsChanged>[0][] = []
        const startedLists: string[] = []
        Object.assign(window.api, {
          onListsChanged: (listener: (typeof listeners)[0]) => {
            listeners.push(listener)
            return onListsChanged(listener)
          },
          startList: (input: Parameters<typeof startList>[0]) => {
            startedLists.push(input.listId)
            return startList(input)
          },
        })
        const pauseItself = async (): Promise<void> => {
          const brake = { reason: 'noCredit', detail: '', at: '2026-11-21T09:00:00.000Z' }
          Object.assign(window.api, {
            listLists: async (input: Parameters<typeof listLists>[0]) => {
              const found = await listLists(input)
              return found.ok
                ? { ...found, value: found.value.map((one) => ({ ...one, state: 'paused', brake })) }
                : found
            },
          })
          listeners.forEach((listener) => listener({ listId: '' }))
        }
        Object.assign(window, { startedLists, pauseItself })
      })
    const { page, pageErrors, close } = await started.open('listRunning', { before })
    await openList(page)
    const resume = lists.run.resume(134)
    // The press follows the page's change immediately.
    await page.evaluate(async (text) => {
      const shown = Promise.withResolvers<void>()
      const observer = new MutationObserver(() => {
        const button = [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith(text))
        if (button === undefined) return
        observer.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }))
        button.click()
        shown.resolve()
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      ;(window as typeof window & { pauseItself: () => void }).pauseItself()
      await shown.promise
    }, resume)
    const button = page.getByRole('button', { name: startOf(resume) })
    await expect.poll(() => button.isEnabled()).toBe(true)
    expect(await page.evaluate('startedLists.length')).toBe(0)
    await page.keyboard.press('p')
    await expect.poll(() => page.evaluate('startedLists.length')).toBe(1)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not resume a list that paused itself just before its screen was opened', async () => {
    const at = new Date('2026-11-21T09:00:00.000Z')
    const resume = lists.run.resume(134)
    const before = (opened: Page) =>
      opened.addInitScript(
        ({ text, pausedAt }) => {
          const { listLists, startList } = window.api
          const startedLists: string[] = []
          const brake = { reason: 'noCredit', detail: '', at: pausedAt }
          Object.assign(window.api, {
            listLists: async (input: Parameters<typeof listLists>[0]) => {
              const found = await listLists(input)
              return found.ok
                ? { ...found, value: found.value.map((one) => ({ ...one, state: 'paused', brake })) }
                : found
            },
            startList: (input: Parameters<typeof startList>[0]) => {
              startedLists.push(input.listId)
              return startList(input)
            },
          })
          // The press follows the page's change immediately.
          const observer = new MutationObserver(() => {
            if (![...document.querySelectorAll('button')].some((one) => one.textContent.startsWith(text))) return
            observer.disconnect()
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }))
            Object.assign(window, { startedAtOnce: startedLists.length })
          })
          observer.observe(document, { subtree: true, childList: true, characterData: true })
        },
        { text: resume, pausedAt: at.toISOString() },
      )
    const { page, pageErrors, close } = await started.open('listRunning', { before, at })
    await openList(page)
    await expect.poll(() => page.getByRole('button', { name: startOf(resume) }).isEnabled()).toBe(true)
    expect(await page.evaluate('startedAtOnce')).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('announces both lists if two of them change at once', async () => {
    const before = async (opened: Page) => {
      await withOtherList('running', 7)(opened)
      await opened.addInitScript(() => {
        const { onListsChanged } = window.api
        const listeners: ((changed: { listId: string }) => void)[] = []
        const changeLists = () => listeners.forEach((listener) => listener({ listId: 'other' }))
        Object.assign(window, { changeLists })
        const listen: typeof onListsChanged = (listener) => {
          listeners.push(listener)
          return onListsChanged(listener)
        }
        Object.assign(window.api, { onListsChanged: listen })
      })
    }
    const { page, pageErrors, close } = await started.open('listRunning', { before })
    await openList(page)
    await recordAnnouncements(page)
    await page.evaluate(() => {
      const { listLists } = window.api
      const paused: typeof listLists = async (input) => {
        const found = await listLists(input)
        return found.ok ? { ok: true, value: found.value.map((list) => ({ ...list, state: 'paused' })) } : found
      }
      Object.assign(window.api, { listLists: paused })
    })
    await page.evaluate('changeLists()')
    for (const name of ['Tuesday renewals', 'Wednesday renewals'])
      await expect
        .poll(() => page.evaluate(() => window.announced?.join(' ')))
        .toContain(lists.elsewhere.announcement({ name, state: 'paused', brake: null }))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('skips a waiting row with one key, and writes a note on it', async () => {
    const { page, pageErrors, close } = await started.open('listRunning')
    await openList(page)
    await page.keyboard.press('End')
    const selected = page.locator('tr[aria-current]')
    await selected.waitFor()
    await page.keyboard.press('q')
    await selected.getByText(lists.rowTag('skipped')).waitFor()
    await page.keyboard.press('n')
    const note = page.getByRole('dialog').getByRole('textbox', { name: lists.drawer.note })
    await note.fill('moved away')
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    await expect.poll(() => note.inputValue()).toBe('moved away')
    await note.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(' in May')
    expect(await note.inputValue()).toBe('moved away in May')
    await page.keyboard.press('Control+Enter')
    await note.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: lists.drawer.label }).getByText('moved away').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: lists.drawer.label }).waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps the do-not-call dialog of a row and its reason when the list ends', async () => {
    const { page, pageErrors, close } = await started.open('listRunning')
    await openList(page)
    await page.keyboard.press('End')
    await page.locator('tr[aria-current]').waitFor()
    await page.keyboard.press('d')
    const reason = page.getByRole('dialog').getByRole('textbox')
    await reason.fill('asked us to stop')
    await page.evaluate(async () => {
      const listed = await window.api.listLists({})
      const running = listed.ok ? listed.value.find(({ state }) => state === 'running') : undefined
      if (running) await window.api.stopList({ listId: running.listId })
    })
    await page.getByText(lists.state('stopped'), { exact: true }).waitFor()
    expect(await reason.inputValue()).toBe('asked us to stop')
    await page.keyboard.press('Control+Enter')
    await reason.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: lists.done.doNotCall }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says why the list is paused and who must act, and resumes an interrupted list from any screen with one key', async () => {
    const paused = await started.open('listPaused')
    await openList(paused.page)
    await paused.page.getByText(lists.run.brake('noCredit').title).waitFor()
    await paused.close()
    const { page, close } = await started.open('listInterrupted')
    const resume = page.getByRole('button', { name: startOf(lists.run.resume(134)) })
    await resume.waitFor()
    await page.getByText(lists.elsewhere.interrupted('Tuesday renewals', interruptedSums)).waitFor()
    await number(page).press('Escape')
    await page.keyboard.press('p')
    await resume.waitFor({ state: 'detached' })
    await goTo(page, messages.shell.screens.inbox)
    await page.getByRole('heading', { name: messages.inbox.title }).waitFor()
    expect(await page.getByText(messages.inbox.groups.lists).count()).toBe(0)
    await close()
  })

  it('offers the decision on rows that may have been called while the list is paused, and says why a row is held', async () => {
    const { page, pageErrors, close } = await started.open('listRecovered')
    await openList(page)
    const findings = page.getByRole('region', { name: lists.check.findings })
    const group = findings
      .getByRole('listitem')
      .filter({ hasText: lists.check.finding('calledRecently', sinceBackup, 134) })
    await group.waitFor()
    await page.getByText(lists.run.noneReady).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const findingOfRow = {
      state: 'held',
      phoneNumber: null,
      phoneNumberDisplay: '',
      cells: [],
      heldManually: false,
    } as const
    const reason = lists.table.reason({ ...findingOfRow, findings: [{ code: 'calledRecently', name: sinceBackup }] })
    await page.getByRole('complementary', { name: lists.drawer.label }).getByText(reason).waitFor()
    await page.keyboard.press('y')
    await findings.getByRole('button', { pressed: true }).waitFor()
    await page.getByRole('button', { name: startOf(lists.run.resume(0)) }).waitFor()
    await page.keyboard.press('y')
    await group.getByRole('button', { name: lists.check.moreFixes }).click()
    const anyway = lists.check.fix('calledRecently', 'callAnyway', null)
    await page.getByRole('menuitem', { name: anyway }).click()
    await page
      .getByRole('dialog', { name: lists.check.anywayTitle(134) })
      .getByRole('button', { name: anyway })
      .click()
    await page.getByRole('button', { name: startOf(lists.run.resume(134)) }).waitFor()
    expect(await page.getByText(lists.run.noneReady).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('offers the decision on each group with held rows while the list is paused, and D only for the selected row', async () => {
    const { page, pageErrors, close } = await started.open('listPaused', { width: 960, height: 640 })
    await openList(page)
    const findings = page.getByRole('region', { name: lists.check.findings })
    await findings.getByText(lists.check.finding('missingValue', 'amount_due', 40)).waitFor()
    await findings.getByText(lists.check.finding('duplicate', '', 8)).waitFor()
    expect(await findings.getByRole('listitem').count()).toBe(3)
    expect(await findings.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    await page.keyboard.press('w')
    await page.getByRole('button', { name: startOf(lists.run.resume(134 + 40)) }).waitFor()
    await findings.getByRole('button', { pressed: true }).waitFor()
    await page.keyboard.press('w')
    await page.getByRole('button', { name: startOf(lists.run.resume(134)) }).waitFor()
    await page.keyboard.press('End')
    await page.locator('tr[aria-current]').waitFor()
    await page.keyboard.press('d')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => findings.getByRole('button', { pressed: true }).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not say again that a decision was not saved after the list was resumed and paused', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    const failure = { kind: 'storage' as const, reason: 'full' as const }
    await page.evaluate(
      (refusal) => Object.assign(window.api, { fixFinding: () => Promise.resolve({ ok: false, failure: refusal }) }),
      failure,
    )
    await openList(page)
    await page.keyboard.press('w')
    const failed = page.getByText(lists.check.decisionFailed, { exact: true })
    await failed.waitFor()
    await page.keyboard.press('p')
    await page.getByRole('button', { name: lists.run.pause, exact: true }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('region', { name: lists.check.findings }).waitFor()
    expect(await failed.count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('checks the rows of a paused list again only after a decision whose check failed, and says why that fails', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await failChecks(page)
    await openList(page)
    await recordAnnouncements(page)
    const failed = page.getByText(lists.check.recheckFailed(false))
    await page.evaluate('release()')
    await page.keyboard.press('w')
    await failed.waitFor()
    expect(await page.evaluate('rechecks')).toEqual(['idle'])
    await expect.poll(() => takeAnnouncements(page)).toContain(lists.check.decidedUnchecked)
    await page.evaluate('repair()')
    await page.keyboard.press('w')
    await failed.waitFor({ state: 'detached' })
    await expect.poll(() => takeAnnouncements(page)).toContain(lists.check.unfixed(40))
    expect(await page.evaluate('rechecks')).toEqual(['idle'])
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says before stopping how many rows can be copied: none of those that may have been called', async () => {
    const { page, pageErrors, close } = await started.open('listRecovered')
    await openList(page)
    const leftoverRows = 170
    await page.getByRole('button', { name: lists.run.stop }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(lists.run.stopText(192, leftoverRows, 134, 3)).waitFor()
    await dialog.getByRole('button', { name: lists.run.stopConfirm }).click()
    const leftovers = page.getByRole('region', { name: lists.done.leftovers })
    await leftovers.waitFor()
    for (const box of await leftovers.getByRole('checkbox').all()) await box.check()
    await leftovers.getByRole('button', { name: startOf(lists.done.makeList(leftoverRows)) }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('counts the rows for a new list once while it asks whether to stop, and drops the number when rows change', async () => {
    const { page, pageErrors, close } = await started.open('listRecovered')
    await openList(page)
    await page.evaluate(() => {
      const { countCopyableRows } = window.api
      const requests: string[] = []
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      Object.assign(window, { requests, release })
      Object.assign(window.api, {
        countCopyableRows: async (input: Parameters<typeof countCopyableRows>[0]) => {
          requests.push('count')
          await released
          return countCopyableRows(input)
        },
      })
    })
    await page.getByRole('button', { name: lists.run.stop }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(lists.run.stopText(192, 'counting', 134, 3)).waitFor()
    await page.evaluate('release()')
    await dialog.getByText(lists.run.stopText(192, 170, 134, 3)).waitFor()
    await page.evaluate(async () => {
      const { listLists } = window.api
      const found = await listLists({})
      // A row is called while the user decides.
      const withCalledRow: typeof listLists = async (input) => {
        const listed = await listLists(input)
        if (!listed.ok) return listed
        const called = listed.value.map((list) => {
          const { ready, noAnswer } = list.counts
          return { ...list, counts: { ...list.counts, ready: ready - 1, noAnswer: noAnswer + 1 } }
        })
        return { ...listed, value: called }
      }
      Object.assign(window.api, { listLists: withCalledRow })
      const listId = found.ok ? (found.value[0]?.listId ?? '') : ''
      const { promise: changed, resolve } = Promise.withResolvers<void>()
      window.api.onListsChanged(() => resolve())
      await window.api.pauseList({ listId })
      await changed
      // A request that the change causes is sent before this one is answered.
      await window.api.getList({ listId })
    })
    await dialog.getByText(lists.run.stopText(191, null, 134, 3)).waitFor()
    expect(await page.evaluate('requests')).toEqual(['count'])
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says before stopping that rows can be copied if they can’t be counted', async () => {
    const { page, pageErrors, close } = await started.open('listRecovered')
    await openList(page)
    const failure = { kind: 'storage' as const, reason: 'locked' as const }
    await page.evaluate(
      (locked) =>
        Object.assign(window.api, { countCopyableRows: () => Promise.resolve({ ok: false, failure: locked }) }),
      failure,
    )
    await page.getByRole('button', { name: lists.run.stop }).click()
    await page
      .getByRole('dialog')
      .getByText(lists.run.stopText(192, null, 134, 3))
      .waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps the color and the name of a list’s own profile while another profile is selected', async () => {
    const { page, pageErrors, close } = await started.open('listInterrupted')
    await page.getByText(`Acme Billing · ${lists.elsewhere.interrupted('Tuesday renewals', interruptedSums)}`).waitFor()
    await openList(page)
    const resume = page.getByRole('button', { name: startOf(lists.run.resume(134, 'Acme Billing')) })
    const color = () => resume.evaluate((one) => getComputedStyle(one).backgroundColor)
    const ownColor = await color()
    await page.keyboard.press('Control+2')
    await page.getByRole('button', { name: new RegExp(profileLabel('Borealis')) }).waitFor()
    await resume.waitFor()
    expect(await color()).toBe(ownColor)
    expect(await page.getByRole('main').getByText('Acme Billing', { exact: true }).count()).toBe(1)
    expect(pageErrors).toEqual([])
    await close()
  })

  it.each([
    ['shows when a list paused', 'listPaused', true],
    ['shows no time for an interrupted list, because the time of closing is unknown', 'listInterrupted', false],
  ])('%s', async (_what, scene, isShown) => {
    const { page, close } = await started.open(scene)
    await openList(page)
    const at = await page.evaluate(async () => {
      const found = await window.api.listLists({})
      return found.ok ? (found.value[0]?.brake?.at ?? '') : ''
    })
    expect(await page.getByText(lists.run.pausedAt(at, Date.now()), { exact: true }).count()).toBe(isShown ? 1 : 0)
    await goTo(page, messages.shell.screens.inbox)
    const item = page.locator('[data-inbox-item]').filter({ hasText: lists.elsewhere.pausedTag })
    await item.waitFor()
    // The age is the last text of an item, after the name of its profile.
    expect((await item.innerText()).trim().endsWith('Acme Billing')).toBe(!isShown)
    await close()
  })

  it('names the running list that keeps another list of the profile from being resumed, once', async () => {
    const refusal = { kind: 'invalid' as const, issues: [{ path: [], code: 'listBusy' as const }] }
    const before = async (opened: Page) => {
      await withOtherList('running', 7)(opened)
      await opened.addInitScript((failure) => {
        const { listLists } = window.api
        Object.assign(window.api, {
          listLists: async (input: Parameters<typeof listLists>[0]) => {
            const found = await listLists(input)
            const profileId = found.ok ? found.value[0]?.profileId : undefined
            return found.ok ? { ok: true, value: found.value.map((list) => ({ ...list, profileId })) } : found
          },
          startList: async () => ({ ok: false, failure }),
        })
      }, refusal)
    }
    const { page, pageErrors, close } = await started.open('listPaused', { before })
    await openList(page)
    await page.keyboard.press('p')
    await page.getByText(lists.run.resumeFailed, { exact: true }).waitFor()
    await page.getByText(lists.start.otherRuns('Wednesday renewals'), { exact: true }).waitFor()
    const text = messages.failure.describe(refusal)
    for (const other of [text.title, text.next]) expect(await page.getByText(other).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says that the list didn’t resume if its present state can’t be read', async () => {
    const refusal = { kind: 'invalid' as const, issues: [{ path: [], code: 'listCount' as const }] }
    const before = (opened: Page) =>
      opened.addInitScript((failure) => {
        const fail = () => Promise.resolve({ ok: false, failure })
        Object.assign(window.api, {
          startList: () => {
            Object.assign(window.api, { getList: fail })
            return fail()
          },
        })
      }, refusal)
    const { page, pageErrors, close } = await started.open('listPaused', { before })
    await openList(page)
    await page.keyboard.press('p')
    await page.getByText(lists.run.resumeFailed, { exact: true }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says that the list didn’t resume until the user decides on the rows that are no longer ready', async () => {
    const refusal = { kind: 'invalid' as const, issues: [{ path: [], code: 'listCount' as const }] }
    const before = (opened: Page) =>
      opened.addInitScript((failure) => {
        const { listLists, getList, fixFinding } = window.api
        // Resume finds that all ready rows must be held; the next change of the list decides on them.
        let ready = 2
        const brake = { reason: 'maxCalls' as const, detail: '', at: '2026-11-21T09:00:00.000Z' }
        const changed = <T extends { counts: object }>(list: T) => ({
          ...list,
          brake,
          counts: { ...list.counts, ready, held: 2 },
        })
        Object.assign(window, { decide: () => (ready = 1) })
        Object.assign(window.api, {
          listLists: async (input: Parameters<typeof listLists>[0]) => {
            const found = await listLists(input)
            return found.ok ? { ok: true, value: found.value.map(changed) } : found
          },
          getList: async (input: Parameters<typeof getList>[0]) => {
            const found = await getList(input)
            return found.ok ? { ok: true, value: changed(found.value) } : found
          },
          fixFinding: async (input: Parameters<typeof fixFinding>[0]) => {
            const fixed = await fixFinding(input)
            return fixed.ok ? { ok: true, value: changed(fixed.value) } : fixed
          },
          startList: async () => {
            ready = 0
            return { ok: false, failure }
          },
        })
      }, refusal)
    const { page, close } = await started.open('listPaused', { before })
    await openList(page)
    const { title, text } = lists.run.brake('maxCalls')
    await page.getByText(title).waitFor()
    await page.getByText(text).waitFor()
    await page.keyboard.press('p')
    const failed = page.getByText(lists.run.resumeFailed, { exact: true })
    await failed.waitFor()
    await page.getByText(lists.run.noneReady).waitFor()
    expect(await page.getByText(text).count()).toBe(0)
    await page.evaluate('decide()')
    await page.keyboard.press('w')
    await page.getByText(text).waitFor()
    await failed.waitFor({ state: 'detached' })
    expect(await page.getByText(lists.run.noneReady).count()).toBe(0)
    await close()
  })

  it('says why a paused list without open rows can’t resume if the do-not-call list refuses rows, and what to do', async () => {
    const before = (opened: Page) =>
      opened.addInitScript(() => {
        const { listLists, getList } = window.api
        const changed = <T extends { counts: object }>(list: T) => ({
          ...list,
          brake: null,
          counts: { ...list.counts, ready: 0, held: 0 },
        })
        Object.assign(window.api, {
          listLists: async (input: Parameters<typeof listLists>[0]) => {
            const found = await listLists(input)
            return found.ok ? { ok: true, value: found.value.map(changed) } : found
          },
          getList: async (input: Parameters<typeof getList>[0]) => {
            const found = await getList(input)
            return found.ok ? { ok: true, value: changed(found.value) } : found
          },
        })
      })
    const { page, close } = await started.open('listPaused', { before })
    await openList(page)
    await page.getByText(lists.run.allRefused).waitFor()
    await page.getByText(lists.run.allRefusedText(7)).waitFor()
    await close()
    const resumable = await started.open('listPaused')
    await openList(resumable.page)
    await resumable.page.getByText(lists.run.brake('noCredit').title).waitFor()
    expect(await resumable.page.getByText(lists.run.allRefused).count()).toBe(0)
    await resumable.close()
  })

  it.each(['restarted', 'serviceUnavailable'] as const)(
    'says instead of what to do after the pause why a list without open rows can’t resume, also in Needs you: %s',
    async (reason) => {
      const before = (opened: Page) =>
        opened.addInitScript((why) => {
          const { listLists } = window.api
          const withoutOpenRows: typeof listLists = async (input) => {
            const found = await listLists(input)
            if (!found.ok) return found
            const brake = { reason: why, detail: '', at: new Date().toISOString() }
            return {
              ...found,
              value: found.value.map((list) => ({ ...list, brake, counts: { ...list.counts, ready: 0, held: 0 } })),
            }
          }
          Object.assign(window.api, { listLists: withoutOpenRows })
        }, reason)
      const { page, pageErrors, close } = await started.open('listPaused', { before })
      const { title, text } = lists.run.brake(reason)
      await goTo(page, messages.shell.screens.inbox)
      await page.locator('[data-inbox-item]').filter({ hasText: 'Tuesday renewals' }).click()
      const details = page.getByRole('complementary', { name: messages.inbox.selected })
      for (const where of [details, page.getByRole('main')]) {
        await where.getByText(title, { exact: true }).last().waitFor()
        await where.getByText(lists.run.allRefused).waitFor()
        await where.getByText(lists.run.allRefusedText(7)).waitFor()
        expect(await where.getByText(text).count()).toBe(0)
        if (where === details) await details.getByRole('button', { name: lists.elsewhere.show }).click()
      }
      expect(pageErrors).toEqual([])
      await close()
    },
  )

  it('says which rule of the policy keeps a paused list from being resumed, and disables the button and its key', async () => {
    const { page, close } = await started.open('listPaused')
    await setListPolicy(page, { maxAtOnce: 1 })
    await page.evaluate(() => {
      const requests: unknown[] = []
      Object.assign(window, { requests })
      const { startList } = window.api
      Object.assign(window.api, {
        startList: (input: Parameters<typeof startList>[0]) => {
          requests.push(input)
          return startList(input)
        },
      })
    })
    await openList(page)
    await page.getByText(lists.start.notAllowed('maxAtOnce'), { exact: true }).waitFor()
    await page.getByText(lists.run.notAllowed('maxAtOnce')).waitFor()
    await page.getByRole('button', { name: startOf(lists.run.resume(134)), disabled: true }).waitFor()
    await page.keyboard.press('p')
    // A later key that is handled.
    await page.keyboard.press('w')
    await page.getByRole('button', { name: startOf(lists.run.resume(174)) }).waitFor()
    expect(await page.evaluate('requests')).toEqual([])
    await close()
  })

  it.each(['listAgent', 'listAgentSilent'] as const)(
    'does not offer another agent for a paused list that does not resume because of its agent: %s',
    async (code) => {
      const { page, close } = await started.open('listPaused')
      await page.evaluate((reason) => {
        const failure = { kind: 'invalid', issues: [{ path: ['agentUuid'], code: reason }] }
        Object.assign(window.api, { startList: async () => ({ ok: false, failure }) })
      }, code)
      await openList(page)
      await page.getByRole('button', { name: startOf(lists.run.resume(134)) }).click()
      await page.getByText(lists.run.agentProblems[code], { exact: true }).waitFor()
      expect(await page.getByText(messages.issue.text({ path: [], code })).count()).toBe(0)
      await close()
    },
  )

  const ofBackup = { code: 'calledRecently', name: sinceBackup } as const
  const noZone = { code: 'noTimeZone', name: '' } as const
  it.each([
    ['only the findings that a release doesn’t settle', [noZone], [noZone]],
    ['all findings, if a release would settle each one', [], [ofBackup]],
  ])('says that a row is still held after its release, and why: %s', async (_what, added, named) => {
    const { page, pageErrors, close } = await started.open('listRecovered')
    await page.evaluate((findings) => {
      const { listRows: readRows } = window.api
      const listRows: typeof readRows = async (input) => {
        const found = await readRows(input)
        if (!found.ok) return found
        const rows = found.value.rows.map((row) =>
          row.state === 'held' ? { ...row, timeZone: null, findings: [...row.findings, ...findings] } : row,
        )
        return { ...found, value: { ...found.value, rows } }
      }
      const changeRow = async ({ listId, row }: { listId: string; row: number }) => {
        const all = { states: [], finding: null, search: '', order: 'file' as const }
        const found = await listRows({ listId, ...all, from: row - 1, limit: 1 })
        return found.ok ? { ok: true, value: found.value.rows[0] } : found
      }
      Object.assign(window.api, { listRows, changeRow })
    }, added)
    await openList(page)
    await page.keyboard.press('End')
    const selected = page.locator('tr[aria-current]')
    await selected.getByText(lists.rowTag('held')).waitFor()
    await recordAnnouncements(page)
    await page.keyboard.press('h')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Control+Enter')
    const row = Number(await selected.getAttribute('data-row'))
    const held = {
      state: 'held' as const,
      findings: named,
      phoneNumber: '',
      phoneNumberDisplay: '',
      cells: [],
      heldManually: false,
    }
    const text = lists.drawer.stillHeld(row, lists.table.reason(held))
    await page.getByRole('complementary', { name: lists.drawer.label }).getByText(text).waitFor()
    expect(await takeAnnouncements(page)).toEqual([text])
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not resume another list with the key of the open list, only with the button of that other list', async () => {
    const { page, pageErrors, close } = await started.open('listRunning', { before: withOtherList('paused', 7) })
    await openList(page)
    const resumeOther = page.getByRole('button', { name: startOf(lists.run.resume(7)) })
    await resumeOther.waitFor()
    await page.keyboard.press('p')
    await page.getByRole('button', { name: startOf(lists.run.resume(134)) }).waitFor()
    const requests = (): Promise<string[]> => page.evaluate('requests')
    expect(await requests()).toEqual([expect.stringMatching(/^pause (?!other)/)])
    expect(await resumeOther.getAttribute('aria-keyshortcuts')).toBeNull()
    await resumeOther.click()
    expect((await requests()).slice(1)).toEqual(['start other'])
    await page.getByRole('button', { name: startOf(lists.run.resuming), disabled: true }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it.each([
    ['resumes an interrupted list with waiting rows', 7, ['start other']],
    ['does not name or resume an interrupted list without waiting rows', 0, []],
  ])('%s with the key on another screen', async (_what, ready, expected) => {
    const { page, close } = await started.open('listRunning', { before: withOtherList('paused', ready) })
    await goTo(page, messages.shell.screens.inbox)
    await page.getByRole('button').filter({ hasText: 'Wednesday renewals' }).waitFor()
    expect(await page.getByText('“Wednesday renewals”').count()).toBe(expected.length)
    await page.keyboard.press('p')
    expect(await page.evaluate('requests')).toEqual(expected)
    await close()
  })

  it('shows on the screen of an interrupted list why it did not resume from the banner', async () => {
    const { page, close } = await started.open('listInterrupted')
    const resume = page.getByRole('button', { name: startOf(lists.run.resume(134)) })
    await resume.waitFor()
    await page.evaluate(() => {
      const failure = { kind: 'invalid', issues: [{ path: ['listId'], code: 'listBusy' }] }
      Object.assign(window.api, { startList: async () => ({ ok: false, failure }) })
    })
    await resume.click()
    await page.getByText(lists.run.resumeFailed, { exact: true }).waitFor()
    await page.getByText(lists.start.otherRan).waitFor()
    await goTo(page, messages.shell.screens.runs)
    await goTo(page, messages.shell.screens.lists)
    await page.getByRole('table', { name: lists.table.label }).waitFor()
    expect(await page.getByText(lists.run.resumeFailed, { exact: true }).count()).toBe(0)
    // A number's page hides the list's screen.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('+1 415 555 0288')
    await page.getByRole('option', { name: messages.palette.aboutNumber('+1 415 555 0288') }).click()
    await page.getByRole('region', { name: messages.person.calls }).waitFor()
    await resume.click()
    await page.getByText(lists.run.resumeFailed, { exact: true }).waitFor()
    await close()
  })

  it('names the list whose progress the rail and the window title show: the open one, if it is running', async () => {
    const { page, pageErrors, close } = await started.open('listRunning', { before: withOtherList('running', 7) })
    await goTo(page, messages.shell.screens.lists)
    const shownProgress = async (name: string): Promise<string | undefined> => {
      const label = page.getByRole('navigation').getByLabel(like(lists.elsewhere.progressOf(name, anyNumber)))
      expect(await label.getAttribute('title')).toBe(await label.getAttribute('aria-label'))
      expect(await page.title()).toContain(await label.getAttribute('title'))
      return label.innerText()
    }
    const first = await shownProgress('Tuesday renewals')
    await page.getByRole('button', { name: 'Wednesday renewals' }).click()
    await page.getByRole('table', { name: lists.table.label }).waitFor()
    expect(await shownProgress('Wednesday renewals')).not.toBe(first)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('leaves a row out and puts it back with the same key', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await openList(page)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: lists.drawer.label })
    await details.getByRole('button', { name: startOf(lists.drawer.leaveOut) }).waitFor()
    await page.keyboard.press('q')
    await details.getByText(lists.rowTag('skipped'), { exact: true }).waitFor()
    await details.getByRole('button', { name: startOf(lists.drawer.putBack) }).waitFor()
    await page.keyboard.press('q')
    await details.getByText(lists.waitingTag, { exact: true }).waitFor()
    expect(await details.getByRole('button', { name: startOf(lists.drawer.putBack) }).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says why a row that was called and left out cannot be put back, if its details are closed, too', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await openList(page)
    await page.keyboard.press('End')
    const selected = page.locator('tr[aria-current]')
    await selected.waitFor()
    const called = Number(await selected.getAttribute('data-row'))
    await page.evaluate(async (row) => {
      const { changeRow, listRows } = window.api
      const asCalled: typeof listRows = async (input) => {
        const found = await listRows(input)
        if (!found.ok) return found
        const rows = found.value.rows.map((one) => ({
          ...one,
          canBePutBack: undefined,
          mayBeCopied: true as const,
          attempts: one.row === row ? 1 : one.attempts,
        }))
        return { ...found, value: { ...found.value, rows } }
      }
      Object.assign(window.api, { listRows: asCalled })
      const listed = await window.api.listLists({})
      const listId = listed.ok ? (listed.value[0]?.listId ?? '') : ''
      await changeRow({ listId, row, action: { kind: 'leaveOut' } })
    }, called)
    await selected.getByText(lists.rowTag('skipped'), { exact: true }).waitFor()
    await page.keyboard.press('q')
    const details = page.getByRole('complementary', { name: lists.drawer.label })
    await details.getByText(lists.drawer.notPutBack.called(called, true)).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows no text of the agent for a row that was erased', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await page.evaluate(() => {
      const { listRows } = window.api
      Object.assign(window.api, {
        listRows: async (input: Parameters<typeof listRows>[0]) => {
          const listed = await listRows(input)
          if (!listed.ok) return listed
          const erased = { state: 'skipped', phoneNumber: null, phoneNumberDisplay: '', cells: [], findings: [] }
          const rows = listed.value.rows.map((row) => (row.row === 1 ? { ...row, ...erased } : row))
          return { ...listed, value: { ...listed.value, rows } }
        },
      })
    })
    await openList(page)
    const preview = page.getByRole('region', { name: lists.check.say })
    await preview.getByText(lists.check.erased).waitFor()
    await page.keyboard.press('j')
    await preview.getByText(lists.check.erased).waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('leaves the selected row of a draft out and puts it back with the same key', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await openList(page)
    const row = page.locator('tr[data-row="2"][aria-current]')
    await page.keyboard.press('j')
    await row.getByText(lists.rowTag('ready')).waitFor()
    const preview = page.getByRole('region', { name: lists.check.say })
    await preview.getByRole('button', { name: startOf(lists.drawer.leaveOut) }).waitFor()
    await page.keyboard.press('q')
    await row.getByText(lists.rowTag('skipped')).waitFor()
    await preview.getByRole('button', { name: startOf(lists.drawer.putBack) }).waitFor()
    // The key is for the selected row, also while the card shows another one.
    await preview.getByRole('tab', { name: lists.check.previewTabs.longest }).click()
    await preview.getByRole('button', { name: startOf(lists.drawer.putBack) }).waitFor({ state: 'detached' })
    await page.keyboard.press('q')
    await row.getByText(lists.rowTag('ready')).waitFor()
    await preview.getByRole('tab', { name: lists.check.previewTabs.selected }).click()
    // The row leaves the filtered table, and stays selected.
    await page.getByRole('button', { name: startOf(lists.check.totals.ready) }).click()
    await page
      .locator('tr[data-row]')
      .filter({ hasText: lists.rowTag('held') })
      .first()
      .waitFor({ state: 'detached' })
    await row.waitFor()
    const numbers = await page.locator('tr[data-row]').evaluateAll((all) => all.map((one) => one.dataset['row']))
    const [before, left, next] = numbers.slice(numbers.indexOf('2') + 1)
    const rowOf = (rowNumber: string | undefined) => page.locator(`tr[data-row="${rowNumber}"]`)
    const selected = (rowNumber: string | undefined) => page.locator(`tr[data-row="${rowNumber}"][aria-current]`)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await selected(left).waitFor()
    await page.keyboard.press('q')
    await rowOf(left).waitFor({ state: 'detached' })
    await preview.getByRole('button', { name: startOf(lists.drawer.putBack) }).waitFor()
    await page.keyboard.press('q')
    await selected(left).waitFor()
    await page.keyboard.press('q')
    await rowOf(left).waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await selected(next).waitFor()
    await page.keyboard.press('q')
    await rowOf(next).waitFor({ state: 'detached' })
    await page.keyboard.press('k')
    await selected(before).waitFor()
    await page.keyboard.press('k')
    await row.waitFor()
    await page.evaluate(() => {
      const { listRows } = window.api
      const asOfGroup: typeof listRows = async (input) => {
        const found = await listRows(input)
        if (!found.ok) return found
        return {
          ...found,
          value: { ...found.value, rows: found.value.rows.map((one) => ({ ...one, canBePutBack: undefined })) },
        }
      }
      Object.assign(window.api, { listRows: asOfGroup })
    })
    await page.keyboard.press('q')
    await preview.getByText(lists.drawer.notPutBack.group(2)).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('puts back a row of a draft that was left out alone, and focuses the row', async () => {
    const { page, pageErrors, close } = await started.open('listDraft')
    await openList(page)
    const table = page.getByRole('table', { name: lists.table.label })
    await table.locator('tr[data-row="1"]').getByText(lists.rowTag('ready')).waitFor()
    await page.evaluate(async () => {
      const listed = await window.api.listLists({})
      const listId = listed.ok ? (listed.value[0]?.listId ?? '') : ''
      await window.api.changeRow({ listId, row: 1, action: { kind: 'leaveOut' } })
    })
    await table.locator('tr[data-row="1"]').getByText(lists.rowTag('skipped')).waitFor()
    await table.locator('tr[data-row="1"] button').click()
    await page.getByRole('button', { name: startOf(lists.drawer.putBack) }).click()
    await table.locator('tr[data-row="1"]').getByText(lists.rowTag('ready')).waitFor()
    expect(await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-row'))).toBe('1')
    expect(pageErrors).toEqual([])
    await close()
  })

  it('offers to open the call of a row with an unknown outcome in Runs, where it can be resolved', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await openList(page)
    await page
      .locator('tr[data-row]')
      .filter({ hasText: lists.rowTag('unknown') })
      .first()
      .click()
    const details = page.getByRole('complementary', { name: lists.drawer.label })
    const outcome = details.getByRole('region', { name: lists.drawer.outcome })
    await outcome.getByRole('button', { name: startOf(messages.inbox.openInRuns) }).click()
    await details.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: messages.runs.title, exact: true }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps the row selected when its details are closed, so that its keys go on to work', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await openList(page)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: lists.drawer.label })
    await details.getByRole('button', { name: startOf(lists.drawer.leaveOut) }).waitFor()
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await page.keyboard.press('q')
    await page.locator('tr[aria-current]').getByText(lists.rowTag('skipped'), { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: lists.home.earlier }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows the new state of the row in its details, even if the row is loaded after the list', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await openList(page)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: lists.drawer.label })
    await details.getByRole('button', { name: startOf(lists.drawer.hold) }).waitFor()
    await page.evaluate(() => {
      const { listRows } = window.api
      const gate = Promise.withResolvers<undefined>()
      const delayed: typeof listRows = async (input) => {
        await gate.promise
        return listRows(input)
      }
      Object.assign(window, { loadRows: gate.resolve })
      Object.assign(window.api, { listRows: delayed })
    })
    await page.keyboard.press('h')
    await page.getByRole('button', { name: startOf(lists.run.resume(133)) }).waitFor()
    await page.evaluate(() => (window as typeof window & { loadRows: () => void }).loadRows())
    await page.locator('tr[aria-current]').getByText(lists.rowTag('held'), { exact: true }).waitFor()
    await details.getByText(lists.rowTag('held'), { exact: true }).waitFor()
    await details.getByRole('button', { name: startOf(lists.drawer.release) }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('asks before it releases a row that a finding holds or calls one again, with the number and why', async () => {
    const { page, pageErrors, close } = await started.open('listRecovered')
    await page.evaluate(() => {
      const changes: unknown[] = []
      const last: Partial<ListRow> = { state: 'resolvedNotPlaced', foundRun: 'own' }
      const { changeRow: changeRowNow, listRows: readRows } = window.api
      const changeRow: typeof changeRowNow = (input) => {
        changes.push(input.action)
        return changeRowNow(input)
      }
      const listRows: typeof readRows = async (input) => {
        const found = await readRows(input)
        if (!found.ok) return found
        const rows = found.value.rows.map((row) => (row.row === 399 ? { ...row, ...last } : row))
        return { ...found, value: { ...found.value, rows } }
      }
      Object.assign(window, { changes, last })
      Object.assign(window.api, { changeRow, listRows })
    })
    const changes = (): Promise<unknown[]> => page.evaluate('changes')
    await openList(page)
    await page.keyboard.press('End')
    const selected = page.locator('tr[aria-current]')
    await selected.and(page.locator('tr[data-row="400"]')).getByText(lists.rowTag('held')).waitFor()
    await page.keyboard.press('h')
    const { question } = lists.drawer
    const release = page.getByRole('dialog', { name: question.release(400) })
    const held = { state: 'held', phoneNumber: '', phoneNumberDisplay: '', cells: [], heldManually: false } as const
    const reason = lists.table.reason({ ...held, findings: [ofBackup] })
    await release.getByText(question.why('+1 415 555 0400', reason)).waitFor()
    await page.keyboard.press('h')
    await page.keyboard.press('Escape')
    await release.waitFor({ state: 'detached' })
    expect(await changes()).toEqual([])
    await page.keyboard.press('h')
    await release.getByRole('button', { name: startOf(lists.drawer.release) }).click()
    await release.waitFor({ state: 'detached' })
    const released = { kind: 'release', findings: [ofBackup] }
    await expect.poll(changes).toEqual([released])

    const calledRow = page.locator('tr[data-row="399"]')
    await calledRow.click()
    await page.keyboard.press('a')
    const again = page.getByRole('dialog', { name: question.callAgain(399) })
    const lastCall = question.lastCall(lists.rowTag('resolvedNotPlaced'), null, 'own')
    await again.getByText(question.why('+1 415 555 0399', lastCall)).waitFor()
    expect(await changes()).toEqual([released])
    await page.evaluate(async () => {
      Object.assign((window as unknown as { last: object }).last, { foundRun: 'answered' })
      const found = await window.api.listLists({})
      const [list] = found.ok ? found.value : []
      // The note announces the list.
      if (list) await window.api.changeRow({ listId: list.listId, row: 1, action: { kind: 'setNote', note: '' } })
    })
    await calledRow.getByText(lists.table.runFound.answered).waitFor()
    await again.getByText(question.why('+1 415 555 0399', lastCall)).waitFor()
    await page.keyboard.press('Control+Enter')
    await again.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate('changes.at(-1)'))
      .toEqual({ kind: 'callAgain', callId: null, foundRun: 'own' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows the last call of a row that was held after it', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await page.evaluate(() => {
      const { listRows: readRows } = window.api
      const listRows: typeof readRows = async (input) => {
        const found = await readRows(input)
        if (!found.ok) return found
        const findings = [{ code: 'calledRecently' as const, name: '' }]
        const rows = found.value.rows.map((row) =>
          row.state === 'reached' ? { ...row, state: 'held' as const, findings } : row,
        )
        return { ...found, value: { ...found.value, rows } }
      }
      Object.assign(window.api, { listRows })
    })
    await openList(page)
    const row = page
      .locator('tr[data-row]')
      .filter({ hasText: lists.table.reason(heldAfterCall) })
      .first()
    const rowNumber = Number(await row.getAttribute('data-row'))
    await row.click()
    const details = page.getByRole('complementary', { name: lists.drawer.label })
    await details.getByRole('heading', { name: startOf(lists.drawer.run(48_000 + rowNumber)) }).waitFor()
    await details.getByRole('region', { name: lists.drawer.outcome }).waitFor()
    await details.getByRole('button', { name: startOf(lists.drawer.openRun) }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows the date of the events of a row’s call if they are of another day', async () => {
    const { page, pageErrors, close } = await started.open('listRunning')
    await page.evaluate(
      (days) => {
        const { getCall: readCall } = window.api
        const getCall: typeof readCall = async (input) => {
          const found = await readCall(input)
          if (!found.ok) return found
          const events = found.value.events.map((event, index) => {
            const at = new Date(Date.parse(event.at) - (days[index] ?? 0) * 86_400_000).toISOString()
            return { ...event, at }
          })
          return { ...found, value: { ...found.value, events } }
        }
        Object.assign(window.api, { getCall })
      },
      [3, 3],
    )
    await openList(page)
    const row = page
      .locator('tr[data-row]')
      .filter({ hasText: lists.rowTag('reached') })
      .first()
    await row.click()
    const times = page.getByRole('region', { name: lists.drawer.happened }).locator('time')
    await times.first().waitFor()
    const at = await times.evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''))
    const [queued = '', sent = '', ended = ''] = at
    const { clock, clockOrDate } = messages.time
    expect(await times.allInnerTexts()).toEqual([
      clockOrDate(queued, Date.now()),
      clock(sent),
      clockOrDate(ended, Date.parse(sent)),
    ])
    for (const [one, previous] of [[queued, Date.now()] as const, [ended, Date.parse(sent)] as const])
      expect(clockOrDate(one, previous)).toBe(`${messages.time.date(one)}, ${clock(one)}`)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('releases a row that only a person holds without a question', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await openList(page)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: lists.drawer.label })
    await details.getByRole('button', { name: startOf(lists.drawer.hold) }).waitFor()
    await page.keyboard.press('h')
    await details.getByRole('button', { name: startOf(lists.drawer.release) }).waitFor()
    await page.keyboard.press('h')
    await details.getByRole('button', { name: startOf(lists.drawer.hold) }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('releases a row as the question showed it, even if the row has changed since', async () => {
    const { page, close } = await started.open('listRecovered')
    const later = { code: 'calledRecently', name: '' } as const
    await page.evaluate((found) => {
      const { changeRow: changeRowNow, listRows: readRows } = window.api
      const [actions, added]: [unknown[], (typeof found)[]] = [[], []]
      const changeRow: typeof changeRowNow = (input) => {
        actions.push(input.action)
        return changeRowNow(input)
      }
      const listRows: typeof readRows = async (input) => {
        const read = await readRows(input)
        if (!read.ok) return read
        const rows = read.value.rows.map((row) =>
          row.row === 400 ? { ...row, findings: [...row.findings, ...added] } : row,
        )
        return { ...read, value: { ...read.value, rows } }
      }
      Object.assign(window, { actions, find: () => added.push(found) })
      Object.assign(window.api, { changeRow, listRows })
    }, later)
    await openList(page)
    await page.keyboard.press('End')
    await page.locator('tr[data-row="400"]').click()
    await page.keyboard.press('h')
    const { question } = lists.drawer
    const release = page.getByRole('dialog', { name: question.release(400) })
    const reasonOf = (...findings: ListRow['findings']) => lists.table.reason({ ...heldAfterCall, findings }, true)
    const asked = release.getByText(
      question.why('+1 415 555 0400', lists.table.reason({ ...heldAfterCall, findings: [ofBackup] })),
    )
    await asked.waitFor()
    await page.evaluate('find()')
    await page.evaluate(async () => {
      const found = await window.api.listLists({})
      const [list] = found.ok ? found.value : []
      // The note announces the list.
      if (list) await window.api.changeRow({ listId: list.listId, row: 1, action: { kind: 'setNote', note: '' } })
    })
    await page.locator('aside[data-details]').getByText(reasonOf(ofBackup, later)).waitFor()
    expect(await asked.count()).toBe(1)
    await page.keyboard.press('Control+Enter')
    await release.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('actions[1]')).toEqual({ kind: 'release', findings: [ofBackup] })
    await close()
  })

  it('shows the present note and findings of a row that the table no longer has, and releases it with them', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await page.evaluate(() => {
      const { changeRow, listRows } = window.api
      const actions: unknown[] = []
      const changed = { note: '', findings: [] }
      Object.assign(window, { actions, changed })
      const held = { state: 'held', heldManually: true, findings: [] }
      const rowOf = (row: number) => ({ ...held, row, ...(row === 1 ? changed : {}) })
      const withRows = async (input: Parameters<typeof listRows>[0]) => {
        const page1 = await listRows({ ...input, states: ['ready'], from: 0, limit: 1 })
        const [ready] = page1.ok ? page1.value.rows : []
        const isOther = input.states.length > 0 && !input.states.includes('ready')
        const numbers = Array.from({ length: isOther ? 0 : input.limit }, (_, index) => input.from + index + 1)
        const rows = numbers.filter((row) => row <= 600).map((row) => ({ ...ready, ...rowOf(row) }))
        return { ok: true, value: { rows, total: isOther ? 0 : 600 } }
      }
      const withNote = (input: Parameters<typeof changeRow>[0]) => {
        actions.push(input.action)
        if (input.action.kind === 'setNote') changed.note = input.action.note
        return changeRow(input)
      }
      Object.assign(window.api, { listRows: withRows, changeRow: withNote })
    })
    await openList(page)
    await page.locator('tr[data-row="1"]').click()
    const details = page.getByRole('complementary', { name: lists.drawer.label })
    await details.waitFor()
    const table = page.getByRole('table', { name: lists.table.label })
    await table.evaluate((element) => element.parentElement?.parentElement?.scrollTo(0, 1_000_000))
    await page.locator('tr[data-row="600"]').waitFor()
    await page.keyboard.press('n')
    const note = page.getByRole('dialog').getByRole('textbox', { name: lists.drawer.note })
    await note.fill('moved away')
    await page.keyboard.press('Control+Enter')
    await note.waitFor({ state: 'detached' })
    await details.getByText('moved away').waitFor()
    const finding = { code: 'calledRecently', name: '' } as const
    await page.evaluate((found) => {
      Object.assign((window as unknown as { changed: object }).changed, { findings: [found], heldManually: false })
    }, finding)
    await page.keyboard.press('n')
    await expect.poll(() => note.inputValue()).toBe('moved away')
    await page.keyboard.press('Control+Enter')
    await note.waitFor({ state: 'detached' })
    const release = page.getByRole('dialog', { name: lists.drawer.question.release(1) })
    const held = { state: 'held', phoneNumber: '', phoneNumberDisplay: '', cells: [], heldManually: false } as const
    await details.getByText(lists.table.reason({ ...held, findings: [finding] }, true)).waitFor()
    await page.keyboard.press('h')
    await release.waitFor()
    await page.keyboard.press('Control+Enter')
    await release.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('actions.at(-1)')).toEqual({ kind: 'release', findings: [finding] })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says when a row is due that is to be called first but may have to wait', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    const dueAt = '2036-11-28T17:00:00.000Z'
    await page.evaluate((at) => {
      const { listRows } = window.api
      const later: typeof listRows = async (input) => {
        const found = await listRows(input)
        if (!found.ok) return found
        const rows = found.value.rows.map((row) => (row.row === 400 ? { ...row, dueAt: at } : row))
        return { ...found, value: { ...found.value, rows } }
      }
      Object.assign(window.api, { listRows: later })
    }, dueAt)
    await openList(page)
    await recordAnnouncements(page)
    await page.keyboard.press('End')
    const selected = page.locator('tr[aria-current]')
    await selected.and(page.locator('tr[data-row="400"]')).waitFor()
    await page.keyboard.press('u')
    const { callFirst } = lists.drawer.done
    await expect.poll(() => takeAnnouncements(page)).toContain(callFirst(400, dueAt, 0))
    await page.keyboard.press('k')
    await selected.and(page.locator('tr[data-row="399"]')).waitFor()
    await page.keyboard.press('u')
    await expect.poll(() => takeAnnouncements(page)).toContain(callFirst(399, null, 0))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('says why a key has no effect on the selected row', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await openList(page)
    await recordAnnouncements(page)
    await page.keyboard.press('End')
    await page.locator('tr[aria-current]').and(page.locator('tr[data-row="400"]')).waitFor()
    await page.keyboard.press('a')
    const text = lists.drawer.noEffect(400, lists.waitingTag, '', true)
    await expect.poll(() => takeAnnouncements(page)).toContain(text)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('renders only its rows and their details again when a group of rows is loaded', async () => {
    const { page, pageErrors, close } = await started.open('listPaused')
    await number(page).waitFor()
    await page.evaluate(() => {
      const { listRows } = window.api
      const gate = Promise.withResolvers<undefined>()
      const delayed: typeof listRows = async (input) => {
        if (input.states.includes('ready')) await gate.promise
        return listRows(input)
      }
      Object.assign(window, { loadRows: gate.resolve })
      Object.assign(window.api, { listRows: delayed })
    })
    await openList(page)
    const table = page.getByRole('table', { name: lists.table.label })
    const lines = await table.getAttribute('aria-rowcount')
    const isRendered = await watchRendering(page, page.getByRole('heading', { level: 1 }))
    await page.evaluate(() => (window as typeof window & { loadRows: () => void }).loadRows())
    await expect.poll(() => table.getAttribute('aria-rowcount')).not.toBe(lines)
    expect(await isRendered()).toBe(false)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('opens the row that J selects, also after a question was canceled', async () => {
    const { page, pageErrors, close } = await started.open('listRunning')
    await openList(page)
    await page.getByRole('button', { name: lists.run.stop }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: lists.run.stop }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('j')
    await page.locator('tr[aria-current]').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: lists.drawer.label }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it.each([
    ['listPaused', 'resuming', 'startList'],
    ['listRunning', 'pausing', 'pauseList'],
  ] as const)('sends a confirmed stop: %s, %s', async (scene, label, operation) => {
    const { page, pageErrors, close } = await started.open(scene)
    await openList(page)
    await page.evaluate((name) => Object.assign(window.api, { [name]: () => new Promise(() => {}) }), operation)
    await page.keyboard.press('p')
    await page.getByRole('button', { name: startOf(lists.run[label]) }).waitFor()
    await page.getByRole('button', { name: lists.run.stop }).click()
    await page.getByRole('dialog').getByRole('button', { name: lists.run.stopConfirm }).click()
    await page.getByRole('region', { name: lists.done.leftovers }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('asks for confirmation before stopping, and then shows numbers that add up to the rows in the file', async () => {
    const { page, pageErrors, close } = await started.open('listRunning')
    await openList(page)
    await page.getByRole('button', { name: lists.run.stop }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(lists.run.stopText(192, 304, 0, 3)).waitFor()
    await dialog.getByRole('button', { name: lists.run.stopConfirm }).click()
    const sum = page.getByRole('region', { name: exactly(lists.done.sum(400, 180, 217, 3)) })
    await sum.waitFor()
    await page.keyboard.press('e')
    await page.getByText(lists.done.saved('Tuesday renewals.csv', 400)).first().waitFor()
    const leftovers = page.getByRole('region', { name: lists.done.leftovers })
    await leftovers.getByText(lists.done.unknownNever).waitFor()
    expect(await leftovers.getByRole('checkbox', { name: lists.rowTag('stopped') }).isChecked()).toBe(true)
    expect(pageErrors).toEqual([])
    await close()
  })
})

it.each([
  ['listDone', 1],
  ['listDraft', 0],
] as const)('says before a list is removed what is forgotten about its calls: %s', async (scene, shown) => {
  const { page, pageErrors, close } = await started.open(scene)
  await goTo(page, messages.shell.screens.lists)
  const earlier = page.getByRole('region', { name: lists.home.earlier })
  await earlier.getByTitle(lists.home.remove).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(lists.home.removeText, { exact: true }).waitFor()
  expect(await dialog.getByText(lists.home.removeCalled, { exact: true }).count()).toBe(shown)
  expect(pageErrors).toEqual([])
  await close()
})

it('adds every number whose agent reported do_not_call with one key, and removes one again after confirmation', async () => {
  const { page, pageErrors, close } = await started.open('listDone')
  await goTo(page, messages.shell.screens.lists)
  await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
  const card = page.getByRole('region', { name: lists.done.doNotCall })
  const open = card.getByRole('button', { name: exactly(lists.done.doNotCallAddOf(anyText)) })
  await expect.poll(() => open.count()).toBe(4)
  const first = '+1 415 555 0121'
  await card.getByRole('button', { name: lists.done.doNotCallAddOf(first) }).click()
  await card.getByRole('button', { name: lists.done.doNotCallUndoOf(first) }).waitFor()
  await page.keyboard.press('d')
  await expect.poll(() => open.count()).toBe(0)
  await card.getByRole('button', { name: lists.done.doNotCallUndoOf(first) }).click()
  await page.getByRole('dialog').getByRole('button', { name: messages.doNotCall.dialog.remove }).click()
  await card.getByRole('button', { name: lists.done.doNotCallAddAll(1) }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('adds a number of several rows once, even if the key is pressed twice, and reloads the proposals once', async () => {
  const { page, pageErrors, close } = await started.open('listDone')
  await page.evaluate(() => {
    const { listDoNotCallProposals, addDoNotCall } = window.api
    const requests: string[] = []
    Object.assign(window, { requests })
    Object.assign(window.api, {
      listDoNotCallProposals: async (input: Parameters<typeof listDoNotCallProposals>[0]) => {
        requests.push('load')
        const listed = await listDoNotCallProposals(input)
        return listed.ok
          ? { ...listed, value: listed.value.flatMap((one) => [one, { ...one, row: -one.row }]) }
          : listed
      },
      addDoNotCall: (input: Parameters<typeof addDoNotCall>[0]) => {
        requests.push('add')
        return addDoNotCall(input)
      },
    })
  })
  await goTo(page, messages.shell.screens.lists)
  await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
  const card = page.getByRole('region', { name: lists.done.doNotCall })
  await card.getByRole('button', { name: lists.done.doNotCallAddAll(4) }).waitFor()
  await page.evaluate('requests.length = 0')
  await page.evaluate(() => {
    for (let presses = 0; presses < 2; presses += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', code: 'KeyD', bubbles: true }))
  })
  await expect.poll(() => card.getByRole('img', { name: lists.done.doNotCallListed }).count()).toBe(8)
  expect(await page.evaluate('requests')).toEqual(['add', 'add', 'add', 'add', 'load'])
  expect(pageErrors).toEqual([])
  await close()
})

it('adds numbers of a removed practice profile’s list to the practice do-not-call list', async () => {
  const before = (opened: Page) =>
    opened.addInitScript(() => {
      const { listLists, addDoNotCall } = window.api
      const added: boolean[] = []
      Object.assign(window, { added })
      Object.assign(window.api, {
        listLists: async (input: Parameters<typeof listLists>[0]) => {
          const found = await listLists(input)
          if (!found.ok) return found
          return { ...found, value: found.value.map((list) => ({ ...list, practice: true, profileId: 'removed' })) }
        },
        addDoNotCall: (input: Parameters<typeof addDoNotCall>[0]) => {
          added.push(input.practice)
          return addDoNotCall(input)
        },
      })
    })
  const { page, pageErrors, close } = await started.open('listDone', { before })
  await goTo(page, messages.shell.screens.lists)
  await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
  const card = page.getByRole('region', { name: lists.done.doNotCall })
  await card.getByRole('button', { name: lists.done.doNotCallAddAll(4) }).waitFor()
  await page.keyboard.press('d')
  await expect.poll(() => card.getByRole('img', { name: lists.done.doNotCallListed }).count()).toBe(4)
  await page.keyboard.press('r')
  await page.getByRole('table', { name: lists.table.label }).getByRole('button').first().waitFor()
  await page.locator('tr[data-row]').first().click()
  const drawer = page.getByRole('complementary', { name: lists.drawer.label })
  await drawer.getByRole('button', { name: startOf(lists.drawer.doNotCall) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(messages.doNotCall.dialog.text(true)).waitFor()
  await dialog.getByRole('button', { name: messages.doNotCall.dialog.save }).click()
  await dialog.waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: startOf(messages.afterCall.isDoNotCall) }).waitFor()
  await page.keyboard.press('d')
  expect(await dialog.count()).toBe(0)
  expect(await page.evaluate('added')).toEqual([true, true, true, true, true])
  expect(pageErrors).toEqual([])
  await close()
})

it('says that it counts the rows of a finished list that can be added to a new list', async () => {
  const before = (opened: Page) =>
    opened.addInitScript(() => {
      const { countCopyableRows } = window.api
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      Object.assign(window, { release })
      const counted: typeof countCopyableRows = async (input) => {
        await released
        return countCopyableRows(input)
      }
      Object.assign(window.api, { countCopyableRows: counted })
    })
  const { page, pageErrors, close } = await started.open('listDone', { before })
  await goTo(page, messages.shell.screens.lists)
  await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
  const card = page.getByRole('region', { name: lists.done.leftovers })
  const counting = card.getByText(lists.done.counting)
  await counting.waitFor()
  expect(await card.getByRole('checkbox').count()).toBe(0)
  await page.evaluate('release()')
  await card.getByRole('checkbox').first().waitFor()
  expect(await counting.count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

it('says which rows of a finished list cannot be added to a new list, and why', async () => {
  const { page, pageErrors, close } = await started.open('listDone')
  await page.evaluate(() => {
    const { countCopyableRows: countNow, listLists } = window.api
    const countCopyableRows: typeof countNow = async (input) => {
      const found = await countNow(input)
      return found.ok ? { ...found, value: { ...found.value, held: found.value.held - 5 } } : found
    }
    const withUnclear: typeof listLists = async (input) => {
      const found = await listLists(input)
      if (!found.ok) return found
      return { ...found, value: found.value.map((list) => ({ ...list, unclear: { ...list.unclear, held: 2 } })) }
    }
    Object.assign(window.api, { countCopyableRows, listLists: withUnclear })
  })
  await goTo(page, messages.shell.screens.lists)
  await page.evaluate(() => window.api.stopList({ listId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b701' }))
  await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
  const card = page.getByRole('region', { name: lists.done.leftovers })
  await card.getByText(lists.done.unclearNever(2), { exact: true }).waitFor()
  await card.getByText(lists.done.othersNever(3), { exact: true }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('names the practice profile of a list as practice in Your lists', async () => {
  const before = (opened: Page) =>
    opened.addInitScript(() => {
      const { listProfiles } = window.api
      Object.assign(window.api, {
        listProfiles: async (input: Parameters<typeof listProfiles>[0]) => {
          const found = await listProfiles(input)
          if (!found.ok) return found
          const profiles = found.value.profiles.map((profile) => ({ ...profile, kind: 'practice' }))
          return { ...found, value: { ...found.value, profiles } }
        },
      })
    })
  const { page, pageErrors, close } = await started.open('listDone', { before })
  await goTo(page, messages.shell.screens.lists)
  const owner = lists.elsewhere.owner({ kind: 'practice', name: 'Acme Billing' })
  await page.getByRole('region', { name: lists.home.earlier }).getByText(owner, { exact: true }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('shows a paused list in Needs you, with what to do', async () => {
  const { page, pageErrors, close } = await started.open('listPaused')
  await goTo(page, messages.shell.screens.inbox)
  const item = page
    .getByRole('region', { name: messages.inbox.items })
    .getByRole('button')
    .filter({ hasText: 'Tuesday renewals' })
  await item.click()
  await page.getByText(lists.run.brake('noCredit').text).waitFor()
  await page.getByRole('button', { name: lists.elsewhere.show }).click()
  await page.getByRole('button', { name: startOf(lists.run.resume(134)) }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('says in Needs you which rule of the policy keeps a paused list from being resumed, and what works instead', async () => {
  const { page, close } = await started.open('listPaused')
  await setListPolicy(page, { maxAtOnce: 1 })
  await goTo(page, messages.shell.screens.inbox)
  await page.locator('[data-inbox-item]').filter({ hasText: 'Tuesday renewals' }).click()
  await page.getByText(lists.start.notAllowed('maxAtOnce'), { exact: true }).waitFor()
  await page.getByText(lists.run.notAllowed('maxAtOnce'), { exact: true }).waitFor()
  expect(await page.getByText(lists.run.brake('noCredit').text).count()).toBe(0)
  expect(lists.run.notAllowed('noLists')).not.toContain(lists.run.notAllowed('maxAtOnce'))
  await close()
})

it('does not say in Needs you that a list without waiting rows can be resumed', async () => {
  const { page, close } = await started.open('listRunning', { before: withOtherList('paused', 0) })
  await goTo(page, messages.shell.screens.inbox)
  await page.locator('[data-inbox-item]').filter({ hasText: 'Wednesday renewals' }).click()
  await page.getByText(lists.run.noneReady).waitFor()
  expect(await page.getByText(lists.run.brake('restarted').text).count()).toBe(0)
  await close()
})

it('opens pasted rows with Ctrl+V', async () => {
  const { page, pageErrors, close } = await started.open('empty')
  await number(page).waitFor()
  await goTo(page, messages.shell.screens.lists)
  await page.getByRole('heading', { name: lists.home.drop }).waitFor()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Phone\tName\n+1 415 555 0177\tMarisol Vega')
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await page.getByRole('table', { name: lists.table.label }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('imports a file of do-not-call numbers, and removes it only after confirmation', async () => {
  const { page, pageErrors, close } = await started.open('empty')
  await number(page).waitFor()
  await goTo(page, messages.shell.screens.lists)
  const { files } = messages.doNotCall
  await page.getByRole('button', { name: files.manage }).click()
  const dialog = page.getByRole('dialog', { name: messages.doNotCall.title })
  await dialog.getByRole('textbox', { name: files.source }).fill('State register')
  await dialog.getByRole('textbox', { name: files.expires }).fill('soon')
  await dialog.getByText(files.expiresError).waitFor()
  await dialog.getByRole('textbox', { name: files.expires }).fill('2020-01-31')
  await dialog.getByText(files.expiresPast).waitFor()
  await dialog.getByRole('textbox', { name: files.expires }).fill('2027-01-31')
  await dialog.getByRole('button', { name: files.choose }).click()
  await dialog.getByText(files.added(3, 0, [])).waitFor()
  const remove = dialog.getByRole('button', { name: like(files.removeLabel('State register', anyText)) })
  await remove.dblclick()
  await dialog.getByRole('button', { name: messages.common.cancel }).click()
  await remove.press('Enter')
  await page.keyboard.press('Enter')
  expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true)
  await remove.click()
  expect(await dialog.getByRole('listitem').count()).toBe(1)
  await dialog.getByRole('button', { name: files.removeConfirm(3) }).click()
  await dialog.getByRole('listitem').waitFor({ state: 'detached' })
  await dialog.getByText(files.removed('State register')).waitFor()
  expect(await dialog.getByText(files.added(3, 0, [])).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

it('says of the do-not-call entries of the practice profile that real calls have others', async () => {
  const { page, close } = await started.open('empty')
  await number(page).waitFor()
  await goTo(page, messages.shell.screens.lists)
  const { files } = messages.doNotCall
  await page.getByText(files.entries(0), { exact: true }).waitFor()
  expect(await page.getByText(files.practiceOnly).count()).toBe(0)
  await page.keyboard.press('Control+p')
  await page.getByRole('menuitem', { name: messages.profiles.add }).click()
  await page.getByRole('button', { name: messages.onboarding.practice.action }).click()
  await number(page).waitFor()
  await goTo(page, messages.shell.screens.lists)
  await page.getByText(files.practiceOnly).waitFor()
  await close()
})

it('says before another do-not-call file of a source is imported that the earlier one stays', async () => {
  const { page, pageErrors, close } = await started.open('empty')
  await number(page).waitFor()
  await goTo(page, messages.shell.screens.lists)
  const { files } = messages.doNotCall
  await page.getByRole('button', { name: files.manage }).click()
  const dialog = page.getByRole('dialog', { name: messages.doNotCall.title })
  const source = dialog.getByRole('textbox', { name: files.source })
  await source.fill('State register')
  const warning = files.sameSource({ source: 'State register', expiresAt: null }, false)
  expect(await dialog.getByText(warning).count()).toBe(0)
  await dialog.getByRole('button', { name: files.choose }).click()
  await dialog.getByText(files.added(3, 0, [])).waitFor()
  await source.fill('state register ')
  await dialog.getByText(warning).waitFor()
  await dialog.getByRole('button', { name: files.choose }).click()
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2)
  const names = await dialog
    .getByRole('listitem')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
  for (const [at, name] of ['state register', 'State register'].entries())
    expect(names[at]).toMatch(exactly(files.removeLabel(name, anyText)))
  expect(pageErrors).toEqual([])
  await close()
})

it('says before an expired do-not-call file is renewed that it no longer blocks its numbers', async () => {
  const earlier = { source: 'State register', expiresAt: '2020-01-31T23:59:59.999Z' }
  const { page, pageErrors, close } = await started.open('empty', {
    before: (opened) =>
      opened.addInitScript((expiring) => {
        const about = { practice: false, fileName: 'register.csv', numbers: 3, addedBy: 'Ana' }
        const times = { addedAt: '2020-01-01T09:00:00.000Z', ...expiring }
        const value = [{ importId: '00000000-0000-4000-8000-000000000001', ...about, ...times }]
        Object.assign(window.api, { listDoNotCallImports: async () => ({ ok: true, value }) })
      }, earlier),
  })
  await number(page).waitFor()
  await goTo(page, messages.shell.screens.lists)
  const { files } = messages.doNotCall
  await page.getByRole('button', { name: files.manage }).click()
  const dialog = page.getByRole('dialog', { name: messages.doNotCall.title })
  await dialog.getByText(files.expired, { exact: true }).waitFor()
  await dialog.getByRole('textbox', { name: files.source }).fill('State register')
  await dialog.getByText(files.sameSource(earlier, true)).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('keeps what was entered about a do-not-call file whose last day passed while it was chosen, and says so', async () => {
  const { page, pageErrors, close } = await started.open('empty')
  await page.evaluate(() => {
    const failure = { kind: 'invalid', issues: [{ path: ['expiresAt'], code: 'doNotCallExpired' }] }
    Object.assign(window.api, { importDoNotCall: async () => ({ ok: false, failure }) })
  })
  await goTo(page, messages.shell.screens.lists)
  const { files } = messages.doNotCall
  await page.getByRole('button', { name: files.manage }).click()
  const dialog = page.getByRole('dialog', { name: messages.doNotCall.title })
  const [source, expires] = [files.source, files.expires].map((name) => dialog.getByRole('textbox', { name }))
  await source?.fill('State register')
  await expires?.fill('2100-01-31')
  await dialog.getByRole('button', { name: files.choose }).click()
  await dialog.getByText(messages.issue.text({ path: [], code: 'doNotCallExpired' })).waitFor()
  expect([await source?.inputValue(), await expires?.inputValue()]).toEqual(['State register', '2100-01-31'])
  expect(pageErrors).toEqual([])
  await close()
})

it('asks about the removal of one do-not-call file at a time', async () => {
  const { page, pageErrors, close } = await started.open('empty')
  await number(page).waitFor()
  await goTo(page, messages.shell.screens.lists)
  const { files } = messages.doNotCall
  await page.getByRole('button', { name: files.manage }).click()
  const dialog = page.getByRole('dialog', { name: messages.doNotCall.title })
  const sources = ['First register', 'Second register']
  for (const source of sources) {
    await dialog.getByRole('textbox', { name: files.source }).fill(source)
    await dialog.getByRole('button', { name: files.choose }).click()
    await dialog.getByRole('button', { name: like(files.removeLabel(source, anyText)) }).waitFor()
  }
  for (const source of sources)
    await dialog.getByRole('button', { name: like(files.removeLabel(source, anyText)) }).click()
  expect(await dialog.getByRole('button', { name: files.removeConfirm(3) }).count()).toBe(1)
  await dialog.getByRole('button', { name: like(files.removeLabel('First register', anyText)) }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('shows a do-not-call file with a long source in full on a small screen', async () => {
  const { page, pageErrors, close } = await started.open('empty', { width: 640, height: 400, scale: 2 })
  await number(page).waitFor()
  await goTo(page, messages.shell.screens.lists)
  const { files } = messages.doNotCall
  await page.getByRole('button', { name: files.manage }).click()
  const dialog = page.getByRole('dialog', { name: messages.doNotCall.title })
  await dialog.getByRole('textbox', { name: files.source }).fill('State register '.repeat(13).trim())
  await dialog.getByRole('button', { name: files.choose }).click()
  const row = dialog.getByRole('listitem')
  await row.waitFor()
  const rowHeight = await row.evaluate(({ clientHeight }) => clientHeight)
  expect(await dialog.getByRole('list').evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThanOrEqual(rowHeight)
  expect(pageErrors).toEqual([])
  await close()
})

it.each(['listRunning', 'listDone'])('keeps the buttons of a list in one line at 200 percent: %s', async (scene) => {
  const { page, close } = await started.open(scene, { width: 480, height: 320 })
  await goTo(page, messages.shell.screens.lists)
  await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
  const closeList = page.getByRole('button', { name: lists.check.close, exact: true })
  await closeList.waitFor()
  const middles = await page
    .locator('main header')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { top, bottom } = button.getBoundingClientRect()
        return (top + bottom) / 2
      }),
    )
  expect(middles.length).toBeGreaterThan(2)
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2)
  await close()
})
