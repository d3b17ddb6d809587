import { messages } from '../../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import type { Scene } from '../scene-steps.ts'
import { scenes } from '../scenes.ts'

export type Size = '1280x800' | '960x640'
export type Scheme = 'light' | 'dark'

/** How a page is displayed, aside from its size and color scheme. */
export type DisplayMode = 'plain' | 'zoomed' | 'mirrored' | 'contrast'

/** A state of the page that has reference pictures: the file name, the scene, and the sizes and color schemes. */
export type PictureState = {
  name: string
  mode: DisplayMode
  scene: Scene
  views: readonly (readonly [Size, Scheme])[]
}

const everyView = [
  ['1280x800', 'light'],
  ['1280x800', 'dark'],
  ['960x640', 'light'],
  ['960x640', 'dark'],
] as const
const largeViews = [
  ['1280x800', 'light'],
  ['1280x800', 'dark'],
] as const
/** Each size and each scheme once, because a layout fault is visible in either scheme. */
const twoViews = [
  ['1280x800', 'light'],
  ['960x640', 'dark'],
] as const

/** The main states of Call and Runs: empty, loading, failed, unknown, practice, long names. */
const mainStates: Record<string, string> = {
  'call-empty': 'Call, nothing yet',
  'call-loading': 'Call, loading',
  'call-ready': 'Call, filled',
  'call-agents-failed': 'Call, agents cannot be loaded',
  'call-unknown': 'Call, unknown',
  'call-practice': 'Call, in practice',
  'call-long-names': 'Call, long names',
  'call-learned': 'Call, what the agent learned',
  'inbox-items': 'Needs you',
  'inbox-empty': 'Needs you, empty',
  'number-page': 'Number',
  'lists-empty': 'Lists, nothing yet',
  'lists-check': 'Lists, checking the rows',
  'lists-run': 'Lists, running',
  'lists-paused': 'Lists, paused',
  'lists-done': 'Lists, finished',
  'runs-empty': 'Runs, empty',
  'runs-loading': 'Runs, loading',
  'runs-unreadable': 'Runs, unreadable',
  'runs-list': 'Runs, the list',
  'runs-drawer': 'Runs with the drawer',
  'runs-unknown': 'Runs, a call with an unknown outcome',
  'runs-long-names': 'Runs, with notes, erased numbers and long names',
}

const otherStates: Record<string, string> = {
  'start-up-page': 'the start-up page',
  'first-run': 'onboarding',
  'first-run-history-lost': 'onboarding, after a lost history',
  'first-run-connect': 'connecting',
  'first-run-no-scheme': 'connecting, an address without a scheme',
  'first-run-key-imported': 'onboarding, a key file was imported',
  'profile-adding': 'onboarding, adding a profile',
  'call-suggested-fixes': 'Call, a context with every suggested fix',
  'call-without-value': 'Call, without a value',
  'call-next': 'Call, the next call',
  'call-many-fields': 'Call, many fields',
  'call-key-refused': 'Call, key rejected',
  'call-json': 'Call, as JSON',
  'call-ambiguous-number': 'Call, an ambiguous number',
  'call-pasted-row': 'Call, a row was pasted',
  'call-link-filled': 'Call, a link filled it',
  'call-link-waits': 'Call, a link waits',
  'runs-link-arrived': 'Runs, a link arrived',
  'call-quiet-hours': 'Call, quiet hours',
  'call-locked': 'Call, locked number',
  'call-repeat-guard': 'Call, called recently',
  'call-sending': 'Call, sending',
  'call-accepted-ringing': 'Call, ringing',
  'call-accepted-ended': 'Call, ended',
  'call-accepted-stale': 'Call, stale',
  'call-not-found': 'Call, notFound',
  'call-unknown-resolved': 'Call, a resolved call whose outcome was unknown',
  'call-resolve-manually': 'Call, resolving manually',
  'runs-practice': 'Runs, in practice',
  'runs-nothing-found': 'Runs, nothing found',
  'runs-ranges': 'Runs, by duration and cost',
  'runs-views': 'Runs, the saved views',
  'runs-export': 'Runs, exported',
  'runs-note': 'Runs, writing a note',
  'runs-recording': 'Runs, recording and transcript',
  'runs-recording-loading': 'Runs, a loading recording',
  'runs-recording-failed': 'Runs, no recording',
  'lists-earlier': 'Lists, earlier lists',
  'lists-agent': 'Lists, choosing the agent',
  'lists-known-file': 'Lists, a known file',
  'lists-hours': 'Lists, calling hours',
  'lists-drawer': 'Lists, the row drawer',
  'lists-interrupted': 'Lists, interrupted',
  keys: 'Keys',
  'keys-archive': 'archiving a key',
  'keys-new': 'a new key',
  'keys-rotation-stopped': 'a rotation that stopped',
  'keys-rotation-not-undone': 'a rotation that could not be undone',
  'keys-rotation-no-key': 'a rotation that ended without a key',
  support: messages.shell.screens.support,
  'support-evidence': 'Support, evidence verified',
  'support-evidence-no-checksum': 'Support, evidence without a checksum',
  'support-evidence-other-checksum': 'Support, evidence with another checksum',
  'support-diagnostics': 'Support, the diagnostics',
  'support-errors': 'Support, an hour with errors',
  'support-doctor': 'Support, the service is down',
  'support-run': 'Support, a run',
  settings: messages.shell.screens.settings,
  'settings-erase': 'Settings, erasing a person',
  'new-agent': 'a new agent, preview',
  'new-agent-created': 'a new agent, created',
  palette: 'the palette',
  'shortcut-sheet': 'the shortcut sheet',
  'history-stopped': 'stopped history',
  quitting: 'waiting to quit',
}

/** States whose colors matter as much as their layout, in the usual size. */
const largeStates: Record<string, string> = {
  'call-repeat-in-progress': 'Call, an earlier call in progress',
  'call-repeat-short': 'Call, calling a short number',
  'call-repeat-do-not-call': 'Call, calling a number on the do-not-call list',
  'call-do-not-call': 'Call, the do-not-call dialog',
  'call-busy': 'Call, busy',
  'call-no-answer': 'Call, no answer',
  'history-shorter': 'history that lost calls',
}

const zoomed: Record<string, string> = {
  'call-ready-zoomed': 'Call, filled',
  'call-unknown-zoomed': 'Call, unknown',
  'runs-drawer-zoomed': 'Runs with the drawer',
  'lists-check-zoomed': 'Lists, checking the rows',
  'lists-run-zoomed': 'Lists, running',
}

const mirrored: Record<string, string> = {
  'call-ready-mirrored': 'Call, filled',
  'call-unknown-mirrored': 'Call, unknown',
  'runs-drawer-mirrored': 'Runs with the drawer',
}

const contrast: Record<string, string> = {
  'call-ready-contrast': 'Call, filled',
  'runs-drawer-contrast': 'Runs with the drawer',
}

const sceneNamed = (wanted: string): Scene => {
  const scene = scenes.find(([name]) => name === wanted)
  if (!scene) throw new Error(`There is no scene "${wanted}".`)
  return scene
}

const all = (names: Record<string, string>, mode: DisplayMode, views: PictureState['views']): PictureState[] =>
  Object.entries(names).map(([name, scene]) => ({ name, mode, scene: sceneNamed(scene), views }))

/** All states that have reference pictures. */
export const pictureStates: readonly PictureState[] = [
  ...all(mainStates, 'plain', everyView),
  ...all(otherStates, 'plain', twoViews),
  ...all(largeStates, 'plain', largeViews),
  ...all(zoomed, 'zoomed', everyView),
  ...all(mirrored, 'mirrored', everyView),
  ...all(contrast, 'contrast', twoViews),
]

/** Returns the path of a picture within the folder of reference pictures. */
export const pathOf = ({ name }: PictureState, [size, scheme]: readonly [Size, Scheme]): string =>
  `${size}/${scheme}/${name}.png`

/** Returns the viewport for a picture, in CSS pixels. */
export const viewportOf = (size: Size, mode: DisplayMode): { width: number; height: number } => {
  const [width, height] = size === '1280x800' ? [1280, 800] : [960, 640]
  return mode === 'zoomed' ? { width: width / 2, height: height / 2 } : { width, height }
}

/** Changes the page to this size and color scheme. */
export const changeView = async (
  page: Page,
  mode: DisplayMode,
  [size, scheme]: readonly [Size, Scheme],
): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize(viewportOf(size, mode))
}
