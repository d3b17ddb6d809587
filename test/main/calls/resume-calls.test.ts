import { describe, expect, it } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { createOwnCalls } from '../../../src/main/calls/own-calls.ts'
import { createResumeCalls } from '../../../src/main/calls/resume-calls.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { createVirtualTime } from '../../labs/reconcile/virtual-time.ts'
import { aCall } from '../../support/a-call.ts'

const sending = { state: 'sending', since: '2026-11-21T09:14:00.000Z' } as const
const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
const away = fail({ kind: 'storage', reason: 'inUse' })

/** Resuming over a history that is there or not, with one call of this process and one that an earlier one left unknown. */
const aResume = () => {
  const time = createVirtualTime(0)
  const own = createOwnCalls()
  const ours = aCall({ outcome: sending })
  const left = aCall({ outcome: unknown })
  own.send({ call: ours, initialContext: {}, until: 0, answered: false })
  const did: string[] = []
  const watched: string[] = []
  let there = true
  const whenThere = <T>(what: string, value: T): Promise<Outcome<T>> => {
    did.push(what)
    return Promise.resolve(there ? succeed(value) : away)
  }
  const ask = (name: string): Promise<Outcome<Call[]>> => whenThere(name, [ours, left])
  const resume = createResumeCalls({
    // It asks for unresolved calls and nothing else; a message port to a thread has no types either.
    storage: { ask: ask as Storage['ask'] },
    ledger: {
      putBack: ({ call }) => whenThere('putBack', call),
      settleInterrupted: (isOurs) => whenThere(`settle ${isOurs?.(ours.callId)} ${isOurs?.(left.callId)}`, null),
    },
    own,
    watch: ({ callId }) => void watched.push(callId),
    after: time.after,
  })
  const round = ['putBack', 'settle true false', 'unresolvedCalls']
  return { resume, round, did, watched, ours, left, pass: time.pass, be: (now: boolean) => (there = now) }
}

describe('resuming', () => {
  it('puts our calls back, settles those of others, and watches what is unresolved; once', async () => {
    const { resume, round, did, watched, ours, left } = aResume()
    expect((await resume.start()).ok).toBe(true)
    expect((await resume.ensure()).ok).toBe(true)
    expect(did).toEqual(round)
    expect(watched).toEqual([ours.callId, left.callId])
  })

  it('is done anew after a doubt, before anything is placed and by itself', async () => {
    const { resume, round, did, pass } = aResume()
    await resume.start()
    resume.doubt()
    await pass(0)
    expect(did).toEqual([...round, ...round])
    resume.doubt()
    await resume.ensure()
    expect(did).toEqual([...round, ...round, ...round])
  })

  it('is tried until the history is there, and not in a storm', async () => {
    const { resume, round, did, pass, be } = aResume()
    be(false)
    expect(await resume.start()).toEqual(away)
    await pass(19_000)
    expect(did.length).toBe(10)
    be(true)
    await pass(21_000)
    expect(did.slice(10)).toEqual(round)
  })

  it('that meets a doubt on its way is done once more', async () => {
    const { resume, round, did } = aResume()
    const started = resume.start()
    resume.doubt()
    await started
    expect(did).toEqual([...round, ...round])
  })

  it('ends with the app', async () => {
    const { resume, did, pass, be } = aResume()
    be(false)
    await resume.start()
    resume.stop()
    resume.doubt()
    await pass(60_000)
    expect(did).toEqual(['putBack'])
  })
})
