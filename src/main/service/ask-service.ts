import type { z } from 'zod'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Reply } from './answer.ts'
import type { AskAgain } from './ask-again.ts'
import { readDone, readReply } from './failures.ts'
import type { ServiceLimits } from './limits.ts'
import { type RetryRule, retryRules } from './retry-rules.ts'
import type { Ask, Transport } from './transport.ts'

/** One question beside the call itself. `list` allows a longer answer; `once` leaves asking again to the reader. */
export type Question = Pick<Ask, 'path' | 'query' | 'bringsKey'> & { list?: boolean; once?: boolean }

/** What was read, with the service's own clock (ISO 8601; null when the answer did not tell). */
export type Dated<T> = { value: T; serverDate: string | null }

/** Asks the service and reads the answer by a schema. What is sent again, and how often, is in `retry-rules.ts`. */
export type AskService = {
  read<T>(question: Question, schema: z.ZodType<T>): Promise<Outcome<T>>
  readDated<T>(question: Question, schema: z.ZodType<T>): Promise<Outcome<Dated<T>>>
  create<T>(
    what: 'createKey' | 'createWorkflow',
    question: Question,
    json: unknown,
    schema: z.ZodType<T>,
  ): Promise<Outcome<T>>
  act(what: 'reactivateKey' | 'archiveKey', question: Question): Promise<Outcome<null>>
}

/** Makes the questions over a transport, with the limits for ordinary requests. */
export const createAskService = (transport: Transport, limits: ServiceLimits, askAgain: AskAgain): AskService => {
  const ask = <T>(
    rule: RetryRule,
    { path, query, list, bringsKey }: Question,
    json: unknown,
    read: (reply: Reply) => Outcome<T>,
  ) =>
    askAgain({
      rule,
      read,
      send: (deadlineMilliseconds) =>
        transport.send({
          method: rule.method,
          path,
          ...(query ? { query } : {}),
          ...(bringsKey === undefined ? {} : { bringsKey }),
          ...(json === undefined ? {} : { json }),
          capBytes: list === true ? limits.listBytes : limits.answerBytes,
          deadlineMilliseconds,
        }),
    })

  const get = <T>(question: Question, read: (reply: Reply) => Outcome<T>) =>
    ask(question.once === true ? retryRules.readOnce : retryRules.read, question, undefined, read)

  return {
    read: (question, schema) => get(question, (reply) => readReply(reply, schema)),
    readDated: (question, schema) =>
      get(question, (reply) => {
        const read = readReply(reply, schema)
        return read.ok ? succeed({ value: read.value, serverDate: reply.kind === 'answer' ? reply.date : null }) : read
      }),
    create: (what, question, json, schema) =>
      ask(retryRules[what], question, json, (reply) => readReply(reply, schema)),
    act: (what, question) => ask(retryRules[what], question, undefined, readDone),
  }
}
