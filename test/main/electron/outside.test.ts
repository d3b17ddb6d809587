import { describe, expect, it, vi } from 'vitest'
import { createLinkClaims } from '../../../src/main/electron/claim-links.ts'
import { bringToFront, isInFront } from '../../../src/main/electron/front.ts'
import { createShortcutHolder } from '../../../src/main/electron/hold-shortcut.ts'
import { handedOver, handOver, linkIn, maySpeak } from '../../../src/main/electron/link-argument.ts'
import { createNotify } from '../../../src/main/electron/notify.ts'
import { createRecorder } from '../../support/electron/recorder.ts'

describe('the link of a start', () => {
  it.each([
    [['/usr/bin/rundesk', '--no-sandbox', 'rundesk://call?number=1'], 'rundesk://call?number=1'],
    [['/usr/bin/rundesk', 'TEL:+14155550123', 'tel:+14155550177'], 'TEL:+14155550123'],
    [['/usr/bin/rundesk', '--x=tel:+14155550123', 'https://tel:1', '.'], null],
    [[], null],
  ])('of %j is %j', (line, link) => expect(linkIn(line)).toBe(link))

  it('is handed over and taken, and nothing else is', () => {
    expect(handedOver(handOver(['rundesk', 'tel:+14155550123']))).toBe('tel:+14155550123')
    expect(handOver(['tel:'.padEnd(100_000, '1')]).link).toHaveLength(5_000)
    for (const data of [undefined, null, 'tel:1', 7, [], {}, { link: 7 }, { link: ['tel:1'] }, { link: null }])
      expect(handedOver(data)).toBeNull()
  })
})

it('lets no start speak to an open desk that has more to say than can be told', () => {
  expect(maySpeak(['rundesk', 'tel:'.padEnd(15_000, '1')])).toBe(true)
  expect(maySpeak(['rundesk', 'tel:'.padEnd(16_001, '1')])).toBe(false)
  expect(maySpeak(['rundesk', 'tel:'.padEnd(8_001, '€')])).toBe(false)
})

describe('what is asked of the system about links', () => {
  const open = (isPackaged: boolean, platform: NodeJS.Platform, takes = true) => {
    const setAsDefaultProtocolClient = vi.fn<(scheme: string) => boolean>(() => takes)
    const removeAsDefaultProtocolClient = vi.fn<(scheme: string) => boolean>(() => true)
    const app = { isPackaged, setAsDefaultProtocolClient, removeAsDefaultProtocolClient }
    const asked = () => setAsDefaultProtocolClient.mock.calls.flat()
    const returned = () => removeAsDefaultProtocolClient.mock.calls.flat()
    return { claims: createLinkClaims({ app, platform }), asked, returned }
  }

  it('is nothing at a start, so that a start takes no links from another program', () => {
    const { claims, asked } = open(true, 'linux')
    claims.apply({ rundesk: true, tel: true })
    expect([asked(), claims.telLinks()]).toEqual([[], 'taken'])
  })

  it('is to have telephone links once a person turns them on, and to lose them when they are turned off', () => {
    const { claims, asked, returned } = open(true, 'linux')
    claims.apply({ rundesk: true, tel: false })
    claims.apply({ rundesk: true, tel: true })
    claims.apply({ rundesk: true, tel: true })
    expect([asked(), returned(), claims.telLinks()]).toEqual([['tel'], [], 'taken'])
    claims.apply({ rundesk: true, tel: false })
    expect([returned(), claims.telLinks()]).toEqual([['tel'], 'off'])
  })

  it('may be refused, and is told', () => {
    const { claims } = open(true, 'win32', false)
    claims.apply({ rundesk: false, tel: false })
    claims.apply({ rundesk: false, tel: true })
    expect(claims.telLinks()).toBe('refused')
  })

  it('is nothing at all where no package is installed', () => {
    const { claims, asked } = open(false, 'win32')
    claims.apply({ rundesk: false, tel: false })
    claims.apply({ rundesk: true, tel: true })
    expect([asked(), claims.telLinks()]).toEqual([[], 'notInstalled'])
  })

  it('is our own links where no package declares them', () => {
    const { claims, asked, returned } = open(true, 'darwin')
    claims.apply({ rundesk: true, tel: false })
    claims.apply({ rundesk: false, tel: false })
    expect([asked(), returned()]).toEqual([['rundesk'], ['rundesk']])
  })
})

describe('the global shortcut', () => {
  const open = (register: (keys: string) => boolean) => {
    const unregister = vi.fn<(keys: string) => void>()
    const onPressed = vi.fn<() => void>()
    const heard = new Map<string, () => void>()
    const system = {
      register: (keys: string, press: () => void) => {
        if (!register(keys)) return false
        heard.set(keys, press)
        return true
      },
      unregister,
    }
    return { holder: createShortcutHolder({ system, onPressed }), unregister, onPressed, heard }
  }

  it('is nothing until a person wants it', () => {
    const { holder, heard } = open(() => true)
    holder.hold(null)
    expect([holder.state(), heard.size]).toEqual(['off', 0])
  })

  it('is held, heard, and gives way to another', () => {
    const { holder, heard, onPressed, unregister } = open(() => true)
    holder.hold('A')
    heard.get('A')?.()
    expect([holder.state(), onPressed.mock.calls.length]).toEqual(['held', 1])
    holder.hold('B')
    holder.hold(null)
    expect([unregister.mock.calls.flat(), holder.state()]).toEqual([['A', 'B'], 'off'])
  })

  it('says that it was refused, lets go of nothing it never held, and tries again', () => {
    let taken = true
    const { holder, unregister } = open((keys) => {
      if (keys === 'broken') throw new TypeError('no such keys')
      return !taken
    })
    holder.hold('A')
    expect(holder.state()).toBe('refused')
    holder.hold('broken')
    expect(holder.state()).toBe('refused')
    taken = false
    holder.hold('A')
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
      isInFront: () => inFront,
      onClick,
    })
    return { notify, create, onClick, recorder }
  }
  const notice = { title: 'Check the call to …123', body: 'Look.', callId: 'ID' }

  it('is shown while the window is not in front, and its click leads to the call', () => {
    const { notify, create, onClick, recorder } = open(false)
    notify(notice)
    expect(create).toHaveBeenCalledWith({ title: notice.title, body: notice.body })
    expect(recorder.names()).toContain('show')
    recorder.tell('click')
    expect(onClick).toHaveBeenCalledExactlyOnceWith('ID')
  })

  it.each([
    ['while the window is in front', true, true],
    ['where the system has none', false, false],
  ])('is not made %s', (_title, inFront, isSupported) => {
    const { notify, create } = open(inFront, isSupported)
    notify(notice)
    expect(create).not.toHaveBeenCalled()
  })
})

describe('the window', () => {
  const windowOf = (state: { minimized?: boolean; visible?: boolean; focused?: boolean }) => {
    const done: string[] = []
    return {
      done,
      part: {
        isMinimized: () => state.minimized ?? false,
        isVisible: () => state.visible ?? true,
        isFocused: () => state.focused ?? false,
        restore: () => void done.push('restore'),
        show: () => void done.push('show'),
        focus: () => void done.push('focus'),
      },
    }
  }

  it.each([
    [{}, ['show', 'focus']],
    [{ minimized: true, visible: false }, ['restore', 'show', 'focus']],
    [{ visible: false }, []],
  ])('that is %j is brought to the front by %j', (state, acts) => {
    const { part, done } = windowOf(state)
    bringToFront(part)
    expect(done).toEqual(acts)
  })

  it.each([
    [{ focused: true }, true],
    [{ focused: false }, false],
    [{ focused: true, visible: false }, false],
  ])('that is %j is in front: %s', (state, inFront) => expect(isInFront(windowOf(state).part)).toBe(inFront))

  it('that is gone is nowhere', () => {
    bringToFront(null)
    expect(isInFront(null)).toBe(false)
  })
})
