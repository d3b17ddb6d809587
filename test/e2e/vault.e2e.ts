import { messages } from '../../src/messages/index.ts'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { startSession, type Session, type SessionOptions } from '../labs/vault/session.ts'
import { eventually } from '../labs/vault/processes.ts'
import { test as base } from './support.ts'
import { connect, goTo } from './tour/steps.ts'

/** Each test has its own keychain, because other tests must not use one that is locked or stopped. */
const test = base.extend<{ openSession: (options: SessionOptions) => Promise<Session> }>({
  // Playwright reads the required fixtures from this destructuring pattern.
  // oxlint-disable-next-line no-empty-pattern
  openSession: async ({}, use) => {
    const sessions: Session[] = []
    await use(async (options) => {
      const session = await startSession(options)
      sessions.push(session)
      return session
    })
    for (const session of sessions) await session.close()
  },
})

const open: SessionOptions = { bus: 'usual', keyring: true, screen: false }

/** Returns an environment with the session's bus and home folder, on the existing screen. */
const environmentOf = ({ env }: Session): Record<string, string> => {
  const { DISPLAY: _none, ...session } = env
  return { ...session, DBUS_SESSION_BUS_ADDRESS: env['DBUS_SESSION_BUS_ADDRESS'] ?? '' }
}

/** Kills a process; returns false if it had already exited. */
const isKilled = (id: number): boolean => {
  try {
    return process.kill(id, 'SIGKILL')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

/**
 * Checks from the page whether the selected profile works; returns `ok`, a reason from the keychain, or the kind of a
 * failure.
 */
const check = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const profiles = await window.api.listProfiles({})
    const profileId = profiles.ok ? (profiles.value.selectedId ?? '') : ''
    const checked = await window.api.checkProfile({ profileId })
    if (checked.ok) return 'ok'
    return checked.failure.kind === 'keychain' ? checked.failure.reason : checked.failure.kind
  })

const vaultProcesses = (app: ElectronApplication): Promise<number[]> =>
  app.evaluate(({ app: electron }) =>
    electron
      .getAppMetrics()
      .filter(({ serviceName }) => serviceName === 'node.mojom.NodeService')
      .map(({ pid }) => pid),
  )

test('responds to requests while the keychain is locked or hangs, or after its process was killed', async ({
  open: launch,
  openSession,
  organization,
}) => {
  test.setTimeout(120_000)
  const session = await openSession(open)
  const env = environmentOf(session)
  const first = await launch({ env })
  await connect(first.window, organization.origin, organization.key)
  await expect(first.window.getByRole('textbox', { name: messages.call.number.label, exact: true })).toBeVisible()
  await first.quit()

  // A key is cached for a minute after use, and the page uses its profile's key at startup, so it must not start with
  // this key.
  process.kill(session.keyringPid(), 'SIGSTOP')
  const second = await launch({ env })
  const answers: string[] = []
  const hanging = check(second.window).then((state) => void answers.push(state))
  for (let request = 0; request < 20; request += 1)
    answers.push(await second.window.evaluate(() => window.api.appInfo({}).then(({ ok }) => `appInfo: ${ok}`)))
  await hanging
  expect(answers).toEqual([...Array<string>(20).fill('appInfo: true'), 'timedOut'])

  const pending = check(second.window)
  await eventually('The vault’s process', 8_000, async () => {
    const [vault] = await vaultProcesses(second.app)
    return vault !== undefined && isKilled(vault) ? vault : null
  })
  process.kill(session.keyringPid(), 'SIGCONT')
  expect(await pending).toBe('ok')
  await second.quit()

  await session.lock()
  const third = await launch({ env })
  await goTo(third.window, messages.shell.screens.keys)
  await expect(
    third.window.getByText(messages.failure.describe({ kind: 'keychain', reason: 'locked' }).why).first(),
  ).toBeVisible()
  expect(await check(third.window)).toBe('locked')
})

test('explains a missing keychain, and offers to keep a key for the session', async ({
  open: launch,
  openSession,
  organization,
}) => {
  const session = await openSession({ bus: 'bare', keyring: false, screen: false })
  const { window: page } = await launch({ env: environmentOf(session) })
  const status = await page.evaluate(() => window.api.keychainStatus({}))
  expect(status).toEqual({ ok: true, value: { usable: false, reason: 'unavailable' } })
  const { origin, key } = organization
  const added = await page.evaluate(
    async ([text, address]) => {
      const entered = await window.api.stageKey({ from: 'typed', text: text ?? '' })
      if (!entered.ok) return entered
      const { entryId } = entered.value
      const profile = { kind: 'service', name: 'Acme', color: 'blue', origin: address ?? '', entryId } as const
      return window.api.addProfile({ ...profile, keyStorage: 'session', unchecked: false })
    },
    [key, origin],
  )
  expect(added).toMatchObject({ ok: true, value: { profile: { keyStorage: 'session' } } })
  expect(await check(page)).toBe('ok')
})
