import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type ElectronApplication, type Page } from '@playwright/test'
import { verifyEvidence } from '../../src/main/bundles/verify-evidence.ts'
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

/** Lets the doctor look at an address, and gives what it says in short. */
const lookAt = async (page: Page, origin: string): Promise<string> => {
  const doctor = page.getByRole('dialog', { name: 'Doctor' })
  await doctor.getByRole('textbox', { name: 'Service address' }).fill(origin)
  await doctor.getByRole('button', { name: /^Look (now|again)$/ }).click()
  // The status line tells the address as soon as the look is about it, and its age once it is over.
  await expect(doctor.getByRole('status')).toContainText(`${new URL(origin).origin} · looked just now`, {
    timeout: 30_000,
  })
  return doctor.getByRole('status').innerText()
}

const line = (page: Page, check: string) => page.locator(`[data-check="${check}"]`)

test('without any profile the doctor tells apart what stands in the way, each with what to do', async ({
  open: launch,
}) => {
  test.setTimeout(120_000)
  const servers: RawServer[] = []
  const serve = async (bytes: string, tls?: typeof testCertificate): Promise<string> => {
    const server = await startRawServer(answering(bytes), tls)
    servers.push(server)
    return server.origin
  }
  const { window: page } = await launch()
  await page.getByRole('button', { name: 'Cannot get through?' }).click()

  const well = await lookAt(page, await serve(health('1.46.0')))
  expect(well).not.toMatch(/service is down|certificate|clock|too old/i)
  await expect(line(page, 'service')).toContainText('The service answers in')
  await expect(line(page, 'keychain')).toContainText('The keychain is there and open.')

  expect(await lookAt(page, `http://127.0.0.1:${await freePort()}`)).toContain('The service is down')
  await expect(line(page, 'tcp')).toContainText('What to do: Ask whoever runs the service whether it is up')
  await expect(line(page, 'service')).toContainText('Not looked at, because of: Connection.')

  expect(await lookAt(page, await serve(health('1.46.0'), testCertificate))).toContain('vouches for the certificate')
  await expect(line(page, 'tls')).toContainText('What to do: If your company signs its own services')

  expect(await lookAt(page, await serve(health('1.46.0', Date.now() + hour)))).toContain('60 min behind')
  await expect(line(page, 'clock')).toContainText('What to do: Let this computer set its clock by itself')
  await expect(line(page, 'service')).toContainText('The service answers in')

  expect(await lookAt(page, await serve(health('1.31.2')))).toContain('Version 1.31.2 is too old')
  await expect(line(page, 'version')).toContainText('What to do: Ask whoever runs the service to update it')

  for (const server of servers) {
    expect(server.received()).not.toMatch(/x-api-key/i)
    await server.close()
  }
})

test('a locked keychain is told as locked, without anybody being asked to unlock it', async ({ open: launch }) => {
  const session: Session = await startSession({ bus: 'usual', keyring: true, screen: false })
  try {
    const { DISPLAY: _none, ...env } = session.env
    await session.lock()
    const { window: page } = await launch({
      env: { ...env, DBUS_SESSION_BUS_ADDRESS: env['DBUS_SESSION_BUS_ADDRESS'] ?? '' },
    })
    await openPractice(page)
    await goTo(page, 'Support')
    await page.getByRole('button', { name: 'Look now' }).click()
    await expect(line(page, 'keychain')).toContainText('The keychain of this computer is locked', { timeout: 20_000 })
    await expect(line(page, 'keychain')).toContainText('What to do: Unlock it')
    // A practice profile keeps no key there: its own works all the same.
    await expect(line(page, 'key')).toContainText('The service takes this profile’s key', { timeout: 20_000 })
  } finally {
    await session.close()
  }
})

/** Answers the save dialog in the person's place: the next file goes into this folder under the name that is offered. */
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

test('a run is looked up by the keyboard, its evidence is sealed, and the diagnostics are what was shown', async ({
  open: launch,
  organization,
  dataDir,
}) => {
  const { app, window: page } = await launch()
  await connect(page, organization.origin, organization.key)
  await placeCall(page, tourNumber)
  const runId = await acceptedRunId(page)

  // From anywhere, also out of a field: one chord, the digits, Enter.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(runId))
  await expect(page.getByRole('option', { name: new RegExp(`^Run ${runId}`, 'i') }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: new RegExp(String(runId)) })).toBeVisible()

  // From a screen: G S, the digits, Enter. Everybody who may know the run is asked.
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.keyboard.type(String(runId))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Run ${runId} is known to this computer and Acme Billing.`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Service of Acme Billing' })).toContainText('Told by the service')

  await saveInto(app, dataDir)
  await page.getByRole('button', { name: 'Save evidence …' }).click()
  const told = page.getByText(/^Saved as rundesk-evidence-\d+\.html/)
  await expect(told).toBeVisible()
  const seal = /[0-9a-f]{64}/.exec(await told.innerText())?.[0] ?? ''
  const bytes = readFileSync(join(dataDir, `rundesk-evidence-${runId}.html`))
  expect(verifyEvidence(bytes, seal)).toMatchObject({ ok: true, evidence: { call: { workflowRunId: runId } } })
  expect(bytes.includes(organization.key.slice(8))).toBe(false)
  expect(bytes.includes(tourNumber.replaceAll(/\D/g, '').slice(-7))).toBe(false)

  await page.getByRole('button', { name: 'Show the diagnostics' }).click()
  const dialog = page.getByRole('dialog', { name: 'Diagnostics' })
  const shown = await dialog.locator('pre').innerText()
  await dialog.getByRole('button', { name: 'Save …' }).click()
  await expect(page.getByText(/^Saved as rundesk-diagnostics-/)).toBeVisible()
  const file = /rundesk-diagnostics-[\d-]+\.txt/.exec(
    await page.getByText(/^Saved as rundesk-diagnostics-/).innerText(),
  )
  const saved = readFileSync(join(dataDir, file?.[0] ?? ''), 'utf8')
  expect(saved.trimEnd()).toBe(shown.trimEnd())
  expect(saved).toContain('"event":"started"')
  expect(saved).not.toContain(organization.key.slice(8))
})
