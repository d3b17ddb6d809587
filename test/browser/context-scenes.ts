import { anyNumber, callLabel, exactly } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import { chooseAgent, type Scene, variable, writeJson } from './scene-steps.ts'

/** The scenes of a call's context, as a form and as JSON, and of the agent field. */
export const contextScenes: Scene[] = [
  [
    'Call, a context with every suggested fix',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await writeJson(
        page,
        '{ "Customer_Name": "Jane", "amount_due": "  ", "phone_number": "+1", "adviser": "Ada", "favourite_colour": "blue" }',
      )
      await page.getByRole('tab', { name: messages.context.views.form }).click()
      await page.getByRole('button', { name: messages.context.fix('rename', 'customer_name') }).waitFor()
    },
  ],
  [
    'Call, skipped missing values',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await page.getByRole('textbox', { name: messages.call.number.label, exact: true }).fill('+1 415 555 0299')
      await variable(page, 'customer_name').press('Enter')
      await variable(page, 'due_date').press('Enter')
      await variable(page, 'amount_due').press('Enter')
      await page
        .getByRole('button', { name: messages.context.fix('fill', '') })
        .first()
        .waitFor()
    },
  ],
  [
    'Call, invalid JSON in the form view',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await writeJson(page, '{\n  "customer_name": "Jane Doe",\n  "amount_due": 120.\n}')
      await page.getByRole('tab', { name: messages.context.views.form }).click()
      await page.getByRole('button', { name: messages.context.form.showJson }).waitFor()
    },
  ],
  [
    'Call, values that are not text',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await writeJson(
        page,
        '{ "customer_name": null, "amount_due": 120.50, "adviser": { "name": "Ada", "tags": ["a", "b"] }, "vip": true, "basket": [{ "id": 1, "name": "Plan" }] }',
      )
      await page.getByRole('tab', { name: messages.context.views.form }).click()
      await variable(page, 'basket').fill('[{ "id": 1,')
      await page.getByRole('button', { name: messages.context.form.sendAsText }).waitFor()
    },
  ],
  [
    'Call, long values',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      const words = 'a name that goes on and on, as names of companies do, '
      await writeJson(
        page,
        JSON.stringify({
          customer_name: words.repeat(40),
          amount_due: '1'.repeat(80),
          a_name_that_is_longer_than_any_column_of_a_form_and_longer_than_the_guide_allows_too: 'x',
        }),
      )
      await page.getByRole('tab', { name: messages.context.views.form }).click()
      await page.getByText(messages.context.check('longValue', { name: '', meant: null })).waitFor()
    },
  ],
  [
    'Call, an invalid field name',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Survey Q3')
      await page.getByText(messages.context.opening.prompt).waitFor()
      await page.getByRole('button', { name: messages.context.form.add }).click()
      await page.getByRole('textbox', { name: messages.context.form.addName }).fill('user..name')
      await page.keyboard.press('Enter')
      await page.getByText(messages.context.form.invalidName).waitFor()
    },
  ],
  [
    'Call, an agent without fields',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Welcome call')
      await page.getByText(messages.context.form.noFields).waitFor()
      await page.getByRole('button', { name: messages.call.agent.star }).click()
    },
  ],
  [
    'Call, an agent that was never published',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Payment arrangement')
      await page.getByText(messages.call.agent.unpublished).waitFor()
      await variable(page, 'customer_name').waitFor()
    },
  ],
  [
    'Call, fields remembered from earlier calls',
    'untold',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await variable(page, 'amount_due').fill('120.50')
      await page.getByText(messages.context.form.fromEarlierCalls).waitFor()
    },
  ],
  [
    'Call, agents cannot be loaded',
    'unlisted',
    async (page) => {
      await page.getByRole('combobox', { name: messages.call.agent.label }).fill('00000000-5d4b-4c3a-9f8e-000000009b21')
      // Close the list, because it covers the messages below the field.
      await page.keyboard.press('Tab')
      await page.getByText(messages.call.agent.listFailed).waitFor()
      await page.getByText(messages.call.agent.notListed).first().waitFor()
    },
  ],
  [
    'Call, values of the previous call',
    'empty',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      const number = page.getByRole('textbox', { name: messages.call.number.label, exact: true })
      await number.fill('+1 415 555 0299')
      await variable(page, 'customer_name').fill('Jane Doe')
      await variable(page, 'amount_due').fill('120.50')
      await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).click()
      await page
        .getByText(exactly(messages.call.outcome.run(anyNumber)))
        .first()
        .waitFor()
      await number.fill('+1 415 555 0323')
      await page.getByRole('button', { name: messages.context.form.clear }).waitFor()
    },
  ],
]
