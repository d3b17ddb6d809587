import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '../../../../src/contract/settings.ts'
import { noOsIntegration, type OsIntegration } from '../../../../src/main/app/runtime.ts'
import { openTestApp, valueOf } from '../../../support/test-app.ts'

type Options = { clipboard?: string; settings?: Partial<Settings>; outside?: Partial<OsIntegration> }

const open = async ({ clipboard = '', settings = {}, outside = {} }: Options = {}) => {
  const test = openTestApp({
    clipboard,
    parts: { osIntegration: { ...noOsIntegration, holdsSecret: (text) => text.includes('dgr_'), ...outside } },
  })
  await valueOf(test.app.start())
  await valueOf(test.operations.changeSettings({ ...defaultSettings, ...settings }))
  const take = async () => (await valueOf(test.operations.takeExternalRequest({}))).request
  const announcements = () => test.announced.filter((line) => line.startsWith('externalRequestChanged')).length
  return { ...test, take, announcements }
}

const link = 'rundesk://call?number=+14155550123&context.customer_name=Jane'

describe('a link', () => {
  it('waits for the page, is announced, and is delivered once', async () => {
    const { app, take, announcements } = await open()
    expect(await take()).toBeNull()
    await app.externalRequests.linkOpened(link)
    expect(announcements()).toBe(1)
    expect(await take()).toEqual({
      by: 'link',
      display: '+1 415 555 0123',
      link: {
        scheme: 'rundesk',
        number: '+14155550123',
        extension: null,
        agentUuid: null,
        context: [{ name: 'customer_name', value: 'Jane' }],
      },
    })
    expect(await take()).toBeNull()
  })

  it('places no call and creates no record', async () => {
    const { app, operations } = await open()
    await app.externalRequests.linkOpened(link)
    await operations.takeExternalRequest({})
    expect((await valueOf(operations.listCalls({ search: '', after: null, limit: 10 }))).calls).toEqual([])
    expect(app.inFlight()).toEqual([])
  })

  it('is refused if its kind is turned off', async () => {
    const { app, take } = await open()
    await app.externalRequests.linkOpened('tel:+14155550123')
    expect(await take()).toEqual({ by: 'refusedLink', why: 'off' })
    const other = await open({ settings: { links: { rundesk: false, tel: true } } })
    await other.app.externalRequests.linkOpened('tel:+14155550123')
    expect(await other.take()).toMatchObject({ by: 'link', link: { scheme: 'tel' } })
    await other.app.externalRequests.linkOpened(link)
    expect(await other.take()).toEqual({ by: 'refusedLink', why: 'off' })
  })

  it('is refused and dropped while the computer is locked', async () => {
    let locked = true
    const { app, take } = await open({ outside: { isLocked: () => locked } })
    await app.externalRequests.linkOpened(link)
    locked = false
    expect(await take()).toEqual({ by: 'refusedLink', why: 'locked' })
    expect(await take()).toBeNull()
  })

  it('is reported if it is invalid, and replaces an earlier one', async () => {
    const { app, take } = await open()
    await app.externalRequests.linkOpened(link)
    await app.externalRequests.linkOpened('rundesk://call?number=*21%23')
    expect(await take()).toEqual({ by: 'refusedLink', why: 'code' })
  })
})

describe('the global shortcut', () => {
  it.each([
    ['a number', ' +1 (415) 555-0123\n', '+1 415 555 0123'],
    ['a sentence, and returns only the number', 'ring Jane at +1 415 555 0123, PIN 99', '+1 415 555 0123'],
    ['nothing to call', 'the quick brown fox', null],
    ['an empty clipboard', '', null],
    ['a key', 'dgr_4155550123415555012341555501234155550123', null],
    ['a key next to a number', '+1 415 555 0123 dgr_aaaaaaaaaaaaaaaaaaaaaaaa', null],
  ])('finds %s', async (_title, clipboard, text) => {
    const { app, take } = await open({ clipboard })
    await app.externalRequests.shortcutPressed()
    expect(await take()).toEqual({ by: 'shortcut', text })
  })

  it('returns a copied row unchanged, for the page to match with the agent’s variables', async () => {
    const clipboard = 'Customer\tPhone\nJane\t+1 415 555 0123'
    const { app, take } = await open({ clipboard })
    await app.externalRequests.shortcutPressed()
    expect(await take()).toEqual({ by: 'shortcut', text: clipboard })
  })

  it('does nothing while the computer is locked', async () => {
    const { app, announcements } = await open({ clipboard: '+14155550123', outside: { isLocked: () => true } })
    await app.externalRequests.shortcutPressed()
    expect(announcements()).toBe(0)
  })
})

it('applies the settings to the system at startup and after each change', async () => {
  const applied: (Settings['globalShortcut'] | undefined)[] = []
  const apply = ({ globalShortcut }: Settings): void => void applied.push(globalShortcut)
  const { operations } = await open({
    outside: { apply, status: () => ({ shortcut: 'refused', telLinks: 'registered' }) },
  })
  await valueOf(operations.changeSettings({ ...defaultSettings, globalShortcut: 'CommandOrControl+Alt+C' }))
  expect(applied).toEqual([null, null, 'CommandOrControl+Alt+C'])
  expect(await valueOf(operations.readOsIntegration({}))).toEqual({ shortcut: 'refused', telLinks: 'registered' })
})
