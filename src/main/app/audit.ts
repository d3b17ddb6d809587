import {
  type AuditCheck,
  type AuditedAction,
  auditedActions,
  type AuditEntry,
  stoppedActionSchema,
  unfinishedActionSchema,
} from '../../contract/audit.ts'
import type { Call } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import { backSteps, isOver, type ListedKey, type Rotation } from '../../contract/key.ts'
import type { List, ListTarget } from '../../contract/list.ts'
import { localDay } from '../../domain/local-day.ts'
import type { Input, Operations, Output } from '../../contract/operations.ts'
import type { DoNotCallImport } from '../../contract/person.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Scrub } from '../log/redact.ts'
import type { ProfileStore } from '../features/profiles/profile-store.ts'
import type { SettingsStore } from '../features/settings/index.ts'
import type { Storage } from '../storage/storage.ts'
import { changedSettings } from '../../domain/changed-settings.ts'
import type { Settings } from '../../contract/settings.ts'
import { basename } from 'node:path'
import { archivedKey, createKeyChanges, maskReason, reactivatedKey } from './key-audit.ts'
import type { Runtime } from './runtime.ts'

type AuditDeps = {
  storage: Pick<Storage, 'run'>
  profiles: Pick<ProfileStore, 'find'>
  settings: Pick<SettingsStore, 'known'>
  clock: () => number
  createUuid: () => string
  /** The user's account name and the name of the computer. */
  operator: string
  computer: string
  /** `scrub` is for free text, `scrubName` for names: a false name must not get into the log. */
  redact: { scrub: Scrub; scrubName: Scrub }
  announce: Runtime['announce']
}

type ActionDetails = Pick<AuditEntry, 'action' | 'actionId' | 'profileId' | 'profileName' | 'about'>
type ActionResult = Pick<AuditEntry, 'phase' | 'failure'>
type AuditedHandler<A extends AuditedAction> = (input: Input<A>) => Promise<Outcome<Output<A>>>

/**
 * Actions that run even if their entry cannot be written: a leaked key must be archived, and support needs diagnostics.
 */
const urgent: ReadonlySet<AuditedAction> = new Set<AuditedAction>(['archiveKey', 'saveDiagnostics'])

/**
 * Writes an audit entry before each audited action and another one after it. An action whose entry cannot be written
 * does not start, unless it is urgent. A start without an end means that the app was killed, or could not write the end.
 */
export const createOperationAudit = (deps: AuditDeps) => {
  const { storage, profiles, settings, clock, createUuid, operator, computer, redact, announce } = deps
  const runningActions = new Set<string>()
  const keyChanges = createKeyChanges<ActionDetails>()

  /**
   * SECURITY: audit entries are never erased, so they must not contain keys or numbers. Redacts before it truncates.
   */
  const clean = (text: string, most: number): string => redact.scrubName(text).slice(0, most)

  const personNow = (): string | null => {
    const { operatorName } = settings.known()
    return operatorName === null ? null : clean(operatorName, 80)
  }

  const actorNow = (): Pick<AuditEntry, 'at' | 'account' | 'person' | 'computer'> => ({
    at: new Date(clock()).toISOString(),
    account: operator,
    person: personNow(),
    computer,
  })

  const note = (details: ActionDetails, result: ActionResult): Promise<Outcome<number>> =>
    storage.run('appendAudit', { entry: { ...details, ...result, ...actorNow() } })

  const noteEnd = async (details: ActionDetails, result: ActionResult): Promise<void> => {
    await note(details, result)
    runningActions.delete(details.actionId)
    announce('auditChanged', {})
  }

  /** Returns the list that an action belongs to; null if there is none or it can't be read. */
  const listOf = async (input: object): Promise<List | null> => {
    if (!('listId' in input) || typeof input.listId !== 'string') return null
    const found = await storage.run('readList', { listId: input.listId, now: clock() })
    return found.ok ? found.value : null
  }

  const detailsOf = async <A extends AuditedAction>(
    action: A,
    input: Input<A>,
    list: List | null,
  ): Promise<ActionDetails> => {
    const profileId = profileOf(input)
    const profile = profileId === null ? null : await profiles.find(profileId)
    const keys = keyChanges.keysOf(profileId)
    const known = { settings: settings.known(), list, profile: profile?.ok ? profile.value : null, keys }
    const about = describeAction(action, maskReason(input, redact.scrub), known)
    return {
      action,
      actionId: createUuid(),
      profileId,
      profileName: profile?.ok ? clean(profile.value.name, 200) : null,
      // SECURITY: a user may have pasted a key where a name belongs.
      about: about === null ? null : clean(about, 300),
    }
  }

  const resultOf = (outcome: Outcome<unknown>): ActionResult => {
    const failure = outcome.ok ? incompleteReason(outcome.value) : outcome.failure.kind
    if (isUnconfirmed(outcome)) return { phase: 'unknown', failure }
    if (outcome.ok && unfinishedActionSchema.safeParse(outcome.value).success) return { phase: 'unfinished', failure }
    return failure === null ? { phase: 'done', failure } : { phase: 'failed', failure }
  }

  const withEntries =
    <A extends AuditedAction>(action: A, run: AuditedHandler<A>) =>
    async (input: Input<A>): Promise<Outcome<Output<A>>> => {
      const isUnaudited = (list: List | null) => unaudited[action]?.(input, list) === true
      // Most changes of rows need no entry, so they need not wait until the list is read.
      if (isUnaudited(null)) return run(input)
      const list = await listOf(input)
      if (isUnaudited(list)) return run(input)
      const details = await detailsOf(action, input, list)
      runningActions.add(details.actionId)
      const started = await note(details, { phase: 'started', failure: null })
      if (!started.ok && !urgent.has(action)) {
        runningActions.delete(details.actionId)
        return started
      }
      const restoreEarlier = keyChanges.takeEarlier(action, input)
      try {
        const outcome = await run(input)
        const masked = maskReason(input, redact.scrub)
        const about = outcome.ok ? (subjects[action]?.(masked, outcome.value, list) ?? null) : null
        const ended = about === null ? details : { ...details, about: clean(about, 300) }
        await noteEnd(ended, resultOf(outcome))
        if (isUnconfirmed(outcome)) keyChanges.addUnknown(action, input, ended)
        else if (!outcome.ok) restoreEarlier()
        return outcome
      } catch (error) {
        restoreEarlier()
        await noteEnd(details, { phase: 'failed', failure: 'internal' })
        throw error
      }
    }

  /** Adds the result of a change, which was unknown when it ended. */
  const noteMade = (details: ActionDetails): Promise<void> => {
    const about = clean(`${details.about}, as a later list of the keys shows`, 300)
    return noteEnd({ ...details, about }, { phase: 'done', failure: null })
  }

  const audited = (operations: Operations): Operations => {
    const wrapped = auditedActions.map((action) => {
      // Each operation has its own input type, which TypeScript cannot follow through a union of names.
      const run = operations[action] as AuditedHandler<typeof action>
      return [action, withEntries(action, run)] as const
    })
    // Each entry is the wrapped operation of that name.
    const all = Object.fromEntries(wrapped) as Partial<Operations>
    return { ...operations, listKeys: keyChanges.watch(operations.listKeys, noteMade), ...all }
  }

  return {
    audited,
    /** Returns the operator's name from the settings, or else the computer account, for every record with one name. */
    operatorName: (): string => personNow() ?? operator,
    /** The IDs of the actions in progress. Each is added before its start is written, and removed after its end. */
    runningActions: runningActions as ReadonlySet<string>,
    /** Returns the entry of a confirmed call to a number of the do-not-call list; storage writes it with the record. */
    auditOfListed: ({ callId, profileId, profileName }: Call): Omit<AuditEntry, 'phase'> => ({
      ...actorNow(),
      action: 'callDoNotCall',
      actionId: createUuid(),
      profileId,
      profileName: clean(profileName, 200),
      about: `call ${callId}`,
      failure: null,
    }),
  }
}

/** Inputs of an audited action that need no entry. The list is null if it isn't read yet or can't be read. */
const unaudited: { [A in AuditedAction]?: (input: Input<A>, list: List | null) => boolean } = {
  // Only these allow a row to be called.
  changeRow: ({ action }) => !['release', 'putBack', 'callAgain'].includes(action.kind),
  // Only the type and the consent column decide whether rows need consent. Without targets, main chooses the columns.
  saveListPlan: ({ options, targets }, list) =>
    list !== null && targets !== null && consentChanges(list, { options, targets }).length === 0,
}

/** The column that the plan uses for consent, by its number: a header may contain personal data. */
const consentColumn = (targets: readonly ListTarget[]): string => {
  const at = targets.findIndex(({ to }) => to === 'consent')
  return at === -1 ? 'none' : String(at + 1)
}

/** Returns the changes in a list's type and consent column. */
const consentChanges = (list: Pick<List, 'options' | 'targets'>, plan: Pick<List, 'options' | 'targets'>): string[] =>
  [
    { name: 'type', from: list.options.type, to: plan.options.type },
    { name: 'consent column', from: consentColumn(list.targets), to: consentColumn(plan.targets) },
  ].flatMap(({ name, from, to }) => (from === to ? [] : [`${name} ${from} → ${to}`]))

/** What a subject needs in addition to the input: the current settings, and the list, profile and its keys before it. */
type Known = { settings: Settings; list: List | null; profile: Profile | null; keys: readonly ListedKey[] }

/** Returns the name of a list and its ID, because names aren't unique; its ID if the list can't be read. */
const nameOfList = (listId: string, list: Pick<List, 'name'> | null): string =>
  list === null ? `list ${listId}` : `list ${list.name} (${listId})`

type Descriptions = { [A in AuditedAction]?: (input: Input<A>, known: Known) => string | null }

/** Returns the address and organization of a profile, because names aren't unique; null for practice. */
const serviceIn = (profile: Profile | null): string | null => {
  if (profile?.kind !== 'service') return null
  const id = profile.organization?.id ?? null
  return [new URL(profile.origin).host, ...(id === null ? [] : [`organization ${id}`])].join(', ')
}

/** What an unplanned end of a rotation did. */
const rotationEndings: Record<NonNullable<Rotation['ending']>, string> = {
  otherKey: 'rotation ended, the profile kept the key entered in the meantime',
  noKey: 'rotation ended, none of its keys worked',
  newKeyLost: 'archived, no profile got the new key',
}

/** Returns the keys of a rotation, and what it did with them; if it stopped, only the old key. */
const rotatedKeys = (_input: object, { step, ending, oldKey, newKey, times }: Rotation): string => {
  const [old, replacement] = [oldKey, newKey].map((key) => (key === null ? null : `${key.name} (${key.prefix}…)`))
  if (ending !== null) return isOver(step) ? `${old}: ${rotationEndings[ending]}` : `${old}`
  if (step === 'done') return `${old} replaced by ${replacement}`
  // The old key was archived if the rotation began to check that it no longer works.
  const wasArchived = times.some((one) => one.step === 'provingOld')
  return step === 'undone' ? `${old} ${wasArchived ? 'reactivated' : 'in use'}` : `${old}`
}

/** Returns the keys of a rotation, with its direction: the same action continues a rotation and its undo. */
const resumedKeys = (input: object, rotation: Rotation): string => {
  const keys = rotatedKeys(input, rotation)
  return backSteps.some((step) => step === rotation.step) ? `undo: ${keys}` : keys
}

const nameOfRegister = ({ source, fileName, numbers }: DoNotCallImport): string =>
  // With separators, because a number without them may be taken for a phone number.
  [source, fileName, `${numbers.toLocaleString('en')} ${numbers === 1 ? 'entry' : 'entries'}`]
    .filter(Boolean)
    .join(', ')

/** The subjects that only the result of an action names, for its second entry. */
const subjects: { [A in AuditedAction]?: (input: Input<A>, output: Output<A>, list: List | null) => string | null } = {
  archiveKey: archivedKey,
  reactivateKey: (input, keys) => reactivatedKey(input, { keys }),
  rotateKey: rotatedKeys,
  resumeRotation: resumedKeys,
  undoRotation: rotatedKeys,
  saveNewKey: (profile, { name }) => `${profile.name}, key ${name}`,
  copyNewKey: (_input, { name }) => name,
  revealNewKey: (_input, { name }) => name,
  openSealedFile({ target }, imported) {
    if (imported.step === 'exists') return null
    const { name } = imported.profile
    return target?.kind === 'profile' ? `key of ${name} replaced` : `new profile ${name}`
  },
  importDoNotCall: (_input, imported) => (imported === null ? null : nameOfRegister(imported.register)),
  removeDoNotCallImport: (_input, removed) => (removed === null ? null : nameOfRegister(removed)),
  openListFile: (_input, { list }) => list && nameOfList(list.listId, list),
  openListText: (_input, list) => nameOfList(list.listId, list),
  copyRows: (_input, list) => nameOfList(list.listId, list),
  saveListPlan(_input, saved, list) {
    if (list === null) return null
    const changes = consentChanges(list, saved)
    return [
      nameOfList(list.listId, list),
      ...(changes.length === 0 ? ['type and consent column unchanged'] : changes),
    ].join(', ')
  },
}

/** Returns the subject of each action, based on its input: never a called number and never a key. */
const descriptions: Descriptions = {
  addProfile: ({ name }) => name,
  updateProfile: ({ name }) => name,
  createKey: ({ name }) => name,
  saveNewKey: ({ name }) => name,
  removeProfile: (_input, { profile }) => serviceIn(profile),
  replaceKey: ({ otherOrganization }) => (otherOrganization === true ? 'key of another organization' : null),
  archiveKey: archivedKey,
  reactivateKey: reactivatedKey,
  createWorkflow: ({ name }) => `agent ${name}`,
  // Only the names of the settings: their values may contain addresses and user names.
  changeSettings: (wanted, { settings }) => changedSettings(wanted, settings).join(', ') || null,
  resolveCall: ({ callId, decision }) => `call ${callId}: ${decision}`,
  exportCalls: ({ format }) => format,
  saveEvidence: ({ callId }) => `call ${callId}`,
  importDoNotCall: ({ source }) => source,
  copyRows: ({ listId }, { list }) => nameOfList(listId, list),
  saveListPlan: ({ listId, options, targets }, { list }) =>
    [
      nameOfList(listId, list),
      ...(list === null ? [] : consentChanges(list, { options, targets: targets ?? list.targets })),
    ].join(', '),
  removeList: ({ listId }, { list }) => nameOfList(listId, list),
  changeRow: ({ listId, row, action }, { list }) => `${nameOfList(listId, list)}, row ${row}: ${action.kind}`,
  fixFinding: ({ listId, code, fix, country, zone }, { list }) => {
    const value = fix === 'useCountry' ? country : fix === 'chooseZone' ? zone : undefined
    const decision = [fix ?? 'undone', value].filter((part) => part !== undefined).join(' ')
    return `${nameOfList(listId, list)}, rows with ${code}: ${decision}`
  },
  startList: ({ listId, calls }, { list }) => `${nameOfList(listId, list)}: ${calls} ${calls === 1 ? 'call' : 'calls'}`,
  pauseList: ({ listId }, { list }) => nameOfList(listId, list),
  stopList: ({ listId }, { list }) => nameOfList(listId, list),
  saveListReport: ({ listId, showNumbers }, { list }) =>
    `${nameOfList(listId, list)}, numbers ${showNumbers ? 'shown' : 'masked'}`,
}

/** Returns the subject of an action; null if it has none. */
const describeAction = <A extends AuditedAction>(action: A, input: Input<A>, known: Known): string | null =>
  descriptions[action]?.(input, known) ?? null

/** Returns the ID of the profile that an action belongs to; null for actions on the whole computer. */
const profileOf = (input: object): string | null =>
  'profileId' in input && typeof input.profileId === 'string' ? input.profileId : null

/** Returns whether a change was sent and its response was lost, and the service's list doesn't show it either. */
const isUnconfirmed = (outcome: Outcome<unknown>): boolean => {
  if (!outcome.ok) return outcome.unconfirmed === true
  return stoppedActionSchema.safeParse(outcome.value).data?.step === 'unclear'
}

/** Returns the failure kind of an action that succeeded without reaching its goal; null for any other. */
const incompleteReason = (value: unknown): string | null =>
  stoppedActionSchema.safeParse(value).data?.failure.kind ?? null

export type AuditLogDeps = {
  storage: Pick<Storage, 'run'>
  runningActions: ReadonlySet<string>
  /** Lets the user choose a file; resolves to null if they cancel. */
  chooseFile: (offered: { name: string; format: 'jsonLines' }) => Promise<string | null>
  /**
   * Writes a file in chunks, completely or not at all; resolves to the failure if one is yielded instead of a chunk.
   */
  writeFile: (file: string, pieces: Pieces) => Promise<Outcome<boolean>>
  clock: () => number
}

type Pieces = AsyncGenerator<Outcome<string>, boolean, undefined>

const pageSize = 500

/** Lists, verifies and exports the audit log. */
export const createAuditLog = ({ storage, runningActions, chooseFile, writeFile, clock }: AuditLogDeps) => {
  /** Yields each entry with its number, its hash and the previous hash, so that the copy can be verified. */
  async function* lines(count: (entries: number) => void): Pieces {
    for (let after = 0; ;) {
      const page = await storage.run('auditLinks', { after, limit: pageSize })
      if (!page.ok) {
        yield page
        return false
      }
      yield succeed(page.value.map((link) => `${JSON.stringify(link)}\n`).join(''))
      count(page.value.length)
      const last = page.value.at(-1)
      if (last === undefined || page.value.length < pageSize) return true
      after = last.sequence
    }
  }

  const write = async (file: string): Promise<Outcome<Output<'exportAudit'>>> => {
    let entries = 0
    const written = await writeFile(
      file,
      lines((more) => (entries += more)),
    )
    return written.ok ? succeed({ file: basename(file), entries }) : written
  }

  return {
    async listAudit({ before, limit }) {
      // Before the entries are read, because an action may end in the meantime.
      const running = new Set(runningActions)
      const found = await storage.run('listAudit', { before, limit: limit + 1 })
      if (!found.ok) return found
      const entries = found.value
        .slice(0, limit)
        .map((entry) => ({ ...entry, isRunning: entry.phase === 'started' && running.has(entry.actionId) }))
      return succeed({ entries, more: found.value.length > limit })
    },
    checkAudit: (): Promise<Outcome<AuditCheck>> => storage.run('checkAudit', {}),
    async exportAudit() {
      const name = `rundesk-audit-log-${localDay(clock())}.jsonl`
      const file = await chooseFile({ name, format: 'jsonLines' })
      return file === null ? succeed({ file: null, entries: 0 }) : write(file)
    },
  } satisfies Pick<Operations, 'listAudit' | 'checkAudit' | 'exportAudit'>
}
