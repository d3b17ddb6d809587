import { describe, expect, it, vi } from 'vitest'
import {
  createLinkRegistration,
  createNotify,
  createShortcutRegistration,
  readHandOver,
  createHandOver,
  findLink,
  canHandOver,
} from '../../../src/main/platform/os-integration.ts'
import { createRecorder } from '../../support/electron/recorder.ts'

// The tests pass their own doubles; importing Electron outside its runtime fails.
vi.mock('electron', () => ({}))

describe('the link on the command line', () => {
  it.each([
    [['/usr/bin/rundesk', '--no-sandbox', 'rundesk://call?number=1'], 'rundesk://call?number=1'],
    [['/usr/bin/rundesk', 'TEL:+14155550123', 'tel:+14155550177'], 'TEL:+14155550123'],
    [['/usr/bin/rundesk', '--x=tel:+14155550123', 'https://tel:1', '.'], null],
    [[], null],
  ])('of %j is %j', (line, link) => expect(findLink(line)).toBe(link))

  it('is passed to the first instance, without anything else', () => {
    expect(readHandOver(createHandOver(['rundesk', 'tel:+14155550123']))).toBe('tel:+14155550123')
    expect(createHandOver(['tel:'.padEnd(100_000, '1')]).link).toHaveLength(5_000)
    for (const data of [undefined, null, 'tel:1', 7, [], {}, { link: 7 }, { link: ['tel:1'] }, { link: null }])
      expect(readHandOver(data)).toBeNull()
  })
})

it('is not passed if it is too long', () => {
  expect(canHandOver(['rundesk', 'tel:'.padEnd(15_000, '1')])).toBe(true)
  expect(canHandOver(['rundesk', 'tel:'.padEnd(16_001, '1')])).toBe(false)
  expect(canHandOver(['rundesk', 'tel:'.padEnd(8_001, '€')])).toBe(false)
})

describe('the link registration', () => {
  const open = (isPackaged: boolean, platform: NodeJS.Platform, takes = true) => {
    const setAsDefaultProtocolClient = vi.fn<(scheme: string) => boolean>(() => takes)
    const removeAsDefaultProtocolClient = vi.fn<(scheme: string) => boolean>(() => true)
    const app = { isPackaged, setAsDefaultProtocolClient, removeAsDefaultProtocolClient }
    const requested = () => setAsDefaultProtocolClient.mock.calls.flat()
    const returned = () => removeAsDefaultProtocolClient.mock.calls.flat()
    return { claims: createLinkRegistration({ protocols: app, platform }), requested, returned }
  }

  it('does not change at startup, so that no links are taken from another program', () => {
    const { claims, requested } = open(true, 'linux')
    claims.apply({ rundesk: true, tel: true })
    expect([requested(), claims.telLinks()]).toEqual([[], 'registered'])
  })

  it('adds tel: links when they are turned on, and removes them when they are turned off', () => {
    const { claims, requested, returned } = open(true, 'linux')
    claims.apply({ rundesk: true, tel: false })
    claims.apply({ rundesk: true, tel: true })
    claims.apply({ rundesk: true, tel: true })
    expect([requested(), returned(), claims.telLinks()]).toEqual([['tel'], [], 'registered'])
    claims.apply({ rundesk: true, tel: false })
    expect([returned(), claims.telLinks()]).toEqual([['tel'], 'off'])
  })

  it('reports a refusal', () => {
    const { claims } = open(true, 'win32', false)
    claims.apply({ rundesk: false, tel: false })
    claims.apply({ rundesk: false, tel: true })
    expect(claims.telLinks()).toBe('refused')
  })

  it('does nothing without an installed package', () => {
    const { claims, requested } = open(false, 'win32')
    claims.apply({ rundesk: false, tel: false })
    claims.apply({ rundesk: true, tel: true })
    expect([requested(), claims.telLinks()]).toEqual([[], 'notInstalled'])
  })

  it('adds rundesk: links if no package declares them', () => {
    const { claims, requested, returned } = open(true, 'darwin')
    claims.apply({ rundesk: true, tel: false })
    claims.apply({ rundesk: false, tel: false })
    expect([requested(), returned()]).toEqual([['rundesk'], ['rundesk']])
  })
})

describe('the global shortcut', () => {
  const open = (register: (keys: string) => boolean) => {
    const unregister = vi.fn<(keys: string) => void>()
    const onPressed = vi.fn<() => void>()
    const received = new Map<string, () => void>()
    const system = {
      register: (keys: string, press: () => void) => {
        if (!register(keys)) return false
        received.set(keys, press)
        return true
      },
      unregister,
    }
    return { holder: createShortcutRegistration({ system, onPressed }), unregister, onPressed, received }
  }

  it('is not registered by default', () => {
    const { holder, received } = open(() => true)
    holder.use(null)
    expect([holder.state(), received.size]).toEqual(['off', 0])
  })

  it('is registered and handled, and can be replaced', () => {
    const { holder, received, onPressed, unregister } = open(() => true)
    holder.use('A')
    received.get('A')?.()
    expect([holder.state(), onPressed.mock.calls.length]).toEqual(['held', 1])
    holder.use('B')
    holder.use(null)
    expect([unregister.mock.calls.flat(), holder.state()]).toEqual([['A', 'B'], 'off'])
  })

  it('reports a refusal, releases nothing, and retries', () => {
    let taken = true
    const { holder, unregister } = open((keys) => {
      if (keys === 'broken') throw new TypeError('no such keys')
      return !taken
    })
    holder.use('A')
    expect(holder.state()).toBe('refused')
    holder.use('broken')
    expect(holder.state()).toBe('refused')
    taken = false
    holder.use('A')
    expect([holder.state(), unregister.mock.calls.length]).toEqual(['held', 0])
  })
})

describe('a notification', () => {
  const open = (inFront: boolean, isSupported = true) => {
    const recorder = createRecorder<{ on: () => never; show: () => void }>()
    const onClick = vi.fn<(callId: string | null) => void>()
    const create = vi.fn<(options: object) => typeof recorder.part>(() => recorder.part)
    const notify = createNotify({
      isSupported: () => isSupported,
      create,
      isWindowInFront: () => inFront,
      onClick,
    })
    return { notify, create, onClick, recorder }
  }
  const notice = { title: 'Check the call to …123', body: 'Look.', callId: 'ID' }

  it('is shown while the window is not in front, and its click opens the call', () => {
    const { notify, create, onClick, recorder } = open(false)
    notify(notice)
    expect(create).toHaveBeenCalledWith({ title: notice.title, body: notice.body })
    expect(recorder.names()).toContain('show')
    recorder.emit('click')
    expect(onClick).toHaveBeenCalledExactlyOnceWith('ID')
  })

  it.each([
    ['while the window is in front', true, true],
    ['if the system does not support notifications', false, false],
  ])('is not shown %s', (_title, inFront, isSupported) => {
    const { notify, create } = open(inFront, isSupported)
    notify(notice)
    expect(create).not.toHaveBeenCalled()
  })
})
