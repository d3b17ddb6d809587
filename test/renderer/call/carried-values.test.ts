import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { carriedFrom } from '../../../src/renderer/call/carried-from.ts'
import { createCallDesk } from '../../../src/renderer/call/call-desk.ts'
import { lightsOf, toneOfLight } from '../../../src/renderer/call/lights.ts'
import { readingPause } from '../../../src/renderer/call/number-reader.ts'
import { readinessOf } from '../../../src/renderer/call/readiness.ts'
import { words } from '../../../src/renderer/words/words.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { acme, fakeAgents } from '../../support/fake-desk/fake-world.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pause = () => vi.advanceTimersByTimeAsync(readingPause + 50)

const afterCall = async (contextText: string) => {
  let counter = 0
  const desk = createFakeDesk({ profiles: [acme] })
  const randomBytes = (length: number) => new Uint8Array(length).fill((counter += 1))
  const call = createCallDesk({ desk, now: () => Date.now(), randomBytes }, acme)
  call.form.typeAgent('Renewal reminder', fakeAgents)
  call.form.typeNumber('+1 415 555 0123')
  call.form.typeContext(contextText)
  void call.callerIdsOf(11).ask()
  await pause()
  const ready = readinessOf(
    call.form.store.getState(),
    {
      configurations: call.configurations.store.getState(),
      callerIds: call.callerIdsOf(11).store.getState(),
      past: [],
      labels: [],
    },
    acme,
  )
  if (!ready.ready) throw new Error(JSON.stringify(ready.missing))
  await call.form.submit(ready.draft)
  await pause()
  const carried = () => carriedFrom(call.form.store.getState())
  const dial = async (number: string) => (call.form.typeNumber(number), await pause())
  const lights = () => {
    const rest = {
      asked: [],
      today: [],
      agentText: null,
      hour: null,
      past: call.past.store.getState(),
      missing: null,
      now: 0,
    }
    const facts = {
      configurations: call.configurations.store.getState(),
      callerIds: call.callerIdsOf(11).store.getState(),
    }
    return lightsOf({ form: call.form.store.getState(), profile: acme, ...facts, ...rest }).map(
      (fact) => `${toneOfLight(fact)}: ${words.lights.inShort(fact, 0)}`,
    )
  }
  return { call, form: call.form, carried, dial, lights }
}

describe('the values of the call before', () => {
  it('are told as such once another number is typed, and until one of them changes', async () => {
    const { form, carried, dial } = await afterCall('{ "customer_name": "Jane" }')
    expect(carried()).toBeNull()
    await dial('+1 415 555 0177')
    expect(carried()).toBe('+1 415 555 0123')
    form.writeField(['customer_name'], 'Jim', true)
    expect(carried()).toBeNull()
  })

  it('are told at once when the next call begins, before any number is typed', async () => {
    const { form, carried, lights } = await afterCall('{ "customer_name": "Jane" }')
    form.next()
    expect(carried()).toBe('+1 415 555 0123')
    expect(lights()).toContain('check: values of +1 415 555 0123')
  })

  it('are emptied at once, and brought back as long as nobody has typed values of their own', async () => {
    const { call, form, carried, dial } = await afterCall('{ "customer_name": "Jane" }')
    expect(call.emptied.empty()).toBe(false)
    form.next()
    expect(call.emptied.empty()).toBe(true)
    expect(form.store.getState().context.value).toEqual({})
    expect(carried()).toBeNull()
    await dial('+1 415 555 0177')
    expect(call.emptied.undo()).toBe(true)
    expect(form.store.getState()).toMatchObject({
      context: { value: { customer_name: 'Jane' } },
      numberText: '+1 415 555 0177',
    })
    expect(carried()).toBe('+1 415 555 0123')
    expect(call.emptied.empty()).toBe(true)
    form.writeField(['customer_name'], 'Jim', true)
    expect(call.emptied.undo()).toBe(false)
    expect(form.store.getState().context.value).toEqual({ customer_name: 'Jim' })
  })

  it('stay another person’s when they are brought back before a number is typed', async () => {
    const { call, form, carried } = await afterCall('{ "customer_name": "Jane" }')
    form.next()
    call.emptied.empty()
    call.emptied.undo()
    expect(carried()).toBe('+1 415 555 0123')
  })

  it('are no matter for the same number again, or where nothing was sent', async () => {
    const { carried, dial } = await afterCall('{ "customer_name": "Jane" }')
    await dial('+14155550123')
    expect(carried()).toBeNull()
    const empty = await afterCall('')
    await empty.dial('+1 415 555 0177')
    expect(empty.carried()).toBeNull()
  })
})
