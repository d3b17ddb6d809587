import type { Call } from '../../../src/contract/call.ts'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'
import type { DoNotCall, DoNotCallImport, Reminder } from '../../../src/contract/person.ts'

type PeopleOptions = {
  now: () => number
  calls: readonly Call[]
  notes: Readonly<Record<string, string>>
  reminders: readonly Reminder[]
  doNotCall: readonly DoNotCall[]
  announce: () => void
}

type PeopleOperation =
  | 'readPerson'
  | 'listReminders'
  | 'setReminder'
  | 'removeReminder'
  | 'listDoNotCall'
  | 'addDoNotCall'
  | 'removeDoNotCall'
  | 'listDoNotCallImports'
  | 'importDoNotCall'
  | 'removeDoNotCallImport'
type PeopleOperations = { [N in PeopleOperation]: (input: Input<N>) => Promise<Outcome<Output<N>>> }

/** Creates the operations for reminders and do-not-call entries in arrays, and a lookup of a number's entry. */
export const createFakePeople = ({ now, calls, notes, announce, ...first }: PeopleOptions) => {
  let reminders = [...first.reminders]
  let entries = [...first.doNotCall]
  let registers: DoNotCallImport[] = []
  const at = () => new Date(now()).toISOString()
  const changed = <T>(value: T): Promise<Outcome<T>> => {
    announce()
    return Promise.resolve(succeed(value))
  }
  const entryOf = (phoneNumber: string): DoNotCall | null =>
    entries.find((entry) => entry.phoneNumber === phoneNumber) ?? null

  const operations: PeopleOperations = {
    readPerson: ({ phoneNumber }) => {
      const own = calls.filter((call) => call.phoneNumber === phoneNumber).toReversed()
      const doNotCall = entryOf(phoneNumber)
      const next = reminders.filter(({ call }) => call.phoneNumber === phoneNumber)
      return Promise.resolve(succeed({ calls: own, more: false, notes, doNotCall, reminders: next }))
    },
    listReminders: () =>
      Promise.resolve(succeed(reminders.toSorted((one, other) => one.dueAt.localeCompare(other.dueAt)))),
    setReminder: ({ callId, dueAt }) => {
      const call = calls.find((one) => one.callId === callId)
      if (!call) return Promise.resolve(fail({ kind: 'notFound', detail: '' }))
      const reminder = { reminderId: crypto.randomUUID(), call, dueAt, createdAt: at() }
      reminders = [...reminders.filter((one) => one.call.callId !== callId), reminder]
      return changed(reminder)
    },
    removeReminder: ({ reminderId }) => {
      reminders = reminders.filter((one) => one.reminderId !== reminderId)
      return changed({})
    },
    listDoNotCall: () => Promise.resolve(succeed(entries.filter(({ importId }) => importId === undefined))),
    addDoNotCall: (input) => {
      const known = entries.find(({ phoneNumber }) => phoneNumber === input.phoneNumber)
      const isKept = known !== undefined && input.reason === ''
      const { reason, addedAt, addedBy } = isKept ? known : { reason: input.reason, addedAt: at(), addedBy: 'ana' }
      const entry = { ...input, entryId: crypto.randomUUID(), reason, addedAt, addedBy }
      entries = [entry, ...entries.filter(({ phoneNumber }) => phoneNumber !== input.phoneNumber)]
      reminders = reminders.filter(({ call }) => call.phoneNumber !== input.phoneNumber)
      return changed(entry)
    },
    removeDoNotCall: ({ entryId }) => {
      entries = entries.filter((entry) => entry.entryId !== entryId)
      return changed({})
    },
    listDoNotCallImports: () => Promise.resolve(succeed(registers)),
    importDoNotCall: (input) => {
      const about = {
        importId: crypto.randomUUID(),
        fileName: 'register.csv',
        numbers: 3,
        addedAt: at(),
        addedBy: 'ana',
      }
      const register = { ...input, ...about }
      registers = [register, ...registers]
      return changed({ register, refused: 0, examples: [] })
    },
    removeDoNotCallImport: ({ importId }) => {
      const removed = registers.find((register) => register.importId === importId) ?? null
      registers = registers.filter((register) => register !== removed)
      return changed(removed)
    },
  }
  return { operations, entryOf }
}
