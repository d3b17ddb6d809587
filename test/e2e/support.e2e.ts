import { anyText, described, like, startOf } from '../support/messages/patterns.ts'
import { capabilityNames } from '../../src/contract/doctor.ts'
import { messages } from '../../src/messages/index.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type ElectronApplication, type Page } from '@playwright/test'
import { verifyEvidence } from '../../src/main/features/support/verify-evidence.ts'
import { freePort } from '../main/network/free-port.ts'
import { answering, httpAnswer, type RawServer, startRawServer } from '../support/raw-server.ts'
import { testCertificate } from '../support/test-certificate.ts'
import { startSession, type Session } from '../labs/vault/session.ts'
import { test } from './support.ts'
import { acceptedRunId, connect, goTo, openPractice, placeCall, tourNumber } from './tour/steps.ts'

const hour = 3_600_000

const health = (version: string, at = Date.now()): string =>
  httpAnswer('200 OK', JSON.stringify({ status: 'ok', version }), [
    'content-type: application/json',
    `date: ${new Date(at).toUTCString()}`,
  ])

/** Runs the checks against an address; resolves with their conclusion. */
const runChecks = async (page: Page, origin: string): Promise<string> => {
  const doctor = page.getByRole('dialog', { name: messages.doctor.title })
  await doctor.getByRole('textbox', { name: messages.onboarding.connect.origin }).fill(origin)
  await doctor
    .getByRole('button', { name: new RegExp(`^(${messages.doctor.start}|${messages.doctor.runAgain})$`) })
    .click()
  // The status line shows the address while the checks are running, and their age when they are done.
  await expect(doctor.getByRole('status')).toContainText(
    messages.doctor.checkedAt(null, new URL(origin).origin, messages.time.ago(0)),
    {
      timeout: 30_000,
    },
  )
  return doctor.getByRole('status').innerText()
}

const line = (page: Page, check: string) => page.locator(`[data-check="${check}"]`)

test('diagnoses each connection problem without a profile, and says what to do', async ({ open: launch }) => {
  test.setTimeout(120_000)
  const servers: RawServer[] = []
  const serve = async (bytes: string, tls?: typeof testCertificate): Promise<string> => {
    const server = await startRawServer(answering(bytes), tls)
    servers.push(server)
    return server.origin
  }
  const { window: page } = await launch()
  await page.getByRole('button', { name: messages.doctor.open }).click()

  await runChecks(page, await serve(health('1.46.0')))
  for (const name of ['tcp', 'tls', 'clock', 'version'])
    await expect(line(page, name)).not.toContainText(messages.doctor.results.bad)
  await expect(line(page, 'service')).toContainText(startOf(described('serviceUp', { milliseconds: anyText }).found))
  await expect(line(page, 'keychain')).toContainText(described('keychainUsable').found)

  expect(await runChecks(page, `http://127.0.0.1:${await freePort()}`)).toContain(
    startOf(described('tcpRefused', { host: anyText, port: anyText }).found),
  )
  await expect(line(page, 'tcp')).toContainText(described('tcpRefused').next)
  await expect(line(page, 'service')).toContainText(messages.doctor.skipped('tcp'))

  expect(await runChecks(page, await serve(health('1.46.0'), testCertificate))).toMatch(
    like(described('tlsUnknownIssuer', { host: anyText, code: anyText }).found),
  )
  await expect(line(page, 'tls')).toContainText(described('tlsUnknownIssuer').next)

  expect(await runChecks(page, await serve(health('1.46.0', Date.now() + hour)))).toContain(
    described('clockOff', { seconds: '3600', direction: 'behind' }).found,
  )
  await expect(line(page, 'clock')).toContainText(described('clockOff').next)
  await expect(line(page, 'service')).toContainText(startOf(described('serviceUp', { milliseconds: anyText }).found))

  expect(await runChecks(page, await serve(health('1.31.2')))).toContain(
    // This version has only the first capability.
    described('versionTooOld', { version: '1.31.2', missing: capabilityNames.slice(1).join(' ') }).found,
  )
  await expect(line(page, 'version')).toContainText(described('versionTooOld').next)

  for (const server of servers) {
    expect(server.received()).not.toMatch(/x-api-key/i)
    await server.close()
  }
})

test('reports a locked keychain without a prompt to unlock it', async ({ open: launch }) => {
  const session: Session = await startSession({ bus: 'usual', keyring: true, screen: false })
  try {
    const { DISPLAY: _none, ...env } = session.env
    await session.lock()
    const { window: page } = await launch({
      env: { ...env, DBUS_SESSION_BUS_ADDRESS: env['DBUS_SESSION_BUS_ADDRESS'] ?? '' },
    })
    await openPractice(page)
    await goTo(page, messages.shell.screens.support)
    await page.getByRole('button', { name: messages.doctor.start }).click()
    await expect(line(page, 'keychain')).toContainText(described('keychainLocked', { platform: 'linux' }).found, {
      timeout: 20_000,
    })
    await expect(line(page, 'keychain')).toContainText(described('keychainLocked', { platform: 'linux' }).next)
    // A practice profile keeps its key in memory, so it works without the keychain.
    await expect(line(page, 'key')).toContainText(described('keyWorks').found, { timeout: 20_000 })
  } finally {
    await session.close()
  }
})

/** Handles the next save dialog: the file is saved to this folder under the suggested name. */
const saveInto = (app: ElectronApplication, folder: string): Promise<void> =>
  app.evaluate(({ dialog }, into) => {
    Object.assign(dialog, {
      showSaveDialog: (...given: unknown[]) => {
        const options = given.at(-1)
        const offered =
          typeof options === 'object' && options !== null && 'defaultPath' in options ? String(options.defaultPath) : ''
        return Promise.resolve({ canceled: false, filePath: `${into}/${offered.split('/').at(-1)}` })
      },
    })
  }, folder)

test('looks up a run by keyboard, saves sealed evidence, and saves the diagnostics that it shows', async ({
  open: launch,
  organization,
  dataDir,
}) => {
  const { app, window: page } = await launch()
  await connect(page, organization.origin, organization.key)
  await placeCall(page, tourNumber)
  const runId = await acceptedRunId(page)

  // Works from any screen, even from inside a field: one shortcut, the digits, Enter.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(runId))
  await expect(page.getByRole('option', { name: new RegExp(`^Run ${runId}`, 'i') }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: new RegExp(String(runId)) })).toBeVisible()

  // From a screen: G S, the digits, Enter. This checks the computer and every profile.
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.keyboard.type(String(runId))
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(messages.support.run.foundIn(runId, [messages.support.run.sourceHere, 'Acme Billing'])),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: messages.support.run.of('Acme Billing') })).toContainText(
    startOf(messages.runs.drawer.updatedAt(anyText)),
  )

  await saveInto(app, dataDir)
  await page.getByRole('button', { name: messages.support.evidence.save }).click()
  const evidence = page.getByText(/rundesk-evidence-\d+\.html/)
  await expect(evidence).toBeVisible()
  const seal = /[0-9a-f]{64}/.exec(await evidence.innerText())?.[0] ?? ''
  const bytes = readFileSync(join(dataDir, `rundesk-evidence-${runId}.html`))
  expect(verifyEvidence(bytes, seal)).toMatchObject({ ok: true, evidence: { call: { workflowRunId: runId } } })
  expect(bytes.includes(organization.key.slice(8))).toBe(false)
  expect(bytes.includes(tourNumber.replaceAll(/\D/g, '').slice(-7))).toBe(false)

  await page.getByRole('button', { name: messages.support.diagnostics.show }).click()
  const dialog = page.getByRole('dialog', { name: messages.support.diagnostics.title })
  const shown = await dialog.locator('pre').innerText()
  await dialog.getByRole('button', { name: messages.support.diagnostics.save }).click()
  await expect(page.getByText(/rundesk-diagnostics-/)).toBeVisible()
  const file = /rundesk-diagnostics-[\d-]+\.txt/.exec(await page.getByText(/rundesk-diagnostics-/).innerText())
  const saved = readFileSync(join(dataDir, file?.[0] ?? ''), 'utf8')
  expect(saved.trimEnd()).toBe(shown.trimEnd())
  expect(saved).toContain('"event":"started"')
  expect(saved).not.toContain(organization.key.slice(8))
})
