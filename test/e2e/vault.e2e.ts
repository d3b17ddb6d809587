import type { ElectronApplication, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { startSession, type Session, type SessionWishes } from '../labs/vault/session.ts'
import { eventually } from '../labs/vault/processes.ts'
import { test as base } from './support.ts'
import { connect, goTo } from './tour/steps.ts'

/** A keychain of the test's own: one that is locked or stopped must not be the one that other tests use. */
const test = base.extend<{ openSession: (wishes: SessionWishes) => Promise<Session> }>({
  // Playwright reads which fixtures a fixture needs from this very pattern.
  // oxlint-disable-next-line no-empty-pattern
  openSession: async ({}, use) => {
    const sessions: Session[] = []
    await use(async (wishes) => {
      const session = await startSession(wishes)
      sessions.push(session)
      return session
    })
    for (const session of sessions) await session.close()
  },
})

const open: SessionWishes = { bus: 'usual', keyring: true, screen: false }

/** The session's bus and home, on the screen that is there anyway. */
const environmentOf = ({ env }: Session): Record<string, string> => {
  const { DISPLAY: _none, ...session } = env
  return { ...session, DBUS_SESSION_BUS_ADDRESS: env['DBUS_SESSION_BUS_ADDRESS'] ?? '' }
}

/** Ends a process at once; false when it had ended by itself a moment ago. */
const isKilled = (id: number): boolean => {
  try {
    return process.kill(id, 'SIGKILL')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

type Told = { state: string; milliseconds: number }

/** Asks main from the page whether the chosen profile works; the state is `ok`, a reason of the keychain, or a kind. */
const check = (page: Page): Promise<Told> =>
  page.evaluate(async () => {
    const begun = performance.now()
    const profiles = await window.desk.listProfiles({})
    const profileId = profiles.ok ? (profiles.value.selectedId ?? '') : ''
    const told = await window.desk.checkProfile({ profileId })
    const milliseconds = performance.now() - begun
    if (told.ok) return { state: 'ok', milliseconds }
    return { state: told.failure.kind === 'keychain' ? told.failure.reason : told.failure.kind, milliseconds }
  })

const vaultProcesses = (app: ElectronApplication): Promise<number[]> =>
  app.evaluate(({ app: electron }) =>
    electron
      .getAppMetrics()
      .filter(({ serviceName }) => serviceName === 'node.mojom.NodeService')
      .map(({ pid }) => pid),
  )

/** Watches main's event loop from now on; the function it gives tells the longest time that it came to no timer, as the lab measures it. */
const watchMain = async (app: ElectronApplication): Promise<() => Promise<{ own: number; whole: number }>> => {
  await app.evaluate(() => {
    const { readFileSync } = process.getBuiltinModule('node:fs')
    const waited = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
    const longest = { own: 0, whole: 0 }
    let before = { at: performance.now(), waited: waited() }
    setInterval(() => {
      const now = { at: performance.now(), waited: waited() }
      const whole = now.at - before.at - 5
      const own = whole - (now.waited - before.waited)
      if (own > longest.own) Object.assign(longest, { own, whole })
      before = now
    }, 5)
    Object.assign(globalThis, { longestStall: longest })
  })
  // Put there a moment ago.
  return () => app.evaluate(() => Reflect.get(globalThis, 'longestStall') as { own: number; whole: number })
}

/**
 * Far below the seconds that a keychain which hangs takes, and above what a busy machine costs. Electron lets a helper
 * thread wake its loop, and nobody accounts for how long that one waits: the lab measures the fine figure on Node.
 */
const noticeable = 1_000

test('main lives on beside a keychain that is locked, hangs, or has its process killed', async ({
  open: launch,
  openSession,
  organization,
}) => {
  test.setTimeout(120_000)
  const session = await openSession(open)
  const env = environmentOf(session)
  const first = await launch({ env })
  await connect(first.window, organization.origin, organization.key)
  await expect(first.window.getByRole('textbox', { name: 'Number', exact: true })).toBeVisible()
  await first.quit()

  // A key that was used is remembered for a minute, and the page uses it as soon as it is there: it must not get it.
  process.kill(session.keyringPid(), 'SIGSTOP')
  const second = await launch({ env })
  const stall = await watchMain(second.app)
  const late = await check(second.window)
  expect(late.state).toBe('timedOut')
  expect(late.milliseconds).toBeLessThan(10_000)
  expect(await second.window.evaluate(() => window.desk.appInfo({}).then(({ ok }) => ok))).toBe(true)

  const asked = check(second.window)
  await eventually('The vault’s process', 8_000, async () => {
    const [vault] = await vaultProcesses(second.app)
    return vault !== undefined && isKilled(vault) ? vault : null
  })
  process.kill(session.keyringPid(), 'SIGCONT')
  expect((await asked).state).toBe('ok')
  const longest = await stall()
  const figures = `${longest.own.toFixed(1)} ms, with what the machine let it wait ${longest.whole.toFixed(1)} ms`
  test.info().annotations.push({ type: 'longest stall of main', description: figures })
  expect(longest.own).toBeLessThan(noticeable)
  await second.quit()

  await session.lock()
  const third = await launch({ env })
  await goTo(third.window, 'Keys')
  await expect(third.window.getByText('The keychain of this computer is locked').first()).toBeVisible()
  expect((await check(third.window)).state).toBe('locked')
})

test('without a keychain the reason is told, and a key can be kept until the app quits', async ({
  open: launch,
  openSession,
  organization,
}) => {
  const session = await openSession({ bus: 'bare', keyring: false, screen: false })
  const { window: page } = await launch({ env: environmentOf(session) })
  const status = await page.evaluate(() => window.desk.keychainStatus({}))
  expect(status).toEqual({ ok: true, value: { usable: false, reason: 'unavailable' } })
  const { origin, key } = organization
  const added = await page.evaluate(
    async ([text, address]) => {
      const entered = await window.desk.enterKey({ from: 'typed', text: text ?? '' })
      if (!entered.ok) return entered
      const { entryId } = entered.value
      const profile = { kind: 'service', name: 'Acme', color: 'blue', origin: address ?? '', entryId } as const
      return window.desk.addProfile({ ...profile, custody: 'session', unchecked: false })
    },
    [key, origin],
  )
  expect(added).toMatchObject({ ok: true, value: { profile: { custody: 'session' } } })
  expect((await check(page)).state).toBe('ok')
})
