import { anyText, startOf } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from './support.ts'
import { acceptedRunId, callButton, connect, tourNumber, typeNumber } from './tour/steps.ts'

const definition = {
  nodes: [
    {
      id: 's',
      type: 'startCall',
      data: { name: 'Start', greeting: 'Hello, your visit is tomorrow.', prompt: 'Remind.' },
    },
    { id: 'e', type: 'endCall', data: { name: messages.audit.columns.result, prompt: 'Say goodbye.' } },
  ],
  edges: [{ id: 'se', source: 's', target: 'e', data: { label: 'done', condition: 'when they know' } }],
}

/** Returns a file from the system's file dialog, and counts how often the dialog was shown. */
const answerDialog = (app: ElectronApplication, file: string): Promise<void> =>
  app.evaluate(({ dialog }, path) => {
    Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [path] }) })
  }, file)

test('creates an agent from a file, finds its Agent UUID, and calls with it', async ({
  open,
  organization,
  dataDir,
}) => {
  const { app, window: page, quit } = await open()
  await connect(page, organization.origin, organization.key)
  const file = join(dataDir, 'visits.json')
  await answerDialog(app, file)
  const agents = () => organization.service.world.agents.filter(({ name }) => name === 'Visit reminder')

  // Start with the keyboard, from any screen; the first file is invalid and changes nothing.
  writeFileSync(file, '{"nodes": [}')
  await page.getByRole('textbox', { name: messages.call.number.label, exact: true }).press('Control+K')
  await page.keyboard.type('new agent')
  await page.keyboard.press('Enter')
  const refused = page.getByRole('dialog', { name: messages.newAgent.refusedTitle })
  await expect(
    refused.getByText(startOf(messages.issue.text({ path: [], code: 'workflowJson', words: anyText }))),
  ).toBeVisible()
  writeFileSync(file, JSON.stringify({ name: 'Visit reminder', workflow_definition: definition }))
  await refused.getByRole('button', { name: messages.newAgent.chooseOther }).click()

  const reviewDialog = page.getByRole('dialog', { name: messages.newAgent.title('Acme Billing') })
  await expect(
    reviewDialog.getByText(`${messages.newAgent.node('start', 1)} · ${messages.newAgent.node('end', 1)}`),
  ).toBeVisible()
  await expect(reviewDialog.getByText('Hello, your visit is tomorrow.')).toBeVisible()
  await expect(reviewDialog.getByText(messages.newAgent.publishedTitle)).toBeVisible()
  expect(agents()).toEqual([])
  await reviewDialog.getByRole('button', { name: messages.newAgent.confirm }).click()
  const made = page.getByRole('dialog', { name: messages.newAgent.createdTitle('Visit reminder') })
  await expect(made).toBeVisible()
  expect(agents()).toHaveLength(1)
  const uuid = agents()[0]?.uuid ?? 'none'
  await expect(made.getByText(uuid)).toBeVisible()
  await made.getByRole('button', { name: 'Copy Agent UUID' }).click()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(uuid)

  await made.getByRole('button', { name: messages.newAgent.callWith }).click()
  await expect(page.getByRole('combobox', { name: messages.call.agent.label })).toHaveValue('Visit reminder')
  await typeNumber(page, tourNumber)
  await callButton(page, tourNumber).click()
  const runId = await acceptedRunId(page)
  expect(organization.service.world.runs.find(({ id }) => id === runId)?.agentId).toBe(agents()[0]?.id)
  await quit()
})
