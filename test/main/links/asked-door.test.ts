import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '../../../src/contract/settings.ts'
import { nothingOutside, type Outside } from '../../../src/main/links/outside.ts'
import { openTestDesk, valueOf } from '../../support/test-desk.ts'

type Wishes = { clipboard?: string; settings?: Partial<Settings>; outside?: Partial<Outside> }

const open = async ({ clipboard = '', settings = {}, outside = {} }: Wishes = {}) => {
  const test = openTestDesk({
    clipboard,
    parts: { outside: { ...nothingOutside, holdsSecret: (text) => text.includes('dgr_'), ...outside } },
  })
  await valueOf(test.desk.start())
  await valueOf(test.ask.changeSettings({ ...defaultSettings, ...settings }))
  const take = async () => (await valueOf(test.ask.takeAsked({}))).asked
  const toldOf = () => test.announced.filter((line) => line.startsWith('askedChanged')).length
  return { ...test, take, toldOf }
}

const link = 'rundesk://call?number=+14155550123&context.customer_name=Jane'

describe('a link', () => {
  it('waits for the page, is announced, and is handed over once', async () => {
    const { desk, take, toldOf } = await open()
    expect(await take()).toBeNull()
    await desk.asked.linkCame(link)
    expect(toldOf()).toBe(1)
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

  it('places no call and leaves no record', async () => {
    const { desk, ask } = await open()
    await desk.asked.linkCame(link)
    await ask.takeAsked({})
    expect((await valueOf(ask.listCalls({ search: '', after: null, limit: 10 }))).calls).toEqual([])
    expect(desk.inFlight()).toEqual([])
  })

  it('of a kind that is turned off is refused, and the other kind is not', async () => {
    const { desk, take } = await open()
    await desk.asked.linkCame('tel:+14155550123')
    expect(await take()).toEqual({ by: 'refusedLink', why: 'off' })
    const other = await open({ settings: { links: { rundesk: false, tel: true } } })
    await other.desk.asked.linkCame('tel:+14155550123')
    expect(await other.take()).toMatchObject({ by: 'link', link: { scheme: 'tel' } })
    await other.desk.asked.linkCame(link)
    expect(await other.take()).toEqual({ by: 'refusedLink', why: 'off' })
  })

  it('is refused while the computer is locked, and nothing of it is kept', async () => {
    let locked = true
    const { desk, take } = await open({ outside: { isLocked: () => locked } })
    await desk.asked.linkCame(link)
    locked = false
    expect(await take()).toEqual({ by: 'refusedLink', why: 'locked' })
    expect(await take()).toBeNull()
  })

  it('that cannot be read is told as such, and the latest of two counts', async () => {
    const { desk, take } = await open()
    await desk.asked.linkCame(link)
    await desk.asked.linkCame('rundesk://call?number=*21%23')
    expect(await take()).toEqual({ by: 'refusedLink', why: 'code' })
  })
})

describe('the global shortcut', () => {
  it.each([
    ['a number', ' +1 (415) 555-0123\n', '+1 415 555 0123'],
    ['a sentence, of which only the number is told', 'ring Jane at +1 415 555 0123, PIN 99', '+1 415 555 0123'],
    ['nothing to call', 'the quick brown fox', null],
    ['an empty clipboard', '', null],
    ['a key', 'dgr_4155550123415555012341555501234155550123', null],
    ['a key beside a number', '+1 415 555 0123 dgr_aaaaaaaaaaaaaaaaaaaaaaaa', null],
  ])('finds %s', async (_title, clipboard, text) => {
    const { desk, take } = await open({ clipboard })
    await desk.asked.shortcutPressed()
    expect(await take()).toEqual({ by: 'shortcut', text })
  })

  it('hands a row over as it was copied, for the page to lay over the agent’s names', async () => {
    const clipboard = 'Customer\tPhone\nJane\t+1 415 555 0123'
    const { desk, take } = await open({ clipboard })
    await desk.asked.shortcutPressed()
    expect(await take()).toEqual({ by: 'shortcut', text: clipboard })
  })

  it('does nothing while the computer is locked', async () => {
    const { desk, toldOf } = await open({ clipboard: '+14155550123', outside: { isLocked: () => true } })
    await desk.asked.shortcutPressed()
    expect(toldOf()).toBe(0)
  })
})

it('asks of the system what the settings say: at the start, and whenever they are changed', async () => {
  const applied: (Settings['globalShortcut'] | undefined)[] = []
  const apply = ({ globalShortcut }: Settings): void => void applied.push(globalShortcut)
  const { ask } = await open({ outside: { apply, ties: () => ({ shortcut: 'refused', telLinks: 'taken' }) } })
  await valueOf(ask.changeSettings({ ...defaultSettings, globalShortcut: 'CommandOrControl+Alt+C' }))
  expect(applied).toEqual([null, null, 'CommandOrControl+Alt+C'])
  expect(await valueOf(ask.systemTies({}))).toEqual({ shortcut: 'refused', telLinks: 'taken' })
})
