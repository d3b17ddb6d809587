import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentSchema } from '../../../src/contract/agent.ts'
import { type CallState, callDraftSchema } from '../../../src/contract/call.ts'
import { failureSchema } from '../../../src/contract/failure.ts'
import { runSchema as runContract, transcriptSchema } from '../../../src/contract/run.ts'
import { callerIdSchema, telephonyConfigurationSchema } from '../../../src/contract/telephony.ts'
import { classify, readReply } from '../../../src/main/service/classify.ts'
import type { Reply } from '../../../src/main/service/reply.ts'
import { agentsShape, versionsShape } from '../../../src/main/service/wire/agents.ts'
import { httpDateToIso, shapeOf, textLimits } from '../../../src/main/service/wire/common.ts'
import { callerIdsShape, telephonyConfigurationsShape } from '../../../src/main/service/wire/organization.ts'
import { artifactsSchema, runPageShape, runSchema } from '../../../src/main/service/wire/runs.ts'
import { aCall, aDraft } from '../../support/a-call.ts'
import { at, newFile, open, place, value } from '../storage/open-storage.ts'

/**
 * Strings with NUL, lone surrogates, control characters, names of object members, and strings that are far too long.
 */
const unusualString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\0', 'a\0b', '\ud800', 'x\udc00y', '\u202e', '\u0007', 'constructor', '__proto__', 'initiated'),
  fc.constantFrom('9999-12-31T23:59:59Z', '+012026-01-01T00:00:00Z', '0000-00-00', 'yesterday'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }).map((part) => part.repeat(3_000)),
)

/** JSON numbers, including those that JavaScript cannot represent. */
const unusualNumber = fc.constantFrom(
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '-1e999',
  '9007199254740993',
  '2147483648',
)

const unusualValue = fc.oneof(
  { weight: 3, arbitrary: unusualString.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: unusualNumber },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom('null', 'true', '[]', '{}', `${'['.repeat(5_000)}${']'.repeat(5_000)}`) },
  { weight: 1, arbitrary: fc.constant(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) },
)

/** JSON of one of the service's objects, in which some fields have unusual values. */
const unusualObject = (fields: Record<string, string>): fc.Arbitrary<string> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(fields).map(([name, usual]) => [
          name,
          fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: unusualValue }),
        ]),
      ),
      { requiredKeys: [] },
    )
    .map(
      (chosen) =>
        `{${Object.entries(chosen)
          .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
          .join(',')}}`,
    )

const unusualDate = fc.oneof(
  fc.constantFrom(
    'Sat, 21 Nov 2026 11:26:32 GMT',
    'Fri, 31 Dec 9999 23:59:59 GMT',
    'Sat, 01 Jan 10000 00:00:00 GMT',
    'Tue, 13 Sep 275760 00:00:00 GMT',
    'Mon, 01 Jan 0001 00:00:00 GMT',
    'Sun, 31 Feb 2026 25:61:61 GMT',
    '2026-11-21',
    '1',
    '-1',
  ),
  unusualString,
)

const started = { status: '"initiated"', workflow_run_id: '12345', workflow_run_name: '"WR-API-1"' }
const issue = unusualObject({
  loc: '["body","phone_number"]',
  msg: '"bad"',
  type: '"x"',
  id: '"3"',
  field: '"f"',
  message: '"m"',
})
const detail = fc.oneof(
  unusualValue,
  fc.constantFrom('"Invalid API key"', '"Failed to initiate call: 400: no"', '"Failed to initiate call: "'),
  fc.array(issue, { maxLength: 30 }).map((issues) => `[${issues.join(',')}]`),
  fc
    .tuple(unusualValue, fc.array(unusualValue, { maxLength: 3 }))
    .map(([part, rest]) => `[{"loc":[${[part, ...rest].join(',')}],"msg":"bad","type":"x"}]`),
)
const body = fc.oneof(
  unusualObject(started),
  detail.map((text) => `{"detail":${text}}`),
  unusualValue,
  unusualString,
)

const replyOf = (status: number, text: string, date: string | null = null): Reply => ({
  kind: 'answer',
  status,
  date: httpDateToIso(date),
  retryAfterMilliseconds: null,
  text,
})

const answer = fc
  .tuple(fc.constantFrom(200, 200, 200, 400, 400, 401, 402, 403, 404, 422, 422, 429, 302, 408, 500), body, unusualDate)
  .map(([status, text, date]) => replyOf(status, text, date))

/** Returns whether no string contains NUL or a lone surrogate, both of which JSON.stringify escapes. */
const isStorable = (sent: unknown): boolean => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(sent))

describe('any response to a call', () => {
  it('is written to the history and read back unchanged', { timeout: 120_000 }, async () => {
    const storage = open(newFile())
    let calls = 0
    const sending: CallState = { state: 'sending', since: at }
    await fc.assert(
      fc.asyncProperty(answer, async (reply) => {
        const call = aCall({ phoneNumber: `+1415${2_000_000 + (calls += 1)}`, outcome: sending })
        await place(storage, call)
        const outcome = classify(reply)
        const serverDate = reply.kind === 'answer' ? reply.date : null
        const step = { callId: call.callId, from: ['sending' as const], outcome, at, endedAt: at, serverDate }
        await value(storage.run('moveCall', step))
        const read = await value(storage.run('getCall', { callId: call.callId }))
        expect(read?.call).toEqual({ ...call, outcome, changedAt: at, endedAt: at, serverDate })
        expect(isStorable(outcome)).toBe(true)
        expect(JSON.stringify(outcome).length).toBeLessThan(20_000)
      }),
      { numRuns: 1_000 },
    )
    expect(await value(storage.run('verifyHistory', { now: at }))).toMatchObject({ intact: true })
  })
})

/** Returns what the page receives for a value; throws if the contract does not allow it. */
const received = <T>(contract: z.ZodType<T>, sent: unknown): T =>
  contract.parse(JSON.parse(JSON.stringify(contract.parse(sent))))

const cost = '{"call_duration_seconds":31}'
const step = unusualObject({ status: '"ringing"', timestamp: '"2026-11-21T11:28:51.001+00:00"' })
const event = unusualObject({
  type: '"rtf-bot-text"',
  timestamp: '"2026-11-21T11:28:51.001+00:00"',
  payload: '{"text":"Hello","final":true}',
})

const stringList = (entry: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(entry, { maxLength: 4 }).map((all) => `[${all.join(',')}]`)

const logs = fc
  .tuple(stringList(step), stringList(event))
  .map(([steps, events]) => `{"telephony_status_callbacks":${steps},"realtime_feedback_events":${events}}`)

/** A run with its ID and workflow ID, in which every other field may be unusual. */
const run = fc
  .tuple(
    unusualObject({
      name: '"WR-API-1"',
      created_at: '"2026-11-21T11:26:32.594941Z"',
      is_completed: 'true',
      initial_context: '{"called_number":"+14155550101"}',
      gathered_context: '{"call_id":"c","error":null}',
      cost_info: cost,
      usage_info: cost,
      call_duration_seconds: '3',
      called_number: '"+14155550101"',
      disposition: '"busy"',
      recording_url: '"r"',
      transcript_url: '"t"',
      total_runs: '3',
    }),
    unusualObject({
      initial_context: '{}',
      gathered_context: '{"error":"x"}',
      mode: '"ari"',
      status: '"active"',
      workflow_uuid: '"7F3C2A1E-0000-4000-8000-000000009b21"',
    }),
    logs,
  )
  .map(
    ([one, other, log]) =>
      `{"id":7,"workflow_id":3,"logs":${log}${[one, other].map((part) => (part === '{}' ? '' : `,${part.slice(1, -1)}`)).join('')}}`,
  )

const named = (row: string): string =>
  row.replace('"id":7', '"id":7,"name":"A","address":"1","provider":"p","status":"s","telephony_configuration_id":4')

describe('any list or record', () => {
  it('is read, and can be sent to the page unchanged', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(run, async (row) => {
        const pages = await readReply(replyOf(200, `{"runs":[${row}],"total_count":1}`), runPageShape)
        expect(pages).toMatchObject({ ok: true, value: { runs: [{ workflowRunId: 7 }] } })
        const detailed = await readReply(replyOf(200, row), shapeOf(runSchema))
        if (!detailed.ok) throw new Error('The run was refused.')
        expect(received(runContract, detailed.value)).toEqual(detailed.value)
        const { initialContext: _asSent, ...normalized } = detailed.value
        expect(isStorable(normalized)).toBe(true)
        const artifacts = await readReply(replyOf(200, row), shapeOf(artifactsSchema))
        if (!artifacts.ok) throw new Error('The artifacts were refused.')
        received(transcriptSchema, { turns: artifacts.value.notes, from: 'notes', isWhole: true })
        const rows = `[${named(row)}]`
        for (const [shape, text, contract] of [
          [agentsShape, rows, agentSchema],
          [telephonyConfigurationsShape, `{"configurations":${rows}}`, telephonyConfigurationSchema],
          [callerIdsShape, `{"phone_numbers":${rows}}`, callerIdSchema],
          [versionsShape, rows, z.unknown()],
        ] as const) {
          const list = await readReply<unknown>(replyOf(200, text), shape)
          // A repeated name may be unusual. The row then has no name and is refused, but with a failure that the
          // contract allows.
          if (!list.ok) received(failureSchema, list.failure)
          else received(z.array(contract), list.value)
        }
      }),
      { numRuns: 500 },
    ),
  )

  it('never prevents the record: an agent with an unusual name can be called', () =>
    fc.assert(
      fc.asyncProperty(unusualString, async (name) => {
        const agents = await agentsShape([{ id: 1, name, workflow_uuid: null }])
        const [agent] = agents ?? []
        expect(agent?.name.length).toBeLessThanOrEqual(textLimits.name)
        expect(isStorable(agent)).toBe(true)
        expect(callDraftSchema.safeParse(aDraft({ agentName: agent?.name ?? null })).success).toBe(true)
      }),
    ))
})
