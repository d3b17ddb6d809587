import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  createVaultProcesses,
  type SpawnVault,
  type VaultMessage,
  type VaultRequest,
} from '../../../src/main/vault/child.ts'

type Child = { received: VaultRequest[]; killed: boolean; emit: (message: VaultMessage) => void; die: () => void }

/** Sets up child processes that are ready immediately and pass each request to `answer`. */
const setUp = (
  answer: (child: Child, request: VaultRequest, index: number) => void,
  deadlineMilliseconds = 5_000,
  monotonic = () => performance.now(),
) => {
  const children: Child[] = []
  const spawn: SpawnVault = () => {
    const index = children.length
    const exits: (() => void)[] = []
    const child: Child = { received: [], killed: false, emit: () => {}, die: () => exits.forEach((exit) => exit()) }
    children.push(child)
    return {
      send: (request) => {
        child.received.push(request)
        answer(child, request, index)
      },
      onMessage: (listener) => {
        child.emit = listener
        listener({ ready: true })
      },
      onExit: (listener) => void exits.push(listener),
      kill: () => {
        child.killed = true
        child.die()
      },
    }
  }
  return { children, vault: createVaultProcesses({ spawn, deadlineMilliseconds, monotonic }) }
}

const nothing = (child: Child, { id }: VaultRequest): void => child.emit({ id, ok: true, text: null, found: false })
const get = { operation: 'get', store: 'keychain', account: 'a' } as const
const fromSession = { ...get, store: 'session' } as const

describe('the vault process', () => {
  it('reports "died" if a child could not be started twice, and starts another for the next request', async () => {
    let starts = 0
    const working = setUp(nothing)
    const vault = createVaultProcesses({
      deadlineMilliseconds: 1_000,
      spawn: () => {
        starts += 1
        if (starts <= 2) throw new Error('EAGAIN')
        // In the other setup, the child works.
        void working.vault.startOperation().request(get)
        return { send: () => {}, onMessage: (listener) => listener({ ready: true }), onExit: () => {}, kill: () => {} }
      },
    })
    expect(await vault.startOperation().request(get)).toEqual({ ok: false, fault: 'died' })
    void vault.startOperation().request(get)
    await wait(10)
    expect(starts).toBe(3)
    vault.close()
  })

  it('repeats a request once if its child died', async () => {
    const once = setUp((child, request, index) => (index === 0 ? child.die() : nothing(child, request)))
    expect(await once.vault.startOperation().request(get)).toMatchObject({ ok: true })
    const always = setUp((child) => child.die())
    expect(await always.vault.startOperation().request(get)).toEqual({ ok: false, fault: 'died' })
    expect(always.children).toHaveLength(2)
  })

  it('repeats a request in a new child if the keychain service has restarted', async () => {
    // Null while no service runs. A child keeps the service that it reached first.
    let service: string | null = null
    const reached = new Map<Child, string>()
    const { vault, children } = setUp((child, request) => {
      if (!reached.has(child) && service !== null) reached.set(child, service)
      if (service !== null && reached.get(child) === service) nothing(child, request)
      else child.emit({ id: request.id, ok: false, fault: 'unavailable' })
    })
    const read = () => vault.startOperation().request(get)
    const unavailable = { ok: false, fault: 'unavailable' }
    expect([await read(), await read()]).toMatchObject([unavailable, unavailable])
    service = 'first'
    expect(await read()).toMatchObject({ ok: true })
    expect(children).toHaveLength(1)
    service = 'second'
    expect([await read(), await read()]).toMatchObject([{ ok: true }, { ok: true }])
    expect(children.map(({ killed }) => killed)).toEqual([true, false])
    service = null
    expect([await read(), await read()]).toMatchObject([unavailable, unavailable])
    expect(children.map(({ killed }) => killed)).toEqual([true, true, false])
  })

  it('does not repeat a request for which the user may have closed a dialog', async () => {
    let clock = 0
    const { vault, children } = setUp(
      (child, request, index) => {
        if (index > 0 || child.received.length === 1) return nothing(child, request)
        clock += 1_500
        child.emit({ id: request.id, ok: false, fault: 'unavailable' })
      },
      5_000,
      () => clock,
    )
    const read = () => vault.startOperation().request(get)
    expect([await read(), await read(), await read()]).toMatchObject([{ ok: true }, { ok: false }, { ok: true }])
    expect(children.map(({ received }) => received.length)).toEqual([2, 1])
  })

  it('sends one request at a time', async () => {
    const { vault, children } = setUp((child, request) => void setTimeout(() => nothing(child, request), 20))
    const results = [1, 2, 3].map(() => vault.startOperation().request(get))
    await wait(10)
    expect(children[0]?.received).toHaveLength(1)
    expect(await Promise.all(results)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
    expect(children).toHaveLength(1)
  })

  it('applies the deadline to queued requests, and does not send expired ones', async () => {
    // The three operations start at the same clock time, so they expire together.
    const startedAt = performance.now()
    let clock = () => startedAt
    const { vault, children } = setUp(
      () => {},
      500,
      () => clock(),
    )
    const turns = [1, 2, 3].map(() => vault.startOperation())
    clock = () => performance.now()
    const results = await Promise.all(turns.map((turn) => turn.request(get)))
    expect(results).toEqual([1, 2, 3].map(() => ({ ok: false, fault: 'timedOut' })))
    await wait(50)
    expect(children.map(({ received, killed }) => [received.length, killed])).toEqual([[1, true]])
  })

  it('shares one deadline among the requests of an operation', async () => {
    const slowly = (child: Child, request: VaultRequest) => void setTimeout(() => nothing(child, request), 700)
    const { vault } = setUp(slowly, 1_000)
    const turn = vault.startOperation()
    expect(await turn.request(get)).toMatchObject({ ok: true })
    expect(await turn.request({ operation: 'probe' })).toEqual({ ok: false, fault: 'timedOut' })
    expect(await vault.startOperation().request({ operation: 'probe' })).toMatchObject({ ok: true })
  })

  it('keeps session keys in a separate process that survives a hanging keychain', async () => {
    const { vault, children } = setUp((child, request) => {
      if ('store' in request && request.store === 'session') nothing(child, request)
    }, 500)
    await vault.startOperation().request(fromSession)
    const hanging = vault.startOperation().request(get)
    expect(await vault.startOperation().request(fromSession)).toMatchObject({ ok: true })
    expect(await hanging).toEqual({ ok: false, fault: 'timedOut' })
    await wait(50)
    expect(children.map(({ killed }) => killed)).toEqual([false, true])
    expect(await vault.startOperation().request(fromSession)).toMatchObject({ ok: true })
    expect(children).toHaveLength(2)
    vault.close()
    expect(children.map(({ killed }) => killed)).toEqual([true, true])
  })

  it('ignores a response to another request', async () => {
    const { vault } = setUp((child, request) => {
      child.emit({ id: request.id + 7, ok: true, text: 'not mine', found: true })
      nothing(child, request)
    })
    expect(await vault.startOperation().request(get)).toMatchObject({ ok: true, text: null })
  })
})
