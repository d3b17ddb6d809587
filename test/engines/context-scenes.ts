import { chooseAgent, type Scene, variable, writeJson } from './scene-steps.ts'

/** The context of a call, as a form and as JSON, and the agent it is for. */
export const contextScenes: Scene[] = [
  [
    'Call, a context with everything to mend',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await writeJson(
        page,
        '{ "Customer_Name": "Jane", "amount_due": "  ", "phone_number": "+1", "adviser": "Ada", "favourite_colour": "blue" }',
      )
      await page.getByRole('tab', { name: 'Form' }).click()
      await page.getByRole('button', { name: 'Rename to customer_name' }).waitFor()
    },
  ],
  [
    'Call, missing values that were passed by',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await page.getByRole('textbox', { name: 'Number', exact: true }).fill('+1 415 555 0299')
      await variable(page, 'customer_name').press('Enter')
      await variable(page, 'due_date').press('Enter')
      await variable(page, 'amount_due').press('Enter')
      await page.getByRole('button', { name: 'Fill in' }).first().waitFor()
    },
  ],
  [
    'Call, broken JSON while the form is wanted',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await writeJson(page, '{\n  "customer_name": "Jane Doe",\n  "amount_due": 120.\n}')
      await page.getByRole('tab', { name: 'Form' }).click()
      await page.getByRole('button', { name: 'Show the JSON' }).waitFor()
    },
  ],
  [
    'Call, values that are no texts',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await writeJson(
        page,
        '{ "customer_name": null, "amount_due": 120.50, "adviser": { "name": "Ada", "tags": ["a", "b"] }, "vip": true, "basket": [{ "id": 1, "name": "Plan" }] }',
      )
      await page.getByRole('tab', { name: 'Form' }).click()
      await variable(page, 'basket').fill('[{ "id": 1,')
      await page.getByRole('button', { name: 'Send it as a text' }).waitFor()
    },
  ],
  [
    'Call, long values',
    'desk',
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
      await page.getByRole('tab', { name: 'Form' }).click()
      await page.getByText(/nobody listens so long/).waitFor()
    },
  ],
  [
    'Call, a text with everything in it',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Survey Q3')
      await page.getByText('What the agent is told to say first').waitFor()
      await page.getByRole('button', { name: 'Add a field' }).click()
      await page.getByRole('textbox', { name: 'Name of the new field' }).fill('user..name')
      await page.keyboard.press('Enter')
      await page.getByText(/This can be no name here/).waitFor()
    },
  ],
  [
    'Call, an agent that asks for nothing',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Welcome call')
      await page.getByText('This agent’s text asks for nothing.').waitFor()
      await page.getByRole('button', { name: 'Keep this agent at the top' }).click()
    },
  ],
  [
    'Call, an agent that was never published',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Payment arrangement')
      await page.getByText(/^This agent was never published/).waitFor()
      await variable(page, 'customer_name').waitFor()
    },
  ],
  [
    'Call, fields remembered from earlier calls',
    'untold',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await variable(page, 'amount_due').fill('120.50')
      await page.getByText(/were sent by earlier calls/).waitFor()
    },
  ],
  [
    'Call, agents that cannot be listed',
    'unlisted',
    async (page) => {
      await page.getByRole('combobox', { name: 'Agent' }).fill('00000000-5d4b-4c3a-9f8e-000000009b21')
      // The list is closed again: it stands over what is told below the field.
      await page.keyboard.press('Tab')
      await page.getByText(/The list of agents could not be had/).waitFor()
      await page.getByText('The service lists no agent with this Agent UUID.').waitFor()
    },
  ],
  [
    'Call, the values of the call before',
    'empty',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      const number = page.getByRole('textbox', { name: 'Number', exact: true })
      await number.fill('+1 415 555 0299')
      await variable(page, 'customer_name').fill('Jane Doe')
      await variable(page, 'amount_due').fill('120.50')
      await page.getByRole('button', { name: 'Call +1 415 555 0299' }).click()
      await page
        .getByText(/^run \d+$/)
        .first()
        .waitFor()
      await number.fill('+1 415 555 0323')
      await page.getByRole('button', { name: 'Clear them' }).waitFor()
    },
  ],
]
