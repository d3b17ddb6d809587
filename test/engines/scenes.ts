import { askedScenes } from './asked-scenes.ts'
import { runsScenes } from './runs-scenes.ts'
import { supportScenes } from './support-scenes.ts'
import { deskScenes } from './desk-scenes.ts'
import { doorScenes } from './door-scenes.ts'
import { contextScenes } from './context-scenes.ts'
import { keysScenes } from './keys-scenes.ts'
import { newAgentScenes } from './new-agent-scenes.ts'
import { numberScenes } from './number-scenes.ts'
import { settingsScenes } from './settings-scenes.ts'
import { momentScenes } from './moment-scenes.ts'
import { fillCall, goTo, number, placeCall, type Scene } from './scene-steps.ts'

/** The scenes whose name is what becomes of the call, with the title that must be read then. */
const lastOutcomes: Scene[] = (
  [
    ['candidate', 'Unknown: runs that fit were found'],
    ['notFound', 'Not placed: the service has no run of it'],
    ['reconciled', 'Accepted: found in the service’s list'],
    ['dialling', 'Found: the service is dialling it'],
    ['orphaned', 'Found, and probably never placed'],
    ['doubt', 'Unknown: the carrier may be ringing it'],
    ['refusedLists', 'Unknown: it may be ringing'],
    ['unpaid', 'Not placed: the credits could not be checked'],
  ] as const
).map(([scene, title]) => [
  `Call, ${scene}`,
  scene,
  async (page) => {
    await placeCall(page)
    await page.getByRole('region', { name: 'Outcome of the call' }).getByText(title, { exact: true }).waitFor()
  },
])

/** Every screen and state that people must be able to use: its name, the desk it stands on, and how it is reached. */
export const scenes: Scene[] = [
  ['the doors', 'first', (page) => page.getByRole('button', { name: 'Try it in practice' }).waitFor()],
  [
    'connecting',
    'locked',
    async (page) => {
      await page.getByRole('button', { name: 'Connect your organization' }).click()
      await page.getByRole('button', { name: 'Check and save' }).click()
      await page.getByText('Give the profile a name.').waitFor()
    },
  ],
  ...doorScenes,
  ...momentScenes,
  ['Call, filled', 'desk', fillCall],
  [
    'Call, with faults',
    'desk',
    async (page) => {
      await number(page).fill('hello')
      await page.getByRole('tab', { name: 'JSON' }).click()
      await page.getByRole('textbox', { name: 'Context (JSON)' }).click()
      await page.keyboard.insertText('{ "a": }')
      await page
        .getByText(/Line 1, column 8/)
        .first()
        .waitFor()
    },
  ],
  ...contextScenes,
  ...deskScenes,
  ...numberScenes,
  ...askedScenes,
  [
    'Call, unknown',
    'unknown',
    async (page) => {
      await fillCall(page)
      await number(page).press('Enter')
      await page.getByText('Was a call placed: unknown', { exact: true }).waitFor()
    },
  ],
  ...lastOutcomes,
  [
    'Call, the key refused',
    'keyRefused',
    async (page) => {
      await placeCall(page)
      await page.getByRole('toolbar', { name: 'Before the call' }).getByRole('button', { name: 'Go to Keys' }).waitFor()
    },
  ],
  [
    'Call, late, the run already found',
    'late',
    async (page) => {
      await placeCall(page)
      await page
        .getByRole('list', { name: 'The run that was found' })
        .getByText('run 48219')
        .waitFor({ timeout: 15_000 })
    },
  ],
  [
    'Call, locked before it is called',
    'desk',
    async (page) => {
      await fillCall(page)
      await number(page).fill('+1 415 555 0288')
      // Said to people who listen, too.
      await page
        .getByText(/^Locked: called /)
        .first()
        .waitFor()
    },
  ],
  [
    'Call, called lately',
    'desk',
    async (page) => {
      await fillCall(page)
      await number(page).fill('+1 415 555 0277')
      await page.getByRole('button', { name: 'Call +1 415 555 0277' }).click()
      await page.getByRole('dialog', { name: 'Call this number again?' }).waitFor()
    },
  ],
  [
    'Call, closing by hand',
    'unknown',
    async (page) => {
      await placeCall(page)
      await page.getByRole('button', { name: 'Close by hand …' }).click()
      await page.getByRole('button', { name: 'Close the call' }).click()
      await page.getByText('Say whether it was placed.').waitFor()
    },
  ],
  [
    'Call, again',
    'notFound',
    async (page) => {
      await placeCall(page)
      await page.getByRole('button', { name: 'Call again …' }).click()
      await page.getByRole('button', { name: 'Call +1 415 555 0299' }).waitFor()
    },
  ],
  [
    'Runs, an unknown call',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await page.getByRole('button', { name: 'Show the call to +1 415 555 0288' }).click()
      await page.getByRole('button', { name: 'Look now' }).waitFor()
    },
  ],
  [
    'the list of agents',
    'desk',
    async (page) => {
      await page.getByRole('combobox', { name: 'Agent' }).click()
      await page.getByRole('option').first().waitFor()
    },
  ],
  [
    'Runs with the drawer',
    'desk',
    async (page) => {
      await goTo(page, 'Runs')
      await page.getByRole('row').nth(2).click()
      await page.getByRole('button', { name: 'Ask the service now' }).click()
      // The list may know it first, and hides that column in a narrow window.
      await page.locator('[data-details]').getByText('qualified').first().waitFor()
    },
  ],
  ['Runs, empty', 'empty', (page) => goTo(page, 'Runs')],
  ...runsScenes,
  ...keysScenes,
  ...newAgentScenes,
  [
    'Keys',
    'desk',
    async (page) => {
      await goTo(page, 'Keys')
      await page.getByRole('switch', { name: 'Show archived keys' }).click()
      await page.getByText('desk-03').waitFor()
    },
  ],
  [
    'archiving a key',
    'desk',
    async (page) => {
      await goTo(page, 'Keys')
      await page.getByRole('button', { name: 'Archive desk-07' }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
  [
    'a profile without a reference',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+p')
      await page.getByRole('menuitem', { name: 'Manage profiles …' }).click()
      await page.getByRole('button', { name: /^Acme Billing/ }).click()
      await page.getByRole('switch', { name: /own id/ }).click()
      await page.getByText(/Without it/).waitFor()
    },
  ],
  [
    'a profile whose key cannot be removed',
    'keychainGone',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+p')
      await page.getByRole('menuitem', { name: 'Manage profiles …' }).click()
      await page.getByRole('button', { name: /^Acme Billing/ }).click()
      await page.getByRole('button', { name: 'Remove …' }).click()
      await page.getByRole('button', { name: 'Remove profile and key' }).click()
      await page.getByText(/^Nothing was removed/).waitFor()
    },
  ],
  [
    'Settings',
    'desk',
    async (page) => {
      await goTo(page, 'Settings')
      await page.getByRole('textbox', { name: 'Ask before calling' }).fill('x')
      await page.getByText('A whole number from 0 to 1,440.').waitFor()
    },
  ],
  [
    'Settings, a proxy',
    'proxied',
    async (page) => {
      await goTo(page, 'Settings')
      await page.getByLabel('Proxy password').fill('not-a-real-one')
      await page.getByRole('button', { name: 'Keep this password' }).click()
      await page.getByText('The password is kept.').waitFor()
    },
  ],
  [
    'Settings, erasing a person',
    'desk',
    async (page) => {
      await goTo(page, 'Settings')
      await page.getByRole('button', { name: 'Erase a person …' }).click()
      await page.getByRole('textbox', { name: 'Number' }).fill('+14155550277')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Erase +1 415 555 0277?' }).waitFor()
    },
  ],
  ...settingsScenes,
  ['stopped history', 'stopped', (page) => page.getByRole('alert').waitFor()],
  [
    'recovered history',
    'recovered',
    async (page) => {
      await page.getByRole('alert').getByRole('button', { name: 'Show in Settings' }).click()
      await page.getByRole('button', { name: 'I have read it' }).waitFor()
    },
  ],
  [
    'waiting to quit',
    'quitting',
    async (page) => {
      await placeCall(page)
      await page.getByRole('alertdialog', { name: 'Rundesk closes by itself' }).waitFor()
    },
  ],
  ...supportScenes,
  [
    'the profile switcher',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+p')
      await page.getByRole('menuitem').first().waitFor()
    },
  ],
  [
    'the palette',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Go to Runs' }).waitFor()
    },
  ],
  [
    'the palette, a run',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('482')
      await page
        .getByRole('option', { name: /^run 482/ })
        .first()
        .waitFor()
    },
  ],
  [
    'the palette, nothing found',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('zzz')
      await page.getByText('Nothing is called “zzz”.').waitFor()
    },
  ],
  [
    'the sheet of keys',
    'desk',
    async (page) => {
      await number(page).blur()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    },
  ],
]
