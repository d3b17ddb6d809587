import type { z } from 'zod'
import type { Outcome } from '../../contract/failure.ts'
import { readDone, readReply } from './failures.ts'
import type { ServiceLimits } from './limits.ts'
import type { Ask, Transport } from './transport.ts'

/** One question beside the call itself. `list` allows a longer answer. */
export type Question = Pick<Ask, 'path' | 'query'> & { list?: boolean }

/** Asks the service and reads the answer by a schema. Every request is sent once. */
export type AskService = {
  read<T>(question: Question, schema: z.ZodType<T>): Promise<Outcome<T>>
  create<T>(question: Question, json: unknown, schema: z.ZodType<T>): Promise<Outcome<T>>
  act(method: 'PUT' | 'DELETE', question: Question): Promise<Outcome<null>>
}

/** Makes the questions over a transport, with the limits for ordinary requests. */
export const createAskService = (transport: Transport, limits: ServiceLimits): AskService => {
  const send = ({ path, query, list }: Question, rest: Pick<Ask, 'method' | 'json'>) =>
    transport.send({
      ...rest,
      path,
      ...(query ? { query } : {}),
      capBytes: list === true ? limits.listBytes : limits.answerBytes,
      deadlineMilliseconds: limits.readMilliseconds,
    })

  return {
    read: async (question, schema) => readReply(await send(question, { method: 'GET' }), schema),
    create: async (question, json, schema) => readReply(await send(question, { method: 'POST', json }), schema),
    act: async (method, question) => readDone(await send(question, { method })),
  }
}
