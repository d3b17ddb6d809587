import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { messages } from '../../src/messages/index.ts'
import { anyNumber, anyText, like, startOf, titles } from '../support/messages/patterns.ts'
import { type Organization, test } from './support.ts'
import { connect, goTo, outcomeOf, placeCall } from './tour/steps.ts'

const answerLost = '+1 415 555 0152'
const cutBefore = '+1 415 555 0153'
const carrierRefused = '+1 415 555 0133'
const carrierDropped = '+1 415 555 0137'

/** Returns the ID of the service's only run for a number. */
const runTo = ({ service }: Organization, number: string): number => {
  const runs = service.world.runs.filter(({ calledNumber }) => calledNumber === number.replaceAll(' ', ''))
  expect(runs).toHaveLength(1)
  return runs[0]?.id ?? 0
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  request.setEncoding('utf8')
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/** Forwards requests, and removes the carrier's call IDs from the runs but keeps the carrier's status reports. */
const hideCarrierIds = async (origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const headers = { 'content-type': 'application/json', 'x-api-key': String(request.headers['x-api-key'] ?? '') }
  const method = request.method ?? 'GET'
  const body = await bodyOf(request)
  const answer = await fetch(origin + (request.url ?? '/'), {
    method,
    headers,
    ...(method === 'GET' ? {} : { body }),
  }).catch(() => null)
  // The service closed the connection without a response.
  if (answer === null) return void request.socket.destroy()
  const text = (await answer.text()).replaceAll(/"call_id":\s*"[^"]*"/g, '"call_id":null')
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
  response.end(text)
}

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve(`http://127.0.0.1:${port}`)
    }),
  )

const resolveManually = async (page: Page): Promise<void> => {
  await outcomeOf(page).getByRole('button', { name: messages.reconciliation.resolve }).click()
  const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
  await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).check()
  await dialog.getByRole('textbox', { name: messages.reconciliation.dialog.note }).fill('Nothing rang.')
  await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
  await expect(outcomeOf(page)).toContainText(titles.resolvedNotPlaced)
}

test('settles a call using a carrier status report, even though the service has no carrier ID for the call', async ({
  open,
  organization,
}) => {
  const server = createServer((request, response) => void hideCarrierIds(organization.origin, request, response))
  const origin = await listen(server)
  try {
    const { window: page } = await open()
    await connect(page, origin, organization.key)
    await placeCall(page, answerLost)
    await expect(outcomeOf(page)).toContainText(messages.callState.placed('yes'), { timeout: 30_000 })
    await expect(outcomeOf(page)).toContainText(String(runTo(organization, answerLost)))
    await expect(outcomeOf(page)).not.toContainText(messages.reconciliation.title)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('shows the run of a call that the carrier refused, and looks it up', async ({ open, organization }) => {
  const { window: page } = await open()
  await connect(page, organization.origin, organization.key)
  await placeCall(page, carrierRefused)
  await expect(outcomeOf(page)).toContainText(messages.callState.placed('no'))
  const id = runTo(organization, carrierRefused)
  await expect(outcomeOf(page)).toContainText(`run ${id}`, { timeout: 20_000 })

  await goTo(page, messages.shell.screens.runs)
  await page
    .getByRole('row')
    .filter({ hasText: String(id) })
    .click()
  await expect(page.getByRole('complementary')).toContainText(`run ${id}`)
})

test('keeps the run of a call that the user resolved', async ({ open, organization }) => {
  const { window: page } = await open()
  await connect(page, organization.origin, organization.key)
  await placeCall(page, carrierDropped)
  await expect(outcomeOf(page)).toContainText(messages.callState.placed('unknown'))
  const id = runTo(organization, carrierDropped)
  await expect(outcomeOf(page)).toContainText(`run ${id}`, { timeout: 20_000 })
  await resolveManually(page)
  await expect(outcomeOf(page)).toContainText(String(id))

  await goTo(page, messages.shell.screens.runs)
  const row = page.getByRole('row').filter({ hasText: String(id) })
  await expect(row).toContainText(carrierDropped)
  const found = await page.evaluate((workflowRunId) => window.api.listCallsOfRun({ workflowRunId }), id)
  expect(found).toMatchObject({ ok: true, value: [{ outcome: { state: 'closedByOperator', runIds: [id] } }] })
})

test('has one status line for a call with an unknown outcome, before and after a restart', async ({
  open,
  organization,
}) => {
  const first = await open()
  await connect(first.window, organization.origin, organization.key)
  await placeCall(first.window, cutBefore)
  const { nextCheck, lastCheck, stopped, checking } = messages.reconciliation
  const next = like(nextCheck(5_000).replace('5', String(anyNumber)))
  await expect(outcomeOf(first.window)).toContainText(next)
  await expect(outcomeOf(first.window)).toContainText(like(startOf(lastCheck(anyText))))
  await expect(outcomeOf(first.window)).not.toContainText(stopped)
  await first.kill()

  const { window: page } = await open()
  await goTo(page, messages.shell.screens.runs)
  await page.getByRole('row').filter({ hasText: cutBefore }).click()
  const panel = page.getByRole('complementary').getByRole('region', { name: messages.reconciliation.title })
  await expect(panel.getByText(next).or(panel.getByText(checking))).toBeVisible()
  await expect(panel).not.toContainText(stopped)
})
