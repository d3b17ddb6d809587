import { childrenOf, eventually } from './processes.ts'
import { pressCancel, typePassword } from './keychain-prompt.ts'
import type { SessionOptions } from './session.ts'
import { readForeign, type VaultApp, storeForeign } from './vault-app.ts'

/** A state of the keychain, and the user's steps in that state. */
export type Condition = { name: string; session: SessionOptions; steps: (app: VaultApp) => Promise<void> }

const open: SessionOptions = { bus: 'usual', keyring: true, screen: false }
const withScreen: SessionOptions = { ...open, screen: true }
const ok = ['ok']

const freeze = ({ session }: VaultApp): void => void process.kill(session.keyringPid(), 'SIGSTOP')
const thaw = ({ session }: VaultApp): void => void process.kill(session.keyringPid(), 'SIGCONT')

/** Waits for a vault process that is not in `before`, kills it, and returns its process ID. */
const killChild = async (app: VaultApp, before: number[] = []): Promise<number> => {
  const child = await eventually('The vault’s process', 8_000, () => {
    const [found] = childrenOf(app.mainPid(), 'vault/child-process').filter((pid) => !before.includes(pid))
    return found ?? null
  })
  process.kill(child, 'SIGKILL')
  return child
}

const testUnlocked = async (app: VaultApp): Promise<void> => {
  await app.expect('status', ok, app.status())
  await app.expect('add', ok, app.add('keychain'))
  const [profile] = app.profiles
  await app.restart()
  await app.expect('check after a restart', ok, app.check(profile))
  const other = { profileId: 'other', origin: 'https://voice.acme.example', keyStorage: 'keychain' } as const
  const many = Array.from({ length: 8 }, (_unused, at) => ({ ...other, origin: `https://host-${at}.example` }))
  await Promise.all(many.map((one) => app.expect('set', ok, app.vault('set', one, `key of ${one.origin}`))))
  await Promise.all(many.map((one) => app.expect('get', ok, app.vault('get', one, `key of ${one.origin}`))))
  await app.expect(
    'another origin',
    ['missing'],
    app.vault('get', { ...other, profileId: profile?.profileId ?? '' }, ''),
  )
  await app.expect('remove', ok, app.remove(profile))
  await app.expect('get after the removal', ['missing'], app.vault('get', profile, ''))
  const left = await readForeign(app.session, profile).catch(() => '')
  if (left !== '') app.observed.faults.push('remove: the key is still in the keychain')
}

const testUnusualStrings = async (app: VaultApp): Promise<void> => {
  const entry = { profileId: 'proxy', origin: 'user@http://proxy.example:8080', keyStorage: 'keychain' } as const
  for (const text of ['pässwörd 🎉 漢字', 'x'.repeat(2_560)]) {
    await app.expect('set', ok, app.vault('set', entry, text))
    await app.expect('get', ok, app.vault('get', entry, text))
  }
  for (const [text, state] of [
    ['x'.repeat(1024 * 1024), 'invalid keyLong'],
    ['', 'invalid required'],
    ['before\0after', 'invalid keyCharacter'],
    ['half \ud83d', 'invalid keyCharacter'],
  ] as const)
    await app.expect(`set ${state}`, [state], app.vault('set', entry, text))
  await app.expect('get the previous text', ok, app.vault('get', entry, 'x'.repeat(2_560)))
  await app.expect('add', ok, app.add('keychain'))
  const [profile] = app.profiles
  for (const text of ['two\r\nlines', 'x'.repeat(1024 * 1024), 'not a key, but words', 'schlüssel-eines-anderen', '']) {
    await storeForeign(app.session, profile, text)
    await app.expect(`check with another’s ${text.length} characters`, ['missing'], app.check(profile))
  }
  await app.expect('remove', ok, app.remove(profile))
}

const testLocked = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ok, app.add('keychain'))
  await app.expect('status while it is open', ok, app.status())
  await app.session.lock()
  await app.expect('status', ['locked'], app.status())
  const [profile] = app.profiles
  await app.expect('check', ['locked'], app.check(profile))
  await app.expect('add another', ['locked'], app.add('keychain'))
  await app.expect('remove', ['locked'], app.remove(profile))
  await app.expect('set', ['locked'], app.vault('set', profile, 'another-key'))
  await app.expect('add for this session', ok, app.add('session'))
  await app.expect('check it', ok, app.check(app.profiles.at(-1)))
}

const testCanceledPrompt = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ok, app.add('keychain'))
  await app.session.lock()
  const [profile] = app.profiles
  await Promise.all([app.expect('check', ['locked'], app.check(profile)), pressCancel(app.session)])
  await Promise.all([app.expect('add another', ['locked'], app.add('keychain')), pressCancel(app.session)])
}

const testUnansweredPrompt = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ok, app.add('keychain'))
  await app.expect('add for this session', ok, app.add('session'))
  await app.session.lock()
  const [profile, ofSession] = app.profiles
  const waiting = app.expect('check', ['timedOut'], app.check(profile))
  await app.expect('check the other in the meantime', ok, app.check(ofSession))
  await waiting
  await typePassword(app.session)
  await app.expect('check after unlocking', ok, app.check(profile))
  await app.expect('the key of this session', ok, app.vault('get', ofSession, await keyOf(app)))
}

/** Returns the organization's key from the keychain. */
const keyOf = (app: VaultApp): Promise<string> => readForeign(app.session, app.profiles[0])

const testWithoutKeychain = async (app: VaultApp): Promise<void> => {
  await app.expect('status', ['unavailable'], app.status())
  await app.expect('add', ['unavailable'], app.add('keychain'))
  await app.expect('add for this session', ok, app.add('session'))
  const [profile] = app.profiles
  await app.expect('check', ok, app.check(profile))
  await app.restart()
  await app.expect('check after a restart', ['missing'], app.check(profile))
}

const testUnresponsiveBus = async (app: VaultApp): Promise<void> => {
  const waiting = app.expect('status', ['timedOut'], app.status())
  await app.expect('add for this session in the meantime', ok, app.add('session'))
  await app.expect('check it', ok, app.check(app.profiles[0]))
  await waiting
  await app.expect('add', ['timedOut'], app.add('keychain'))
  await app.expect('check once more', ok, app.check(app.profiles[0]))
}

const testFrozenKeyring = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ok, app.add('keychain'))
  const [profile] = app.profiles
  const key = await keyOf(app)
  freeze(app)
  const several = [1, 2, 3].map(() => app.expect('get', ['timedOut'], app.vault('get', profile, key)))
  await Promise.all([...several, app.expect('check', ['timedOut'], app.check(profile))])
  thaw(app)
  await app.expect('check afterwards', ok, app.check(profile))
  const pending = [1, 2, 3].map(() => app.expect('get', ['ok', 'timedOut'], app.vault('get', profile, key)))
  freeze(app)
  await Promise.all(pending)
  thaw(app)
  await app.expect('get afterwards', ok, app.vault('get', profile, key))
}

const testKilledChild = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ok, app.add('keychain'))
  const [profile] = app.profiles
  const key = await keyOf(app)
  freeze(app)
  const once = app.expect('get, its process killed', ok, app.vault('get', profile, key))
  const first = await killChild(app)
  thaw(app)
  await once
  freeze(app)
  const twice = app.expect('set, its process killed twice', ['unavailable'], app.vault('set', profile, key))
  const second = await killChild(app, [first])
  await killChild(app, [first, second])
  await twice
  thaw(app)
  await app.expect('get afterwards', ok, app.vault('get', profile, key))
  await app.expect('check', ok, app.check(profile))
}

const testKilledKeyring = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ok, app.add('keychain'))
  const [profile] = app.profiles
  process.kill(app.session.keyringPid(), 'SIGKILL')
  await app.expect('check', ['locked', 'unavailable'], app.check(profile))
  await app.expect('add another', ['locked', 'unavailable'], app.add('keychain'))
}

const testUnusedKeychain = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ['locked', 'unavailable'], app.add('keychain'))
  await app.expect('add for this session', ok, app.add('session'))
}

/** The Linux keychain conditions that the lab tests. */
export const conditions: readonly Condition[] = [
  { name: 'prompt left open', session: withScreen, steps: testUnansweredPrompt },
  { name: 'service that hangs', session: open, steps: testFrozenKeyring },
  { name: 'bus that hangs', session: { bus: 'silent', keyring: false, screen: false }, steps: testUnresponsiveBus },
  { name: 'Cancel pressed', session: withScreen, steps: testCanceledPrompt },
  { name: 'child killed', session: open, steps: testKilledChild },
  { name: 'unlocked', session: open, steps: testUnlocked },
  { name: 'odd texts', session: open, steps: testUnusualStrings },
  { name: 'locked, no prompt', session: open, steps: testLocked },
  { name: 'absent bus', session: { bus: 'none', keyring: false, screen: false }, steps: testWithoutKeychain },
  {
    name: 'unreachable bus',
    session: { bus: 'unreachable', keyring: false, screen: false },
    steps: testWithoutKeychain,
  },
  { name: 'absent service', session: { bus: 'bare', keyring: false, screen: false }, steps: testWithoutKeychain },
  { name: 'service killed', session: open, steps: testKilledKeyring },
  { name: 'never used', session: { bus: 'usual', keyring: false, screen: false }, steps: testUnusedKeychain },
]
