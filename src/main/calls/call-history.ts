import { fail, type Outcome } from '../../contract/failure.ts'
import type { Input, Output } from '../../contract/operations.ts'
import type { Storage } from '../storage/storage.ts'

/** Reads the local history: a page of it, or one call with everything about it. */
export const createCallHistory = (storage: Pick<Storage, 'ask'>) => ({
  list: (page: Input<'listCalls'>): Promise<Outcome<Output<'listCalls'>>> => storage.ask('listCalls', page),

  async get({ callId }: Input<'getCall'>): Promise<Outcome<Output<'getCall'>>> {
    const found = await storage.ask('getCall', { callId })
    if (!found.ok) return found
    return found.value === null ? fail({ kind: 'notFound', detail: '' }) : { ok: true, value: found.value }
  },
})

export type CallHistory = ReturnType<typeof createCallHistory>
