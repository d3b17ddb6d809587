import { expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { acme } from '../support/fake-api/data.ts'
import { anyText, exactly } from '../support/messages/patterns.ts'
import { openedScenes } from './opened-scenes.ts'
import { goTo } from './scene-steps.ts'

const started = openedScenes()
const { evidence, verify } = messages.support

it('copies the checksum of an evidence file that was saved or verified', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  await goTo(page, messages.shell.screens.support)
  const copy = page.getByRole('button', { name: messages.common.copyLabel(evidence.checksum), exact: true })
  const copied = page.getByText(messages.common.copied('3f9a'.repeat(16)))
  await page.keyboard.type('48219')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: evidence.save }).click()
  await copy.press('Enter')
  await copied.waitFor()
  await page.reload()
  await goTo(page, messages.shell.screens.support)
  await page.getByRole('button', { name: verify.verify }).click()
  await copy.press('Enter')
  await copied.waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it(
  'shows the checksum again after another screen or call was shown, and with no other call',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await started.open('standard')
    await goTo(page, messages.shell.screens.support)
    const checksum = page.getByText('3f9a'.repeat(16))
    await page.keyboard.type('48219')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: evidence.save }).click()
    await checksum.waitFor()
    await page.getByRole('button', { name: messages.support.run.show }).click()
    const drawer = page.getByRole('complementary', {
      name: messages.runs.drawer.label(messages.runs.drawer.run(48_219)),
    })
    await drawer.getByText('3f9a'.repeat(16)).waitFor()
    await page.keyboard.press('j')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: evidence.save }).waitFor()
    expect(await checksum.count()).toBe(0)
    await page.keyboard.press('k')
    await drawer.getByText('3f9a'.repeat(16)).waitFor()
    await goTo(page, messages.shell.screens.support)
    await checksum.waitFor()
    expect(pageErrors).toEqual([])
    await close()
  },
)

it('opens Runs with a number or a call ID that was entered as a run ID', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  await goTo(page, messages.shell.screens.support)
  await page.keyboard.type('14155550100')
  await page.keyboard.press('Enter')
  await page.getByText(messages.support.run.bad.number).waitFor()
  await page.getByRole('button', { name: messages.support.run.search }).press('Enter')
  await expect.poll(() => page.getByRole('searchbox').first().inputValue()).toBe('14155550100')
  expect(pageErrors).toEqual([])
  await close()
})

it('opens the call that Search in Runs found, and not the one that was open before', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  await goTo(page, messages.shell.screens.runs)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary')
  await drawer.waitFor()
  await goTo(page, messages.shell.screens.support)
  await page.keyboard.type('14155550100')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: messages.support.run.search }).press('Enter')
  const found = page.locator('tr[aria-current]').filter({ hasText: '+1 415 555 0100' })
  await found.waitFor()
  await drawer.waitFor({ state: 'detached' })
  expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await drawer.getByText('+1 415 555 0100').first().waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('warns when the evidence of a call that was changed in the history is saved', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('changedHistory')
  await goTo(page, messages.shell.screens.support)
  await page.keyboard.type('48219')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: evidence.save }).click()
  await page.getByRole('alert').getByText(evidence.broken(10)).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it(
  'says with a call that the run with its ID belongs to another call, and with no other call',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await started.open('reusedRun')
    await goTo(page, messages.shell.screens.support)
    await page.keyboard.type('48219')
    await page.keyboard.press('Enter')
    const notice = page.getByText(messages.issue.text({ path: [], code: 'runOfAnotherCall', words: '48219' }))
    const calls = page.getByRole('region', { name: messages.support.run.here }).getByRole('listitem')
    await calls.filter({ hasText: '+1 415 555 0123' }).filter({ has: notice }).waitFor()
    expect([await calls.count(), await notice.count()]).toEqual([2, 1])
    expect(pageErrors).toEqual([])
    await close()
  },
)

it('hides what the doctor found about a profile while another target is chosen', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  await goTo(page, messages.shell.screens.support)
  const doctor = page.getByRole('region', { name: messages.doctor.title })
  await doctor.getByRole('button', { name: messages.doctor.start }).click()
  const checked = exactly(messages.doctor.checkedAt(acme.name, 'https://voice.acme.example', anyText))
  await doctor.getByText(checked).waitFor()
  await doctor.getByRole('combobox', { name: messages.doctor.subject }).click()
  await page.getByRole('option', { name: messages.doctor.here }).click()
  await doctor.getByRole('combobox', { name: messages.doctor.subject }).getByText(messages.doctor.here).waitFor()
  expect(await doctor.getByText(checked).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})

it('marks practice calls and the practice service in the results of a look-up', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('practice')
  await goTo(page, messages.shell.screens.support)
  await page.keyboard.type('48002')
  await page.keyboard.press('Enter')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  // A tag has an icon; the profile's name has none.
  const marks = (name: string) =>
    card(name)
      .locator('span:has(> svg)')
      .filter({ hasText: exactly(messages.shell.practice) })
      .count()
  const call = card(messages.support.run.here)
  await call.getByRole('button', { name: messages.support.run.show }).first().waitFor()
  await card(messages.support.run.of(acme.name)).waitFor()
  expect(await marks(messages.support.run.here)).toBe(1)
  expect(await marks(messages.support.run.of('Practice'))).toBe(1)
  expect(await marks(messages.support.run.of(acme.name))).toBe(0)
  await close()
})

it('does not send the user to Support in any failure on that screen', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('supportFails')
  await goTo(page, messages.shell.screens.support)
  await page.keyboard.type('48219')
  await page.keyboard.press('Enter')
  const failure = { kind: 'unavailable', cause: 'timedOut' } as const
  const buttons: [region: string, button: string][] = [
    [messages.doctor.title, messages.doctor.start],
    [messages.support.key.title, messages.support.key.check],
  ]
  for (const [name, button] of buttons)
    await page.getByRole('region', { name }).getByRole('button', { name: button }).click()
  const cards = [
    messages.doctor,
    messages.support.run,
    messages.support.health,
    messages.support.key,
    messages.support.keychain,
  ]
  for (const { title } of cards)
    await page
      .getByRole('region', { name: title, exact: true })
      .getByText(messages.failure.describe(failure, true).next, { exact: true })
      .first()
      .waitFor()
  expect(await page.getByText(messages.failure.describe(failure).next).count()).toBe(0)
  await close()
})
