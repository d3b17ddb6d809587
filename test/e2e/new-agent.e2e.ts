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
    { id: 'e', type: 'endCall', data: { name: 'End', prompt: 'Say goodbye.' } },
  ],
  edges: [{ id: 'se', source: 's', target: 'e', data: { label: 'done', condition: 'when they know' } }],
}

/** Answers the system's dialog by itself, and counts how often it was asked. */
const answerDialog = (app: ElectronApplication, file: string): Promise<void> =>
  app.evaluate(({ dialog }, path) => {
    Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [path] }) })
  }, file)

test('an agent is made of a file, found with its Agent UUID, and called', async ({ open, organization, dataDir }) => {
  const { app, window: page, quit } = await open()
  await connect(page, organization.origin, organization.key)
  const file = join(dataDir, 'visits.json')
  await answerDialog(app, file)
  const agents = () => organization.service.world.agents.filter(({ name }) => name === 'Visit reminder')

  // By the keyboard, from anywhere; the first file is broken, and changes nothing.
  writeFileSync(file, '{"nodes": [}')
  await page.getByRole('textbox', { name: 'Number', exact: true }).press('Control+K')
  await page.keyboard.type('new agent')
  await page.keyboard.press('Enter')
  const refused = page.getByRole('dialog', { name: 'This file was not taken' })
  await expect(refused.getByText('This file is not whole JSON')).toBeVisible()
  writeFileSync(file, JSON.stringify({ name: 'Visit reminder', workflow_definition: definition }))
  await refused.getByRole('button', { name: 'Choose another file …' }).click()

  const question = page.getByRole('dialog', { name: 'New agent in Acme Billing' })
  await expect(question.getByText('1 start · 1 end')).toBeVisible()
  await expect(question.getByText('Hello, your visit is tomorrow.')).toBeVisible()
  await expect(question.getByText('It is published at once')).toBeVisible()
  expect(agents()).toEqual([])
  await question.getByRole('button', { name: 'Create and publish' }).click()
  const made = page.getByRole('dialog', { name: 'Visit reminder was created' })
  await expect(made).toBeVisible()
  expect(agents()).toHaveLength(1)
  const uuid = agents()[0]?.uuid ?? 'none'
  await expect(made.getByText(uuid)).toBeVisible()
  await made.getByRole('button', { name: 'Copy Agent UUID' }).click()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(uuid)

  await made.getByRole('button', { name: 'Call with this agent' }).click()
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue('Visit reminder')
  await typeNumber(page, tourNumber)
  await callButton(page, tourNumber).click()
  const runId = await acceptedRunId(page)
  expect(organization.service.world.runs.find(({ id }) => id === runId)?.agentId).toBe(agents()[0]?.id)
  await quit()
})
