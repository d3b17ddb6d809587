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

/** Measures main's event loop from now on; the function it gives tells the longest time it came to no timer, in milliseconds. */
const watchMain = async (app: ElectronApplication): Promise<() => Promise<number>> => {
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const histogram = monitorEventLoopDelay({ resolution: 5 })
    histogram.enable()
    Object.assign(globalThis, { longestStall: () => histogram.max / 1e6 })
  })
  // Put there a moment ago.
  return () => app.evaluate(() => (Reflect.get(globalThis, 'longestStall') as () => number)())
}

/** Far below any time that a keychain which hangs takes, and above what a busy machine costs. */
const noticeable = 500

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

  // A key that was used is remembered for a minute: each start asks the keychain anew.
  const second = await launch({ env })
  const stall = await watchMain(second.app)
  process.kill(session.keyringPid(), 'SIGSTOP')
  const late = await check(second.window)
  expect(late.state).toBe('timedOut')
  expect(late.milliseconds).toBeLessThan(10_000)
  expect(await second.window.evaluate(() => window.desk.appInfo({}).then(({ ok }) => ok))).toBe(true)

  const asked = check(second.window)
  const [vault = 0] = await eventually('The vault’s process', 8_000, async () => {
    const found = await vaultProcesses(second.app)
    return found.length > 0 ? found : null
  })
  process.kill(vault, 'SIGKILL')
  process.kill(session.keyringPid(), 'SIGCONT')
  expect((await asked).state).toBe('ok')
  const longest = await stall()
  test.info().annotations.push({ type: 'longest stall of main', description: `${longest.toFixed(1)} ms` })
  expect(longest).toBeLessThan(noticeable)
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
