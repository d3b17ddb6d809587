import { childrenOf, eventually } from './processes.ts'
import { pressCancel, typePassword } from './hands.ts'
import type { SessionWishes } from './session.ts'
import { readForeign, type Stage, storeForeign } from './stage.ts'

/** One state a keychain can be in, and what a person does meanwhile. */
export type Condition = { name: string; wishes: SessionWishes; play: (stage: Stage) => Promise<void> }

const open: SessionWishes = { bus: 'usual', keyring: true, screen: false }
const withScreen: SessionWishes = { ...open, screen: true }
const ok = ['ok']

const freeze = ({ session }: Stage): void => void process.kill(session.keyringPid(), 'SIGSTOP')
const thaw = ({ session }: Stage): void => void process.kill(session.keyringPid(), 'SIGCONT')

/** Kills the process that holds keytar as soon as there is one other than those killed before. */
const killChild = async (stage: Stage, before: number[] = []): Promise<number> => {
  const child = await eventually('The vault’s process', 8_000, () => {
    const [found] = childrenOf(stage.mainPid(), 'vault-child').filter((pid) => !before.includes(pid))
    return found ?? null
  })
  process.kill(child, 'SIGKILL')
  return child
}

const unlocked = async (stage: Stage): Promise<void> => {
  await stage.expect('status', ok, stage.status())
  await stage.expect('add', ok, stage.add('keychain'))
  const [profile] = stage.profiles
  await stage.restart()
  await stage.expect('check after a restart', ok, stage.check(profile))
  const other = { profileId: 'other', origin: 'https://voice.acme.example', custody: 'keychain' } as const
  const many = Array.from({ length: 8 }, (_unused, at) => ({ ...other, origin: `https://host-${at}.example` }))
  await Promise.all(many.map((one) => stage.expect('set', ok, stage.vault('set', one, `key of ${one.origin}`))))
  await Promise.all(many.map((one) => stage.expect('get', ok, stage.vault('get', one, `key of ${one.origin}`))))
  await stage.expect(
    'another origin',
    ['missing'],
    stage.vault('get', { ...other, profileId: profile?.profileId ?? '' }, ''),
  )
  await stage.expect('remove', ok, stage.remove(profile))
  await stage.expect('get what was removed', ['missing'], stage.vault('get', profile, ''))
  const left = await readForeign(stage.session, profile).catch(() => '')
  if (left !== '') stage.seen.faults.push('remove: the key is still in the keychain')
}

const oddTexts = async (stage: Stage): Promise<void> => {
  const entry = { profileId: 'proxy', origin: 'user@http://proxy.example:8080', custody: 'keychain' } as const
  for (const text of ['pässwörd 🎉 漢字', 'x'.repeat(2_560)]) {
    await stage.expect('set', ok, stage.vault('set', entry, text))
    await stage.expect('get', ok, stage.vault('get', entry, text))
  }
  for (const [text, state] of [
    ['x'.repeat(1024 * 1024), 'invalid keyLong'],
    ['', 'invalid required'],
    ['before\0after', 'invalid keyCharacter'],
    ['half \ud83d', 'invalid keyCharacter'],
  ] as const)
    await stage.expect(`set ${state}`, [state], stage.vault('set', entry, text))
  await stage.expect('get what was there before', ok, stage.vault('get', entry, 'x'.repeat(2_560)))
  await stage.expect('add', ok, stage.add('keychain'))
  const [profile] = stage.profiles
  for (const text of ['two\r\nlines', 'x'.repeat(1024 * 1024), 'not a key, but words', 'schlüssel-eines-anderen', '']) {
    await storeForeign(stage.session, profile, text)
    await stage.expect(`check with another’s ${text.length} characters`, ['missing'], stage.check(profile))
  }
  await stage.expect('remove', ok, stage.remove(profile))
}

const locked = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ok, stage.add('keychain'))
  await stage.expect('status while it is open', ok, stage.status())
  await stage.session.lock()
  await stage.expect('status', ['locked'], stage.status())
  const [profile] = stage.profiles
  await stage.expect('check', ['locked'], stage.check(profile))
  await stage.expect('add another', ['locked'], stage.add('keychain'))
  await stage.expect('remove', ['locked'], stage.remove(profile))
  await stage.expect('set', ['locked'], stage.vault('set', profile, 'another-key'))
  await stage.expect('add for this session', ok, stage.add('session'))
  await stage.expect('check it', ok, stage.check(stage.profiles.at(-1)))
}

const cancelled = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ok, stage.add('keychain'))
  await stage.session.lock()
  const [profile] = stage.profiles
  await Promise.all([stage.expect('check', ['locked'], stage.check(profile)), pressCancel(stage.session)])
  await Promise.all([stage.expect('add another', ['locked'], stage.add('keychain')), pressCancel(stage.session)])
}

const leftOpen = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ok, stage.add('keychain'))
  await stage.expect('add for this session', ok, stage.add('session'))
  await stage.session.lock()
  const [profile, ofSession] = stage.profiles
  const waiting = stage.expect('check', ['timedOut'], stage.check(profile))
  await stage.expect('check the other meanwhile', ok, stage.check(ofSession))
  await waiting
  await typePassword(stage.session)
  await stage.expect('check after unlocking', ok, stage.check(profile))
  await stage.expect('the key of this session', ok, stage.vault('get', ofSession, await keyOf(stage)))
}

/** The organization's key, as the keychain has it. */
const keyOf = (stage: Stage): Promise<string> => readForeign(stage.session, stage.profiles[0])

const withoutKeychain = async (stage: Stage): Promise<void> => {
  await stage.expect('status', ['unavailable'], stage.status())
  await stage.expect('add', ['unavailable'], stage.add('keychain'))
  await stage.expect('add for this session', ok, stage.add('session'))
  const [profile] = stage.profiles
  await stage.expect('check', ok, stage.check(profile))
  await stage.restart()
  await stage.expect('check after a restart', ['missing'], stage.check(profile))
}

const silentBus = async (stage: Stage): Promise<void> => {
  const waiting = stage.expect('status', ['timedOut'], stage.status())
  await stage.expect('add for this session meanwhile', ok, stage.add('session'))
  await stage.expect('check it', ok, stage.check(stage.profiles[0]))
  await waiting
  await stage.expect('add', ['timedOut'], stage.add('keychain'))
  await stage.expect('check once more', ok, stage.check(stage.profiles[0]))
}

const frozen = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ok, stage.add('keychain'))
  const [profile] = stage.profiles
  const key = await keyOf(stage)
  freeze(stage)
  const several = [1, 2, 3].map(() => stage.expect('get', ['timedOut'], stage.vault('get', profile, key)))
  await Promise.all([...several, stage.expect('check', ['timedOut'], stage.check(profile))])
  thaw(stage)
  await stage.expect('check afterwards', ok, stage.check(profile))
  const begun = [1, 2, 3].map(() => stage.expect('get', ['ok', 'timedOut'], stage.vault('get', profile, key)))
  freeze(stage)
  await Promise.all(begun)
  thaw(stage)
  await stage.expect('get afterwards', ok, stage.vault('get', profile, key))
}

const childKilled = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ok, stage.add('keychain'))
  const [profile] = stage.profiles
  const key = await keyOf(stage)
  freeze(stage)
  const once = stage.expect('get, its process killed', ok, stage.vault('get', profile, key))
  const first = await killChild(stage)
  thaw(stage)
  await once
  freeze(stage)
  const twice = stage.expect('set, its process killed twice', ['unavailable'], stage.vault('set', profile, key))
  const second = await killChild(stage, [first])
  await killChild(stage, [first, second])
  await twice
  thaw(stage)
  await stage.expect('get afterwards', ok, stage.vault('get', profile, key))
  await stage.expect('check', ok, stage.check(profile))
}

const keyringKilled = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ok, stage.add('keychain'))
  const [profile] = stage.profiles
  process.kill(stage.session.keyringPid(), 'SIGKILL')
  await stage.expect('check', ['locked', 'unavailable'], stage.check(profile))
  await stage.expect('add another', ['locked', 'unavailable'], stage.add('keychain'))
}

const neverUsed = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ['locked', 'unavailable'], stage.add('keychain'))
  await stage.expect('add for this session', ok, stage.add('session'))
}

/** Every condition that a keychain of Linux was seen in. */
export const conditions: readonly Condition[] = [
  { name: 'prompt left open', wishes: withScreen, play: leftOpen },
  { name: 'service that hangs', wishes: open, play: frozen },
  { name: 'bus that hangs', wishes: { bus: 'silent', keyring: false, screen: false }, play: silentBus },
  { name: 'Cancel pressed', wishes: withScreen, play: cancelled },
  { name: 'child killed', wishes: open, play: childKilled },
  { name: 'unlocked', wishes: open, play: unlocked },
  { name: 'odd texts', wishes: open, play: oddTexts },
  { name: 'locked, no prompt', wishes: open, play: locked },
  { name: 'absent bus', wishes: { bus: 'none', keyring: false, screen: false }, play: withoutKeychain },
  { name: 'bus that is gone', wishes: { bus: 'gone', keyring: false, screen: false }, play: withoutKeychain },
  { name: 'absent service', wishes: { bus: 'bare', keyring: false, screen: false }, play: withoutKeychain },
  { name: 'service killed', wishes: open, play: keyringKilled },
  { name: 'never used', wishes: { bus: 'usual', keyring: false, screen: false }, play: neverUsed },
]
