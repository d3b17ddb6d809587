import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { everyCall } from '../../src/contract/call-list.ts'
import { evidenceSchema } from '../../src/contract/evidence.ts'
import type { Outcome } from '../../src/contract/failure.ts'
import { type OperationName, operationChannel } from '../../src/contract/names.ts'
import type { Input, Output } from '../../src/contract/operations.ts'
import { shownRunIdOf } from '../../src/domain/answered-calls.ts'
import { displayStateOf, knownPlacedOf, placedOf, runIdsOf } from '../../src/domain/call-state.ts'
import { createUlid } from '../../src/domain/ids.ts'
import { faults } from '../../src/main/practice/faults.ts'
import { messages } from '../../src/messages/index.ts'
import { fileMessages } from '../../src/messages/native.ts'
import { openTestApp, valueOf } from '../support/test-app.ts'
import { goTo, openPractice } from '../e2e/tour/steps.ts'
import { chromiumForTests } from './chromium-for-tests.ts'
import { type MainOnNode, startMain } from './main-on-node.ts'
import { openPage } from './page-in-chromium.ts'
import { aDraft, anyRoute } from '../support/a-call.ts'

const { browser, folder } = chromiumForTests()

/** How a screen or file describes a call: its state, whether it was placed, and its run, each as displayed. */
type ShownCall = { state: string; placed: string; run: string }

const { shell, callState, runs, support, call: callTexts } = messages
const noRun = messages.common.none

const requestOf =
  (main: MainOnNode) =>
  async <N extends OperationName>(name: N, input: Input<N>): Promise<Outcome<Output<N>>> => {
    const channel = operationChannel(name)
    const frameUrl = 'rundesk://app/index.html'
    const { text } = await main.request({ kind: 'invoke', channel, text: JSON.stringify(input), frameUrl })
    return JSON.parse(text) as Outcome<Output<N>> // Main checks what it returns.
  }

const valueOfOperation = (main: MainOnNode) => {
  const request = requestOf(main)
  return async <N extends OperationName>(name: N, input: Input<N>): Promise<Output<N>> => {
    const outcome = await request(name, input)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
    return outcome.value
  }
}

/** A practice number that answers the call. */
const answered = '+14155550103'
const numberOf = (name: string): string => faults.find((fault) => fault.name === name)?.phoneNumber ?? answered

/** The ways in which a call can end. These calls come first, because the service accepts only ten calls at a time. */
const ends = { answered: 'reached', busy: 'busy', 'no-answer': 'noAnswer', failed: 'failed', voicemail: 'voicemail' }
const first = Object.keys(ends).map(numberOf)
/** One number for every other behavior of the practice service. Some of these calls exceed the service's limit. */
const others = faults.map(({ phoneNumber }) => phoneNumber).filter((number) => !first.includes(number))
const numbers = [...first, ...others]

/** Reads the tag in each row, with its tooltip about whether the call was placed, and the run. */
const readTags = (page: Page, rows: string, runCell: number): Promise<ShownCall[]> =>
  page.locator(rows).evaluateAll(
    (all, cell) =>
      all.map((row) => {
        const tag = row.querySelector('td span[title]')
        return {
          state: tag?.textContent ?? '',
          placed: tag?.getAttribute('title') ?? '',
          // Runs marks a run that may belong to another call with a question mark.
          run: row.querySelectorAll('td')[cell]?.textContent.replace('?', '') ?? '',
        }
      }),
    runCell,
  )

const expectedOf = (call: Call): ShownCall => ({
  state: callState.describe(call.outcome).tag,
  placed: callState.placed(placedOf(call.outcome)),
  run: runIdsOf(call).join(', ') || noRun,
})

/** The tooltip of a tag says instead if the look-up found a run of a call that was resolved as not placed. */
const expectedTagOf = (call: Call): ShownCall => {
  const expected = expectedOf(call)
  return { ...expected, placed: messages.runDespiteDecision(call.outcome) ?? expected.placed }
}

/** Returns the lines of the text that say whether a call was placed. */
const placedIn = (text: string): string => {
  const answers = (['yes', 'no', 'unknown', 'notYet'] as const).map(callState.placed)
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => answers.includes(line)).join()
}

/** Opens the call in the drawer of Runs, and reads what it shows. */
const drawerOf = async (page: Page, call: Call): Promise<ShownCall> => {
  await page.locator(`tr[data-call="${call.callId}"]`).click()
  const drawer = page.locator('aside[data-details]').filter({ hasText: call.phoneNumberDisplay })
  await drawer.getByRole('heading', { name: runs.drawer.result, exact: true }).waitFor()
  const tag = drawer.locator('header span[title]').first()
  const text = await drawer.innerText()
  const title = await drawer.locator('h2').first().innerText()
  return {
    state: await tag.innerText(),
    placed: placedIn(text),
    run: /^(?:possible )?runs? (\d[\d, ]*)$/.exec(title)?.[1] ?? noRun,
  }
}

/** Looks up a run on the Support screen, and reads what it shows about the call. */
const lookUp = async (page: Page, runId: number, call: Call): Promise<ShownCall> => {
  await page.getByRole('textbox', { name: support.run.label }).fill(String(runId))
  await page.keyboard.press('Enter')
  const own = page
    .getByRole('region', { name: support.run.here })
    .getByRole('listitem')
    .filter({ hasText: call.phoneNumberDisplay })
    .first()
  await own.waitFor()
  const text = await own.innerText()
  return { state: await own.locator('span[title]').first().innerText(), placed: placedIn(text), run: String(runId) }
}

it(
  'shows the same information about each call everywhere, whatever the service and the carrier do',
  { timeout: 400_000 },
  async () => {
    const main = await startMain(folder)
    const runOperation = valueOfOperation(main)
    const { page, pageErrors } = await openPage(browser(), main)
    // This is large enough to render all rows of the list.
    await page.setViewportSize({ width: 1280, height: 2600 })
    await openPractice(page)
    const { profiles } = await runOperation('listProfiles', {})
    const profileId = profiles[0]?.id ?? ''
    const agents = await runOperation('listAgents', { profileId })
    const agent = agents.find(({ status, agentUuid }) => status === 'active' && agentUuid !== null)
    const callIds = new Map<string, string>()
    const place = async (phoneNumber: string): Promise<void> => {
      const callId = createUlid(Date.now(), crypto.getRandomValues(new Uint8Array(16)))
      callIds.set(phoneNumber, callId)
      const draft = aDraft({
        callId,
        profileId,
        agentUuid: agent?.agentUuid ?? '',
        agentName: agent?.name ?? null,
        phoneNumber,
        phoneNumberDisplay: phoneNumber,
        initialContext: {},
        ...anyRoute,
      })
      await runOperation('triggerCall', draft)
    }
    for (const phoneNumber of first) await place(phoneNumber)
    const all = async () => (await runOperation('listCalls', { search: '', after: null, limit: 100 })).calls
    const stateOf = async (name: string) => {
      const call = (await all()).find(({ callId }) => callId === callIds.get(numberOf(name)))
      return call && displayStateOf(call.outcome)
    }
    const pollOptions = { timeout: 120_000, interval: 500 }
    for (const [name, state] of Object.entries(ends)) await expect.poll(() => stateOf(name), pollOptions).toBe(state)
    for (const phoneNumber of others) await place(phoneNumber)
    // One of the calls never ends.
    const inProgress = async () => (await all()).filter(({ outcome }) => displayStateOf(outcome) === 'accepted').length
    await expect.poll(inProgress, pollOptions).toBeLessThanOrEqual(1)
    // The background lookup may find the run of a call before the decision; the call can then no longer be resolved
    // manually.
    const decisions = ['placed', 'notPlaced'] as const
    let resolved = 0
    for (const { callId, outcome } of await all()) {
      const decision = decisions[resolved]
      if (decision === undefined || displayStateOf(outcome) !== 'unknown') continue
      const response = await requestOf(main)('resolveCall', { callId, decision, note: 'Jane called back.' })
      if (response.ok) resolved += 1
    }
    expect(resolved).toBe(decisions.length)

    // The page shows a decision shortly after main has recorded it.
    for (const { outcome } of await all())
      if (outcome.state === 'closedByOperator')
        await page
          .locator('main tbody tr')
          .filter({ hasText: callState.describe(outcome).tag })
          .waitFor()

    // Calls that change while the screens are read are excluded below.
    const before = await all()
    const today = await readTags(page, 'main tbody tr', 4)
    await goTo(page, shell.screens.runs)
    await expect.poll(() => page.locator('tr[data-call]').count()).toBe(numbers.length)
    const listed = await readTags(page, 'tr[data-call]', 4)
    const drawers: ShownCall[] = []
    for (const call of before) drawers.push(await drawerOf(page, call))
    await goTo(page, shell.screens.support)
    const reconciliation = new Map<string, ShownCall>()
    for (const call of before)
      for (const runId of runIdsOf(call)) reconciliation.set(`${call.callId} ${runId}`, await lookUp(page, runId, call))
    const after = new Map((await all()).map((call) => [call.callId, call]))
    expect(pageErrors).toEqual([])
    await page.close()
    // Killing main leaves the history as the screens showed it. Quitting would wait for the responses.
    await main.kill()

    const file = join(folder, 'files.csv')
    const evidence = join(folder, 'evidence.html')
    const app = openTestApp({
      file: join(folder, 'rundesk.db'),
      parts: { chooseFile: ({ format }) => Promise.resolve(format === 'html' ? evidence : file) },
    })
    await valueOf(app.operations.exportCalls({ search: '', filter: everyCall, format: 'csv' }))
    const { data } = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8').slice(1), { header: true })
    const recorded = new Map(
      (await valueOf(app.operations.listCalls({ search: '', after: null, limit: 100 }))).calls.map((call) => [
        call.callId,
        call,
      ]),
    )

    const isUnchanged = ({ callId, changedAt }: Call): boolean =>
      [after, recorded].every((calls) => calls.get(callId)?.changedAt === changedAt)
    // Today shows the newest 50 calls.
    const expectedToday = before.slice(0, today.length).map((call, index) => {
      const runIds = runIdsOf(call)
      const expected = { ...expectedTagOf(call), run: runIds.length === 0 ? noRun : callTexts.outcome.runs(call) }
      return isUnchanged(call) ? expected : today[index]
    })
    expect.soft(today).toEqual(expectedToday)

    let compared = 0
    for (const [index, call] of before.entries()) {
      if (!isUnchanged(call)) continue
      compared += 1
      const expected = expectedOf(call)
      expect.soft(listed[index], `Runs: ${call.phoneNumber}`).toEqual(expectedTagOf(call))
      expect.soft(drawers[index], `drawer: ${call.phoneNumber}`).toEqual(expected)
      for (const runId of runIdsOf(call))
        expect
          .soft(reconciliation.get(`${call.callId} ${runId}`), `Support: ${call.phoneNumber}`)
          .toEqual({ ...expected, run: String(runId) })
      const decision = call.outcome.state === 'closedByOperator' ? call.outcome : null
      expect
        .soft(
          data.find(({ call_id: id }) => id === call.callId),
          `export: ${call.phoneNumber}`,
        )
        .toMatchObject({
          state: expected.state,
          call_placed: knownPlacedOf(call.outcome),
          run_id: runIdsOf(call).join('; '),
          decision: decision === null ? '' : fileMessages.evidence.decisions[decision.decision],
          decided_by: decision?.who ?? '',
          decided_at: decision?.at ?? '',
        })
      await valueOf(app.operations.saveEvidence({ callId: call.callId }))
      const saved = readFileSync(evidence, 'utf8')
      const json = /<script type="application\/json" id="evidence">(.*?)<\/script>/s.exec(saved)?.[1] ?? ''
      expect.soft(evidenceSchema.parse(JSON.parse(json)).call, `evidence: ${call.phoneNumber}`).toMatchObject({
        state: expected.state,
        callPlaced: knownPlacedOf(call.outcome),
        workflowRunId: shownRunIdOf(call),
        workflowRunIds: [...runIdsOf(call)],
        decision: decision && { decision: decision.decision, at: decision.at },
      })
    }
    expect(compared).toBeGreaterThanOrEqual(40)
    expect(today.length).toBeGreaterThanOrEqual(40)
    expect(new Set(before.map(({ outcome }) => displayStateOf(outcome))).size).toBeGreaterThanOrEqual(8)
  },
)
