import type { Page } from '@playwright/test'
import type { Scene } from '../scene-steps.ts'
import { scenes } from '../scenes.ts'

export type Size = '1280x800' | '960x640'
export type Scheme = 'light' | 'dark'

/** How a page is looked at beyond its size and its scheme. */
export type Manner = 'plain' | 'zoomed' | 'mirrored' | 'contrast'

/** One state of the page whose pictures are kept: the file's name, the scene it is, and in which sizes and schemes it is taken. */
export type PictureState = { name: string; manner: Manner; scene: Scene; views: readonly (readonly [Size, Scheme])[] }

const everyView = [
  ['1280x800', 'light'],
  ['1280x800', 'dark'],
  ['960x640', 'light'],
  ['960x640', 'dark'],
] as const
/** Each size and each scheme once: what differs by size is seen in one scheme as well as in the other. */
const twoViews = [
  ['1280x800', 'light'],
  ['960x640', 'dark'],
] as const

/** What has a place of its own in the acceptance of the screens: nothing yet, on its way, in trouble, unknown, practice, long names. */
const whole: Record<string, string> = {
  'call-empty': 'Call, nothing yet',
  'call-loading': 'Call, loading',
  'call-ready': 'Call, filled',
  'call-unlisted': 'Call, agents that cannot be listed',
  'call-unknown': 'Call, unknown',
  'call-practice': 'Call, in practice',
  'call-long-names': 'Call, long names',
  'runs-empty': 'Runs, empty',
  'runs-loading': 'Runs, loading',
  'runs-unreadable': 'Runs, unreadable',
  'runs-list': 'Runs, the list',
  'runs-drawer': 'Runs with the drawer',
  'runs-unknown': 'Runs, an unknown call',
  'runs-long-names': 'Runs, with notes, erased numbers and long names',
}

const others: Record<string, string> = {
  'first-picture': 'the first picture',
  'first-run': 'the doors',
  'first-run-history-lost': 'the doors, a history was lost',
  'first-run-connect': 'connecting',
  'first-run-no-scheme': 'connecting, an address without a scheme',
  'first-run-sealed-opened': 'the doors, a sealed key was opened',
  'profile-adding': 'the doors, adding a profile',
  'call-to-mend': 'Call, a context with everything to mend',
  'call-without-value': 'Call, without a value',
  'call-next': 'Call, the next one',
  'call-many-fields': 'Call, many fields',
  'call-key-refused': 'Call, the key refused',
  'call-json': 'Call, as JSON',
  'call-numbers-meant': 'Call, a number that may mean several',
  'call-pasted-row': 'Call, a row was pasted',
  'call-link-filled': 'Call, a link filled it',
  'call-link-waits': 'Call, a link waits',
  'runs-link-came': 'Runs, a link came',
  'call-quiet-hours': 'Call, quiet hours',
  'call-locked': 'Call, locked before it is called',
  'call-repeat-guard': 'Call, called lately',
  'call-sending': 'Call, sending',
  'call-accepted-ringing': 'Call, ringing',
  'call-accepted-ended': 'Call, ended',
  'call-accepted-stale': 'Call, stale',
  'call-not-found': 'Call, notFound',
  'call-unknown-settled': 'Call, an unknown one settled',
  'call-close-by-hand': 'Call, closing by hand',
  'runs-practice': 'Runs, in practice',
  'runs-nothing-found': 'Runs, nothing found',
  'runs-views': 'Runs, the saved views',
  'runs-export': 'Runs, exported',
  'runs-note': 'Runs, writing a note',
  'runs-talk': 'Runs, the talk',
  'runs-talk-coming': 'Runs, a recording on its way',
  'runs-talk-failed': 'Runs, no recording',
  keys: 'Keys',
  'keys-archive': 'archiving a key',
  'keys-new': 'a new key',
  'keys-rotation-stopped': 'a rotation that stopped',
  'keys-rotation-turned': 'a rotation that could not be taken back',
  'keys-rotation-no-key': 'a rotation that ended without a key',
  support: 'Support',
  'support-evidence': 'Support, evidence verified',
  'support-evidence-no-seal': 'Support, evidence without a noted seal',
  'support-evidence-doubted': 'Support, evidence that is not to be believed',
  'support-diagnostics': 'Support, the diagnostics',
  'support-trouble': 'Support, an hour of trouble',
  'support-doctor': 'Support, the service is down',
  'support-run': 'Support, a run',
  settings: 'Settings',
  'settings-erase': 'Settings, erasing a person',
  'new-agent': 'a new agent, looked at',
  'new-agent-made': 'a new agent, created',
  palette: 'the palette',
  'key-sheet': 'the sheet of keys',
  'history-stopped': 'stopped history',
  quitting: 'waiting to quit',
}

const zoomed: Record<string, string> = {
  'call-ready-zoomed': 'Call, filled',
  'call-unknown-zoomed': 'Call, unknown',
  'runs-drawer-zoomed': 'Runs with the drawer',
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

const all = (names: Record<string, string>, manner: Manner, views: PictureState['views']): PictureState[] =>
  Object.entries(names).map(([name, scene]) => ({ name, manner, scene: sceneNamed(scene), views }))

/** Every state whose pictures are kept. */
export const pictureStates: readonly PictureState[] = [
  ...all(whole, 'plain', everyView),
  ...all(others, 'plain', twoViews),
  ...all(zoomed, 'zoomed', everyView),
  ...all(mirrored, 'mirrored', everyView),
  ...all(contrast, 'contrast', twoViews),
]

/** Where a picture is kept, below the folder of all of them. */
export const pathOf = ({ name }: PictureState, [size, scheme]: readonly [Size, Scheme]): string =>
  `${size}/${scheme}/${name}.png`

/** How large the page is for a picture of a size, in its own pixels. */
export const viewportOf = (size: Size, manner: Manner): { width: number; height: number } => {
  const [width, height] = size === '1280x800' ? [1280, 800] : [960, 640]
  return manner === 'zoomed' ? { width: width / 2, height: height / 2 } : { width, height }
}

/** Brings a page that shows a state to another size and scheme. */
export const turnTo = async (page: Page, manner: Manner, [size, scheme]: readonly [Size, Scheme]): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize(viewportOf(size, manner))
}
