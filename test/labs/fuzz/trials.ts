import type { Reply } from '../../../src/main/service/reply.ts'
import { classify, type SettledState } from '../../../src/main/service/classify.ts'
import { createKeyMask } from '../../../src/main/log/redact.ts'
import { defaultLimits } from '../../../src/main/service/exchange.ts'
import { readAnswer, toRawAnswer } from '../../../src/main/service/read-answer.ts'
import { createDraw, type Draw, generateAnswer, type GeneratedAnswer, makeKeys } from './generate-answer.ts'
import { httpDateToIso } from '../../../src/main/service/wire/common.ts'
import { createServiceClient } from '../../../src/main/service/client.ts'
import type { DialResult } from '../../../src/main/service/trigger-call.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { type RawServer, startRawServer } from '../../support/raw-server.ts'
import { deliver, type Delivery, send } from './deliver.ts'
import { mapConcurrently } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { checkOutcome, createFindings, createLeakSearch, type Findings } from './check-outcome.ts'
import { expectedOf } from './oracle.ts'
import { createReadBack } from './read-back.ts'
import { parseJson } from '../../../src/domain/json.ts'

/** The functions under test: the key mask, the parser of the `Date` header, and the reply classifier. */
export type ClientUnderTest = {
  mask: (key: string) => (text: string) => string
  readDate: (header: string | null) => string | null
  settle: (reply: Reply) => SettledState
}
export const realClient: ClientUnderTest = { mask: createKeyMask, readDate: httpDateToIso, settle: classify }

/** Injected bug: accepts every date that JavaScript can parse. */
export const lenientDateParser: ClientUnderTest = {
  ...realClient,
  readDate: (header) => {
    const milliseconds = Date.parse(header ?? '')
    return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString()
  },
}

/** Injected bug: accepts a number that looks like an ID. */
export const lenientIdParser: ClientUnderTest = {
  ...realClient,
  settle: (reply) => {
    const text = reply.kind === 'answer' && reply.status === 200 ? reply.text : ''
    const id = /"workflow_run_id":\s*"?\s*(\d+)/.exec(text)?.[1]
    return Number(id) > 0
      ? {
          state: 'accepted',
          workflowRunId: Number(id),
          workflowRunName: '',
          status: '',
          reconciled: false,
          progress: 'started',
        }
      : classify(reply)
  },
}

/** Injected bug: masks the key only in its plain form. */
export const plainMaskOnly: ClientUnderTest = {
  ...realClient,
  mask: (key) => (text) => text.replaceAll(key, '[secret]'),
}

/** Returns the reply that the transport would produce for a complete response, without a socket. */
export const replyInMemory = async (
  { status, headers, body }: GeneratedAnswer,
  maskKey: (text: string) => string,
  readDate = realClient.readDate,
): Promise<Reply> => {
  const header = headers.find((line) => line.startsWith('date: '))?.slice('date: '.length) ?? null
  const date = readDate(header)
  try {
    const head = { status, date, retryAfter: null }
    return await readAnswer(toRawAnswer(head, body), maskKey)
  } catch (error) {
    if (status >= 200 && status <= 599) throw error
    // As over a socket.
    return { kind: 'broken', cause: 'unreadable', status, date }
  }
}

/** A service on loopback that responds to each call with the delivery of its trial. */
type FuzzService = {
  call: (key: string, delivery: Delivery, splitAt: number) => Promise<DialResult>
  close: RawServer['close']
}

const limits = { ...defaultLimits, dialMilliseconds: 60_000 }

export const startFuzzService = async (): Promise<FuzzService> => {
  const ready = new Map<string, [Delivery, number]>()
  let count = 0
  const server = await startRawServer({
    onRequest: (socket, request) => {
      const planned = ready.get(/"phone_number":"(\d+)"/.exec(request)?.[1] ?? '')
      if (planned === undefined) socket.destroy()
      else send(socket, ...planned)
    },
  })
  return {
    async call(key, delivery, splitAt) {
      const phoneNumber = String((count += 1))
      ready.set(phoneNumber, [delivery, splitAt])
      const client = createServiceClient({ origin: server.origin, key: createSecret(key), clock: Date.now, limits })
      const request = {
        agentUuid: 'a',
        phoneNumber,
        initialContext: {},
        telephonyConfigurationId: null,
        fromPhoneNumberId: null,
      }
      const result = await client.triggerCall(request)
      ready.delete(phoneNumber)
      return result
    },
    close: server.close,
  }
}

const isJson = (text: string): boolean => parseJson(text) !== undefined

/**
 * Returns the masked text if the mask removed a quotation mark together with the key, which makes the response invalid.
 */
const unreadableByMask = (body: Uint8Array, reply: Reply): Buffer | null => {
  if (reply.kind !== 'answer' || reply.text === '' || isJson(reply.text)) return null
  return isJson(new TextDecoder().decode(body)) ? Buffer.from(reply.text) : null
}

const concurrency = 16

type Tools = { key: string; mask: (text: string) => string; findLeak: (output: string) => string | null }

/**
 * Returns a function that picks a key and its tools. Creating the tools for each trial would take longer than the
 * trial.
 */
const createTools = (draw: Draw, client: ClientUnderTest): ((draw: Draw) => Tools) => {
  const [first, ...others] = makeKeys(draw).map((key) => ({
    key,
    mask: client.mask(key),
    findLeak: createLeakSearch(key),
  }))
  if (first === undefined) throw new Error('There are no keys.')
  return (choice) => choice.pick([first, ...others])
}

/** Each trial has its own generator, so that it can be repeated separately. */
const drawForTrial = (seed: number, index: number): Draw => createDraw(createSeededRandom(seed * 1_000_003 + index))

/** Classifies complete responses without a socket. */
export const inMemory = async (
  n: number,
  seed: number,
  client: ClientUnderTest,
  tick: () => void,
): Promise<Findings> => {
  const toolsFor = createTools(drawForTrial(seed, -1), client)
  const { findings, add, addCrash, addUnreadableByMask, addBrokenHistory } = createFindings()
  const readBack = createReadBack()
  for (let index = 0; index < n; index += 1) {
    const draw = drawForTrial(seed, index)
    const { key, mask, findLeak } = toolsFor(draw)
    const answer = generateAnswer(draw, key)
    try {
      const reply = await replyInMemory(answer, mask, client.readDate)
      const result = { outcome: client.settle(reply), serverDate: reply.kind === 'notSent' ? null : reply.date }
      const masked = unreadableByMask(answer.body, reply)
      if (masked !== null) addUnreadableByMask()
      const expected = expectedOf(answer.status, masked ?? answer.body)
      add(index, expected, checkOutcome(result, expected, { findLeak, readBack }))
    } catch (error) {
      addCrash(index, error)
    }
    tick()
  }
  if (!readBack.close()) addBrokenHistory()
  return findings
}

/** Places calls over real sockets; the responses arrive whole, in pieces, truncated and garbled. */
export const overSockets = async (n: number, seed: number, tick: () => void): Promise<Findings> => {
  const service = await startFuzzService()
  const toolsFor = createTools(drawForTrial(seed, -2), realClient)
  const { findings, add, addCrash, addBrokenHistory } = createFindings()
  const readBack = createReadBack()
  await mapConcurrently(concurrency, Array.from({ length: n }), async (_, index) => {
    const draw = drawForTrial(seed + 1, index)
    const { key, findLeak } = toolsFor(draw)
    const delivery = deliver(generateAnswer(draw, key), draw)
    try {
      const result = await service.call(key, delivery, draw.below(delivery.bytes.length + 1))
      add(index, delivery.expected, checkOutcome(result, delivery.expected, { findLeak, readBack }))
    } catch (error) {
      addCrash(index, error)
    }
    tick()
  })
  await service.close()
  if (!readBack.close()) addBrokenHistory()
  return findings
}
