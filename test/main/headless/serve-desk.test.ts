import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { fail } from '../../../src/contract/failure.ts'
import { serveDesk } from '../../../src/main/headless/serve-desk.ts'
import { aCallingDesk } from '../calls/a-calling-desk.ts'

const full = fail({ kind: 'storage', reason: 'full' })

/** A served desk whose disk takes a call, and not its answer; time passes sixty times as fast in it. */
const serveRefusing = async () => {
  let refuses = true
  const desk = await aCallingDesk({
    wrapStorage: (storage) => ({
      close: () => storage.close(),
      ask: (name, input) => (refuses && name === 'moveCall' ? Promise.resolve(full) : storage.ask(name, input)),
    }),
  })
  const input = new PassThrough()
  const [complaints, logged] = [[] as string[], [] as string[]]
  let stop = (): void => {}
  const served = serveDesk({
    input,
    write: () => {},
    complain: (line) => void complaints.push(line),
    onStop: (listener) => (stop = listener),
    log: (_level, event, facts) => void logged.push(`${event} ${JSON.stringify(facts)}`),
    version: '0.0.0',
    createDesk: () => desk.desk,
  })
  return { desk, input, complaints, logged, served, stop: () => stop(), relent: () => (refuses = false) }
}

it.each(['the end of its input', 'a signal'])(
  'ends at %s although the disk never takes an answer, and says in words which truth it could not keep',
  async (what) => {
    const { desk, input, complaints, logged, served, stop } = await serveRefusing()
    const sent = desk.draft()
    expect((await desk.ask.triggerCall(sent)).ok).toBe(true)
    await vi.waitFor(() => expect(desk.service.world.dials.length).toBe(1))
    if (what === 'a signal') stop()
    else input.end()
    expect(await served).toEqual({ unwritten: 1 })
    expect(complaints).toEqual([expect.stringContaining('the disk did not take the answers of 1 call.')])
    expect(logged).toContain('answersNotWritten {"calls":1}')
    const waits = desk.announced.filter((event) => event.startsWith('quitWaits'))
    expect(waits.at(-1)).toMatch(/^quitWaits \{"calls":0,"unwritten":1,"milliseconds":\d+,"mayLeave":true\}$/)
  },
)

it('waits for a disk that takes the answer after all, and complains of nothing', async () => {
  const { desk, input, complaints, served, relent } = await serveRefusing()
  expect((await desk.ask.triggerCall(desk.draft())).ok).toBe(true)
  await vi.waitFor(() => expect(desk.service.world.dials.length).toBe(1))
  input.end()
  setTimeout(relent, 200)
  expect(await served).toEqual({ unwritten: 0 })
  expect(complaints).toEqual([])
})
