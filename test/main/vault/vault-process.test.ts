import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { SpawnVault } from '../../../src/main/vault/vault-link.ts'
import type { VaultMessage, VaultQuestion } from '../../../src/main/vault/vault-messages.ts'
import { createVaultProcess } from '../../../src/main/vault/vault-process.ts'

type Child = { asked: VaultQuestion[]; killed: boolean; tell: (message: VaultMessage) => void; die: () => void }

/** Children that are ready at once and do with a question what they are told. */
const setUp = (
  answer: (child: Child, question: VaultQuestion, index: number) => void,
  deadlineMilliseconds = 5_000,
  monotonic = () => performance.now(),
) => {
  const children: Child[] = []
  const spawn: SpawnVault = () => {
    const index = children.length
    const exits: (() => void)[] = []
    const child: Child = { asked: [], killed: false, tell: () => {}, die: () => exits.forEach((exit) => exit()) }
    children.push(child)
    return {
      send: (question) => {
        child.asked.push(question)
        answer(child, question, index)
      },
      onMessage: (listener) => {
        child.tell = listener
        listener({ ready: true })
      },
      onExit: (listener) => void exits.push(listener),
      kill: () => {
        child.killed = true
        child.die()
      },
    }
  }
  return { children, vault: createVaultProcess({ spawn, deadlineMilliseconds, monotonic }) }
}

const nothing = (child: Child, { id }: VaultQuestion): void => child.tell({ id, ok: true, text: null, found: false })
const get = { act: 'get', store: 'keychain', account: 'a' } as const
const fromSession = { ...get, store: 'session' } as const

describe('the vault process', () => {
  it('takes a child that cannot be started twice for one that died, and starts another for the next question', async () => {
    let starts = 0
    const working = setUp(nothing)
    const vault = createVaultProcess({
      deadlineMilliseconds: 1_000,
      spawn: () => {
        starts += 1
        if (starts <= 2) throw new Error('EAGAIN')
        // A child of the other set-up, which works.
        void working.vault.begin().ask(get)
        return { send: () => {}, onMessage: (listener) => listener({ ready: true }), onExit: () => {}, kill: () => {} }
      },
    })
    expect(await vault.begin().ask(get)).toEqual({ ok: false, fault: 'died' })
    void vault.begin().ask(get)
    await wait(10)
    expect(starts).toBe(3)
    vault.close()
  })

  it('asks a question again when its child died of it, and once only', async () => {
    const once = setUp((child, question, index) => (index === 0 ? child.die() : nothing(child, question)))
    expect(await once.vault.begin().ask(get)).toMatchObject({ ok: true })
    const always = setUp((child) => child.die())
    expect(await always.vault.begin().ask(get)).toEqual({ ok: false, fault: 'died' })
    expect(always.children).toHaveLength(2)
  })

  it('asks one question at a time', async () => {
    const { vault, children } = setUp((child, question) => void setTimeout(() => nothing(child, question), 20))
    const asked = [1, 2, 3].map(() => vault.begin().ask(get))
    await wait(10)
    expect(children[0]?.asked).toHaveLength(1)
    expect(await Promise.all(asked)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
    expect(children).toHaveLength(1)
  })

  it('answers in time whoever stands in line before, and asks nothing whose time is over', async () => {
    // The three turns begin at one reading of the clock: their time is over at one moment too.
    const begun = performance.now()
    let clock = () => begun
    const { vault, children } = setUp(
      () => {},
      500,
      () => clock(),
    )
    const turns = [1, 2, 3].map(() => vault.begin())
    clock = () => performance.now()
    const results = await Promise.all(turns.map((turn) => turn.ask(get)))
    expect(performance.now() - begun).toBeLessThan(950)
    expect(results).toEqual([1, 2, 3].map(() => ({ ok: false, fault: 'timedOut' })))
    await wait(50)
    expect(children.map(({ asked, killed }) => [asked.length, killed])).toEqual([[1, true]])
  })

  it('gives all questions of one turn one time together', async () => {
    const slowly = (child: Child, question: VaultQuestion) => void setTimeout(() => nothing(child, question), 700)
    const { vault } = setUp(slowly, 1_000)
    const turn = vault.begin()
    expect(await turn.ask(get)).toMatchObject({ ok: true })
    expect(await turn.ask({ act: 'probe' })).toEqual({ ok: false, fault: 'timedOut' })
    expect(await vault.begin().ask({ act: 'probe' })).toMatchObject({ ok: true })
  })

  it('keeps keys of this session in a process of their own, which a keychain that hangs does not take along', async () => {
    const { vault, children } = setUp((child, question) => {
      if ('store' in question && question.store === 'session') nothing(child, question)
    }, 500)
    await vault.begin().ask(fromSession)
    const hanging = vault.begin().ask(get)
    expect(await vault.begin().ask(fromSession)).toMatchObject({ ok: true })
    expect(await hanging).toEqual({ ok: false, fault: 'timedOut' })
    await wait(50)
    expect(children.map(({ killed }) => killed)).toEqual([false, true])
    expect(await vault.begin().ask(fromSession)).toMatchObject({ ok: true })
    expect(children).toHaveLength(2)
    vault.close()
    expect(children.map(({ killed }) => killed)).toEqual([true, true])
  })

  it('takes no answer to another question for its own', async () => {
    const { vault } = setUp((child, question) => {
      child.tell({ id: question.id + 7, ok: true, text: 'not mine', found: true })
      nothing(child, question)
    })
    expect(await vault.begin().ask(get)).toMatchObject({ ok: true, text: null })
  })
})
