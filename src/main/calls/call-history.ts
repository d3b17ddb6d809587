import type { Call } from '../../contract/call.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { Input, Output } from '../../contract/operations.ts'
import type { Storage } from '../storage/storage.ts'

/** Reads the local history: a page of it, the calls of a run, or one call with everything about it. */
export const createCallHistory = (storage: Pick<Storage, 'ask'>) => ({
  list: (page: Input<'listCalls'>): Promise<Outcome<Output<'listCalls'>>> => storage.ask('listCalls', page),

  ofRun: ({ workflowRunId }: Input<'listCallsOfRun'>): Promise<Outcome<Call[]>> =>
    storage.ask('callsOfRun', { workflowRunId }),

  async get({ callId }: Input<'getCall'>): Promise<Outcome<Output<'getCall'>>> {
    const found = await storage.ask('getCall', { callId })
    if (!found.ok) return found
    return found.value === null ? fail({ kind: 'notFound', detail: '' }) : { ok: true, value: found.value }
  },
})

export type CallHistory = ReturnType<typeof createCallHistory>

export type NoteCallParts = {
  storage: Pick<Storage, 'ask'>
  clock: () => number
  announce: (callIds: string[]) => void
}

/** Writes what a person wants to remember of a call; it is no part of what happened, and goes with the person's data. */
export const createNoteCall =
  ({ storage, clock, announce }: NoteCallParts) =>
  async ({ callId, note }: Input<'noteCall'>): Promise<Outcome<Output<'noteCall'>>> => {
    // Half a pair of signs and NUL can be typed by a program only, and no database keeps them as they are.
    const text = note.toWellFormed().replaceAll('\0', '')
    const written = { text, at: new Date(clock()).toISOString() }
    const noted = await storage.ask('noteCall', { callId, note: written })
    if (!noted.ok) return noted
    if (!noted.value) return fail({ kind: 'notFound', detail: '' })
    announce([callId])
    return succeed({ note: text === '' ? null : written })
  }
