import { createHash } from 'node:crypto'
import type { AgentText, PublishedText } from '../../../contract/agent.ts'
import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import { type List, type ListOptions, listLayoutsSchema, type ListTarget } from '../../../contract/list.ts'
import type { Input } from '../../../contract/operations.ts'
import type { ListPolicy } from '../../../contract/policy.ts'
import type { Settings } from '../../../contract/settings.ts'
import { hoursOfPolicy, narrowHours } from '../../../domain/lists/calling-hours.ts'
import { brokenRule } from '../../../domain/lists/list-policy.ts'
import type { Countries } from '../../lib/cells.ts'
import { mapListColumns } from '../../lists/columns.ts'
import { agentVersion } from './agent-version.ts'
import { createListReader } from './dialer.ts'
import type { ListImporter } from '../../lists/import.ts'
import type { RememberedCall } from '../../storage/lists/erased-calls.ts'
import type { Storage } from '../../storage/storage.ts'

export type PlanDeps = {
  storage: Pick<Storage, 'run'>
  importer: Pick<ListImporter, 'check' | 'recheck' | 'isBusy' | 'settleListed'>
  settings: { known: () => Pick<Settings, 'homeCountry' | 'repeatMinutes'> }
  /** Returns what this computer's policy allows. */
  listPolicy: () => ListPolicy
  readAgentText: (input: { profileId: string; agentUuid: string }) => Promise<Outcome<AgentText>>
  countriesFor: (callerId: string | null) => string[]
  /** Returns the calls in main's memory whose records may have lost their number to an erasure. */
  recentCalls: (practice: boolean) => RememberedCall[]
  clock: () => number
  announce: (listId: string) => void
}

/** Maximum number of layouts stored per agent; the one saved longest ago is dropped first. */
const maxLayouts = 20
/** Number of rows used to recognize the columns. */
const sampledRows = 200

/** SECURITY: a digest, because a row that was mistaken for a header may contain personal data. */
const signatureOf = (headers: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(headers)).digest('base64url').slice(0, 22)

/** Stores, per agent and layout, what each column is used for. */
const createLayouts = (storage: Pick<Storage, 'run'>) => {
  const settingName = (agentUuid: string): string => `listColumns:${agentUuid}`
  const read = async (agentUuid: string) => {
    const text = await storage.run('readSetting', { name: settingName(agentUuid) })
    const stored: unknown = text.ok && text.value !== null ? JSON.parse(text.value) : []
    // Ignores layouts that another version of the app stored in another format.
    return listLayoutsSchema.safeParse(stored).data ?? []
  }
  return {
    async load(agentUuid: string, headers: readonly string[]): Promise<ListTarget[] | null> {
      const signature = signatureOf(headers)
      return (await read(agentUuid)).find((one) => one.signature === signature)?.targets ?? null
    },
    async save(agentUuid: string, headers: readonly string[], targets: readonly ListTarget[]): Promise<void> {
      const signature = signatureOf(headers)
      const others = (await read(agentUuid)).filter((one) => one.signature !== signature)
      const value = JSON.stringify([{ signature, targets }, ...others].slice(0, maxLayouts))
      // A layout that cannot be stored is guessed again the next time.
      await storage.run('writeSetting', { name: settingName(agentUuid), value })
    },
  }
}

/** Returns the names of all variables in the agent's published definition, and the names of the required ones. */
const namesOf = ({ variables }: PublishedText) => ({
  all: variables.map(({ name }) => name),
  required: variables.filter(({ required }) => required).map(({ name }) => name),
})

const smaller = (one: number | null, other: number | undefined): number | null =>
  other === undefined ? one : Math.min(one ?? other, other)

/**
 * Returns a changed list as it is after its check; unchecked if the check failed. The change is in effect in any case, so
 * its operation succeeds. An unchecked list can't start before a later check.
 */
const orUnchecked = (changed: List, checked: Outcome<List>): Outcome<List> => (checked.ok ? checked : succeed(changed))

const keepList = (checked: List): Promise<Outcome<List>> => Promise.resolve(succeed(checked))

/** Saves a list's plan, and checks the list's rows against it. */
export const createListPlans = (deps: PlanDeps) => {
  const { storage, importer, settings, listPolicy, readAgentText, clock, announce } = deps
  const layouts = createLayouts(storage)

  const now = (): string => new Date(clock()).toISOString()

  const read = createListReader(deps)
  /** The lists that are being started. */
  const starting = new Set<string>()

  const countriesOf = (callerId: string | null): Countries => ({
    home: settings.known().homeCountry,
    offered: deps.countriesFor(callerId),
  })

  /** Returns an agent's published definition; fails if the agent cannot be called. */
  const publishedText = async (profileId: string, agentUuid: string): Promise<Outcome<PublishedText>> => {
    const text = await readAgentText({ profileId, agentUuid })
    if (!text.ok) return text
    return text.value.state === 'published' && !text.value.archived
      ? succeed(text.value)
      : invalid(['agentUuid'], 'listAgent')
  }

  /** Returns the options limited by the policy; fails for a call type that the policy does not allow. */
  const allowedOptions = (options: ListOptions): Outcome<ListOptions> => {
    const { hours, maxCalls, maxAtOnce } = listPolicy()
    const allowed = {
      ...options,
      hours: narrowHours(options.hours, hours),
      atOnce: Math.min(options.atOnce, maxAtOnce ?? options.atOnce),
      maxCalls: smaller(options.maxCalls, maxCalls),
    }
    const rule = brokenRule(allowed, listPolicy())
    return rule === null ? succeed(allowed) : invalid(['options', 'type'], 'listPolicy', rule)
  }

  const needsConsent = ({ type }: ListOptions): boolean => listPolicy().consentRequired?.includes(type) === true

  /** Decides again when the rows are due that calling hours or holidays put off. */
  const updateOpenings = (listId: string): Promise<Outcome<null>> =>
    storage.run('updateOpenings', { listId, now: clock(), ...hoursOfPolicy(listPolicy()) })

  /**
   * Checks the rows against the saved plan, and returns the result of `ifComplete`. Saving another plan cancels this check
   * and starts a new one; `ifCanceled` then returns the result.
   */
  const checkRows = async (
    list: List,
    text: PublishedText,
    { run = importer.check, ifCanceled = read, ifComplete = keepList } = {},
  ): Promise<Outcome<List>> => {
    const { listId } = list
    const { homeCountry, repeatMinutes } = settings.known()
    const checkInput = {
      requiredNames: namesOf(text).required,
      homeCountry,
      consentRequired: needsConsent(list.options),
      ...hoursOfPolicy(listPolicy()),
      now: clock(),
    }
    const recentCalls = deps.recentCalls(list.practice)
    const checked = await run(
      { listId, checkInput, repeatMinutes, recentCalls },
      { onProgress: () => announce(listId) },
    )
    // A failed check has changed rows, too.
    announce(listId)
    if (!checked.ok) return checked
    return checked.value.list === null ? ifCanceled(listId) : ifComplete(checked.value.list)
  }

  /**
   * Checks the rows like `checkRows`, and keeps the version that the page shows with a draft, so that no other starts. If
   * the check is canceled, the page still shows the version of the check before.
   */
  const checkShown = (...[list, text, how]: Parameters<typeof checkRows>): Promise<Outcome<List>> => {
    const keepVersion = async (checked: List): Promise<Outcome<List>> => {
      if (!checked.checked) return succeed(checked)
      const { listId } = checked
      const pinned = await storage.run('pinShownVersion', {
        listId,
        agentUuid: text.agentUuid,
        version: agentVersion(text),
        now: clock(),
      })
      if (!pinned.ok) return pinned
      announce(listId)
      return pinned.value === null ? invalid(['listId'], 'listState') : succeed(pinned.value)
    }
    return checkRows(list, text, { ...how, ifComplete: keepVersion })
  }

  /** Checks the rows against the list's plan again, after a fix or a restart. */
  const check = async (list: List, run = checkShown, ifCanceled = read): Promise<Outcome<List>> => {
    if (list.agent === null) return succeed(list)
    const text = await publishedText(list.profileId, list.agent.agentUuid)
    return text.ok ? run(list, text.value, { ifCanceled }) : text
  }

  const targetsFor = async (
    list: List,
    text: PublishedText,
    callerId: string | null,
  ): Promise<Outcome<ListTarget[]>> => {
    const { listId, headers } = list
    const page = { listId, states: [], finding: null, search: '', order: 'file', from: 0, limit: sampledRows } as const
    const sample = await storage.run('readListRows', page)
    if (!sample.ok) return sample
    return succeed(
      mapListColumns({
        headers,
        rows: sample.value.rows.map(({ cells }) => cells),
        names: namesOf(text).all,
        remembered: await layouts.load(text.agentUuid, headers),
        countries: countriesOf(callerId),
      }),
    )
  }

  return {
    countriesOf,
    publishedText,
    updateOpenings,

    async save(list: List, plan: Input<'saveListPlan'>): Promise<Outcome<List>> {
      const { listId, name, agentUuid, route } = plan
      const options = allowedOptions(plan.options)
      if (!options.ok) return options
      const text = await publishedText(list.profileId, agentUuid)
      if (!text.ok) return text
      const targets =
        plan.targets === null ? await targetsFor(list, text.value, route.fromPhoneNumberText) : succeed(plan.targets)
      if (!targets.ok) return targets
      if (targets.value.length !== list.headers.length) return invalid(['targets'], 'invalid')
      // The version that was shown or agreed to stays, so that another one is noticed.
      const version = list.agent?.agentUuid === agentUuid ? list.agent.version : null
      const agent = { agentUuid, agentName: text.value.name, version }
      const saved = await storage.run('saveListPlan', {
        listId,
        name,
        agent,
        route,
        options: options.value,
        targets: targets.value,
        now: clock(),
      })
      if (!saved.ok) return saved
      if (saved.value === null) return invalid(['listId'], 'listState')
      if (plan.targets !== null) await layouts.save(agentUuid, list.headers, plan.targets)
      const updated = await updateOpenings(listId)
      return orUnchecked(saved.value, updated.ok ? await checkShown(saved.value, text.value) : updated)
    },

    /**
     * Starts a list. Fails if the policy, which may be newer than the plan, does not allow it, if the list is being
     * started, or if its check is canceled. The rows of a list that was never started are checked first, because their
     * numbers may have been called since; those of a paused list only if they were not checked with the latest plan, or
     * if the policy requires consent, so that rows without consent are not ready. Otherwise its rows are only compared
     * with the do-not-call list, so that all ready rows can be called.
     */
    async start(list: List, startCalls: () => Promise<Outcome<List>>): Promise<Outcome<List>> {
      const { listId, options, state, startedAt, checked } = list
      const rule = brokenRule(options, listPolicy())
      if (rule !== null) return invalid(['options'], 'listPolicy', rule)
      const changed = invalid(['listId'], 'listState')
      if (starting.has(listId)) return changed
      starting.add(listId)
      try {
        const needsCheck = startedAt === null || (state === 'paused' && (!checked || needsConsent(options)))
        const ready = needsCheck
          ? await check(list, checkRows, () => Promise.resolve(changed))
          : await importer.settleListed({ listId, at: now() })
        if (!ready.ok) return ready
        const updated = await updateOpenings(listId)
        return updated.ok ? await startCalls() : updated
      } finally {
        starting.delete(listId)
      }
    },

    /** Checks the rows of a list that was changed, or read by an earlier process. */
    checkChanged: async (list: List): Promise<Outcome<List>> => orUnchecked(list, await check(list)),

    /**
     * Checks a draft again, also after a failed check, or a paused list whose last check failed, unless it is being checked
     * or started.
     */
    async recheck({ listId }: Input<'recheckList'>): Promise<Outcome<List>> {
      const isIdle = ({ state, checked }: List) =>
        (state === 'draft' || (state === 'paused' && !checked)) && !importer.isBusy(listId) && !starting.has(listId)
      const list = await read(listId)
      if (!list.ok || list.value.agent === null || !isIdle(list.value)) return list
      const { agentUuid } = list.value.agent
      const text = await publishedText(list.value.profileId, agentUuid)
      if (!text.ok) return text
      // The plan may have changed while the service was asked.
      const latest = await read(listId)
      if (!latest.ok || latest.value.agent?.agentUuid !== agentUuid || !isIdle(latest.value)) return latest
      return checkShown(latest.value, text.value, { run: latest.value.checked ? importer.recheck : importer.check })
    },
  }
}
