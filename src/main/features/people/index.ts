import { fail, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Operations } from '../../../contract/operations.ts'
import type { Runtime } from '../../app/runtime.ts'
import type { ListImporter } from '../../lists/import.ts'
import type { KeyFingerprint } from '../../log/key-fingerprint.ts'
import type { Storage } from '../../storage/storage.ts'

type PeopleDeps = Pick<Runtime, 'clock' | 'createUuid' | 'announce'> & {
  storage: Pick<Storage, 'run'>
  importer: Pick<ListImporter, 'importRegister' | 'settleListed'>
  /**
   * Invoked after entries were added or removed, with the lists whose rows have changed. Resolves when the requests of all
   * list calls recorded so far have been sent.
   */
  doNotCallChanged: (listIds: readonly string[]) => Promise<void>
  /** Returns the known keys, which no cell of a table may contain. */
  knownKeys: () => readonly KeyFingerprint[]
  /** Lets the user choose a file with a table; absent if there is no window. */
  chooseListFile?: () => Promise<string | null>
  /** Returns the name that an entry is recorded with. */
  operatorName: () => string
}

type PeopleOperations = Pick<
  Operations,
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
>

/** Maximum number of a person's calls that are read. The Runs screen lists all of them. */
const maxCalls = 50

/** Stores reminders and do-not-call entries. It never dials. */
export const createPeople = (deps: PeopleDeps): { operations: PeopleOperations } => {
  const { storage, operatorName, importer, clock, createUuid, announce } = deps
  const now = (): string => new Date(clock()).toISOString()

  /** Announces a change once it is on disk. */
  const changed = <T>(outcome: Outcome<T>): Outcome<T> => {
    if (outcome.ok) announce('peopleChanged', {})
    return outcome
  }

  /**
   * Waits until the requests of list calls that were recorded before the entry have been sent, so that no request to
   * the number is sent after the user sees the result.
   */
  const holdsBack = async <T>(outcome: Outcome<T>, listIds: readonly string[] = []): Promise<Outcome<T>> => {
    if (outcome.ok) await deps.doNotCallChanged(listIds)
    return changed(outcome)
  }

  /** Compares the rows of all lists with the do-not-call list; returns the lists whose rows have changed. */
  const compareRows = async (): Promise<readonly string[]> => {
    const lists = await importer.settleListed({ listId: null, at: now() })
    // A failure changes no call: a list is compared again when it is started or resumed, and no row is called whose
    // number is listed.
    return lists.ok ? lists.value : []
  }

  /**
   * Announces a removal, and compares the rows in the background, because the comparison starts after the imports and
   * checks that are running or waiting. `ListImporter.close` ends it.
   */
  const removed = <T>(outcome: Outcome<T>): Outcome<T> => {
    if (outcome.ok) void compareRows().then(deps.doNotCallChanged)
    return changed(outcome)
  }

  return {
    operations: {
      async readPerson(number) {
        const calls = await storage.run('callsToNumber', { ...number, limit: maxCalls + 1 })
        if (!calls.ok) return calls
        const shown = calls.value.slice(0, maxCalls)
        const callIds = shown.map(({ callId }) => callId)
        const notes = await storage.run('notesOf', { callIds })
        if (!notes.ok) return notes
        const doNotCall = await storage.run('findDoNotCall', { ...number, at: now() })
        if (!doNotCall.ok) return doNotCall
        const reminders = await storage.run('listReminders', {})
        if (!reminders.ok) return reminders
        return succeed({
          calls: shown,
          more: calls.value.length > maxCalls,
          notes: notes.value,
          doNotCall: doNotCall.value,
          reminders: reminders.value.filter(({ call }) => callIds.includes(call.callId)),
        })
      },
      listReminders: () => storage.run('listReminders', {}),
      async setReminder({ callId, dueAt }) {
        const set = await storage.run('setReminder', { reminderId: createUuid(), callId, dueAt, createdAt: now() })
        if (!set.ok) return set
        return set.value === null ? fail({ kind: 'notFound', detail: '' }) : changed(succeed(set.value))
      },
      async removeReminder(reminder) {
        const outcome = await storage.run('removeReminder', reminder)
        return outcome.ok ? changed(succeed({})) : outcome
      },
      listDoNotCall: () => storage.run('listDoNotCall', {}),
      async addDoNotCall(entry) {
        const added = { ...entry, entryId: createUuid(), addedAt: now(), addedBy: operatorName() }
        const outcome = await storage.run('addDoNotCall', { entry: added })
        return outcome.ok ? holdsBack(succeed(outcome.value.entry), outcome.value.listIds) : outcome
      },
      async removeDoNotCall(entry) {
        const outcome = await storage.run('removeDoNotCall', entry)
        return removed(outcome.ok ? succeed({}) : outcome)
      },
      listDoNotCallImports: () => storage.run('listDoNotCallImports', {}),
      async importDoNotCall(about) {
        const path = (await deps.chooseListFile?.()) ?? null
        if (path === null) return succeed(null)
        // The last day may have passed while the user chose the file.
        const { expiresAt } = about
        if (expiresAt !== null && Date.parse(expiresAt) <= clock()) return invalid(['expiresAt'], 'doNotCallExpired')
        const register = { ...about, importId: createUuid(), addedAt: now(), addedBy: operatorName() }
        const imported = await importer.importRegister({
          source: { kind: 'file', path },
          register,
          keys: deps.knownKeys(),
        })
        return imported.ok ? holdsBack(imported, await compareRows()) : imported
      },
      async removeDoNotCallImport(register) {
        return removed(await storage.run('removeDoNotCallImport', register))
      },
    },
  }
}
