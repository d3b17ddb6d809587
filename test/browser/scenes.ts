import { anyText, callLabel, foundState, startOf, titleOf, titles } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import { externalRequestScenes } from './external-request-scenes.ts'
import { runsScenes } from './runs-scenes.ts'
import { supportScenes } from './support-scenes.ts'
import { afterCallScenes } from './after-call-scenes.ts'
import { callScenes } from './call-scenes.ts'
import { onboardingScenes } from './onboarding-scenes.ts'
import { contextScenes } from './context-scenes.ts'
import { keysScenes } from './keys-scenes.ts'
import { listsScenes } from './lists-scenes.ts'
import { newAgentScenes } from './new-agent-scenes.ts'
import { numberScenes } from './number-scenes.ts'
import { settingsScenes } from './settings-scenes.ts'
import { momentScenes } from './loading-scenes.ts'
import { fillCall, goTo, jsonEditor, number, placeCall, type Scene } from './scene-steps.ts'

/** The fake service's response to a call if there are no credits left. The app recognizes this text. */
const unpaidDetail = 'Could not verify Dograh credits. Please try again.'

/** A scene for each outcome of a call, and the title that it shows. */
const lastOutcomes: Scene[] = (
  [
    ['candidate', titleOf({ state: 'candidate', runIds: [48_219, 48_220] })],
    ['notFound', titles.notFound],
    ['reconciled', titles.found],
    ['dialing', titleOf({ ...foundState, progress: 'dialing' })],
    ['orphaned', titleOf({ ...foundState, progress: 'orphaned' })],
    ['doubt', titles.carrierUnknown],
    ['refusedLists', titles.unknown],
    ['unpaid', titleOf({ state: 'rejected', status: 402, detail: unpaidDetail, issues: [] })],
  ] as const
).map(([scene, title]) => [
  `Call, ${scene}`,
  scene,
  async (page) => {
    await placeCall(page)
    await page.getByRole('region', { name: messages.call.outcome.label }).getByText(title, { exact: true }).waitFor()
  },
])

/** Every screen and state that the tests and pictures cover. */
export const scenes: Scene[] = [
  ['onboarding', 'first', (page) => page.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()],
  [
    'connecting',
    'locked',
    async (page) => {
      await page.getByRole('button', { name: messages.onboarding.connect.action }).click()
      await page.getByRole('button', { name: messages.onboarding.connect.save }).click()
      await page.getByText(messages.onboarding.connect.needName).waitFor()
    },
  ],
  ...onboardingScenes,
  ...momentScenes,
  ['Call, filled', 'standard', fillCall],
  [
    'Call, with errors',
    'standard',
    async (page) => {
      await number(page).fill('hello')
      await page.getByRole('tab', { name: messages.context.views.json }).click()
      await jsonEditor(page).click()
      await page.keyboard.insertText('{ "a": }')
      await page
        .getByText(startOf(messages.context.atPosition({ line: 1, column: 8 }, anyText)))
        .first()
        .waitFor()
    },
  ],
  ...contextScenes,
  ...callScenes,
  ...afterCallScenes,
  ...listsScenes,
  ...numberScenes,
  ...externalRequestScenes,
  [
    'Call, unknown',
    'unknown',
    async (page) => {
      await fillCall(page)
      await number(page).press('Enter')
      await page.getByText(messages.callState.placed('unknown'), { exact: true }).waitFor()
    },
  ],
  ...lastOutcomes,
  [
    'Call, key rejected',
    'keyRefused',
    async (page) => {
      await placeCall(page)
      await page
        .getByRole('toolbar', { name: messages.preflight.label })
        .getByRole('button', { name: messages.preflight.goToKeys })
        .waitFor()
    },
  ],
  [
    'Call, late response, run found',
    'late',
    async (page) => {
      await placeCall(page)
      await page
        .getByRole('list', { name: messages.reconciliation.foundList })
        .getByText(messages.call.outcome.run(48_219))
        .waitFor({ timeout: 15_000 })
    },
  ],
  [
    'Call, locked number',
    'standard',
    async (page) => {
      await fillCall(page)
      await number(page).fill('+1 415 555 0288')
      // The same text is announced to screen readers.
      await page
        .getByText(startOf(messages.call.number.locked(anyText, anyText, anyText)))
        .first()
        .waitFor()
    },
  ],
  [
    'Call, called recently',
    'standard',
    async (page) => {
      await fillCall(page)
      await number(page).fill('+1 415 555 0277')
      await page.getByRole('button', { name: callLabel('+1 415 555 0277') }).click()
      await page.getByRole('dialog', { name: messages.repeatCall.questions.calledRecently.title }).waitFor()
    },
  ],
  [
    'Call, an earlier call in progress',
    'inProgress',
    async (page) => {
      await fillCall(page)
      await number(page).fill('+1 415 555 0277')
      await page.getByRole('button', { name: callLabel('+1 415 555 0277') }).click()
      await page.getByRole('dialog', { name: messages.repeatCall.questions.inProgress.title }).waitFor()
    },
  ],
  [
    'Call, calling a number on the do-not-call list',
    'needs',
    async (page) => {
      await fillCall(page)
      await number(page).fill('+1 415 555 0299')
      await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).click()
      await page.getByRole('dialog', { name: messages.repeatCall.questions.doNotCall.title }).waitFor()
    },
  ],
  [
    'Call, calling a short number',
    'standard',
    async (page) => {
      await fillCall(page)
      await number(page).fill('4711')
      await page.getByRole('button', { name: /^4711/ }).click()
      await page.getByRole('button', { name: callLabel('4711') }).click()
      await page.getByRole('dialog', { name: messages.repeatCall.questions.shortNumber.title }).waitFor()
    },
  ],
  [
    'Call, resolving manually',
    'unknown',
    async (page) => {
      await placeCall(page)
      await page.getByRole('button', { name: messages.reconciliation.resolve }).click()
      await page.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
      await page.getByText(messages.reconciliation.dialog.resultRequired).waitFor()
    },
  ],
  [
    'Call, again',
    'notFound',
    async (page) => {
      await placeCall(page)
      await page.getByRole('button', { name: messages.reconciliation.callAgain }).click()
      await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).waitFor()
    },
  ],
  [
    'Runs, a call with an unknown outcome',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await page.getByRole('button', { name: messages.call.today.showOf('+1 415 555 0288') }).click()
      await page.getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
    },
  ],
  [
    'the list of agents',
    'standard',
    async (page) => {
      await page.getByRole('combobox', { name: messages.call.agent.label }).click()
      await page.getByRole('option').first().waitFor()
    },
  ],
  [
    'Runs with the drawer',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.runs)
      await page.getByRole('row').nth(2).click()
      await page.getByRole('button', { name: messages.runs.drawer.refresh }).click()
      // Look in the details: the list may show it first, but hides that column in a narrow window.
      await page.locator('[data-details]').getByText('qualified').first().waitFor()
    },
  ],
  ['Runs, empty', 'empty', (page) => goTo(page, messages.shell.screens.runs)],
  ...runsScenes,
  ...keysScenes,
  ...newAgentScenes,
  [
    messages.shell.screens.keys,
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await page.getByRole('switch', { name: messages.keys.showArchived }).click()
      await page.getByText('desk-03').waitFor()
    },
  ],
  [
    'archiving a key',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await page.getByRole('button', { name: messages.keys.archiveOf('desk-07') }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
  [
    'a profile without a reference',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+p')
      await page.getByRole('menuitem', { name: messages.profiles.manage }).click()
      await page.getByRole('button', { name: /^Acme Billing/ }).click()
      await page.getByRole('switch', { name: messages.profiles.reference.switch }).click()
      await page.getByText(messages.profiles.reference.withoutReference).waitFor()
    },
  ],
  [
    'a profile whose key cannot be removed',
    'keychainUnavailable',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+p')
      await page.getByRole('menuitem', { name: messages.profiles.manage }).click()
      await page.getByRole('button', { name: /^Acme Billing/ }).click()
      await page.getByRole('button', { name: messages.profiles.remove }).click()
      await page.getByRole('button', { name: messages.profiles.removeYes }).click()
      await page.getByText(messages.profiles.notRemoved(true)).waitFor()
    },
  ],
  [
    messages.shell.screens.settings,
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.settings)
      await page.getByRole('textbox', { name: messages.settings.calling.repeat }).fill('x')
      await page.getByText(messages.settings.range(0, 1_440)).waitFor()
    },
  ],
  [
    'Settings, a proxy',
    'proxied',
    async (page) => {
      await goTo(page, messages.shell.screens.settings)
      await page.getByLabel(messages.settings.network.password).fill('not-a-real-one')
      await page.getByRole('button', { name: messages.settings.network.savePassword }).click()
      await page.getByText(messages.settings.network.passwordSaved).waitFor()
    },
  ],
  [
    'Settings, erasing a person',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.settings)
      await page.getByRole('button', { name: messages.settings.history.erase }).click()
      await page.getByRole('textbox', { name: messages.call.number.label }).fill('+14155550277')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: messages.settings.erase.confirmTitle('+1 415 555 0277') }).waitFor()
    },
  ],
  ...settingsScenes,
  ['stopped history', 'stopped', (page) => page.getByRole('alert').waitFor()],
  [
    'recovered history',
    'recovered',
    async (page) => {
      await page.getByRole('alert').getByRole('button', { name: messages.settings.history.show }).click()
      await page.getByRole('button', { name: messages.settings.history.acknowledge }).waitFor()
    },
  ],
  [
    'history that lost calls',
    'shorter',
    async (page) => {
      await page.getByRole('alert').getByRole('button', { name: messages.settings.history.show }).click()
      await page.getByRole('button', { name: messages.settings.history.acknowledge }).waitFor()
    },
  ],
  [
    'waiting to quit',
    'quitting',
    async (page) => {
      await placeCall(page)
      await page.getByRole('alertdialog', { name: messages.shutdown.title }).waitFor()
    },
  ],
  ...supportScenes,
  [
    'the profile switcher',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+p')
      await page.getByRole('menuitem').first().waitFor()
    },
  ],
  [
    'the palette',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: messages.palette.goTo(messages.shell.screens.runs) }).waitFor()
    },
  ],
  [
    'the palette, a run',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('482')
      await page
        .getByRole('option', { name: new RegExp(`^${messages.runs.drawer.run(482)}`) })
        .first()
        .waitFor()
    },
  ],
  [
    'the palette, nothing found',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('zzz')
      await page.getByText(messages.palette.empty('zzz')).waitFor()
    },
  ],
  [
    'the shortcut sheet',
    'standard',
    async (page) => {
      await number(page).blur()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: messages.shortcuts.title }).waitFor()
    },
  ],
]
