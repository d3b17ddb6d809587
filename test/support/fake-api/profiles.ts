import type { Api, Payload } from '../../../src/contract/api.ts'
import type { EventName } from '../../../src/contract/names.ts'
import { invalid, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { Input } from '../../../src/contract/operations.ts'
import { defaultReferenceName, type Profile } from '../../../src/contract/profile.ts'
import { createUlid } from '../../../src/domain/ids.ts'

/** Creates the event subscriptions of the fake API, and a function that emits events. */
export const createFakeEvents = () => {
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const subscribe =
    <N extends EventName>(name: N) =>
    (listener: (payload: Payload<N>) => void) => {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => void all.delete(listener)
    }
  const announce = <N extends EventName>(name: N, payload: Payload<N>): void => {
    // `subscribe` adds a listener only to the set of its event, so the payload types match.
    for (const listener of listeners.get(name) ?? []) (listener as (payload: Payload<N>) => void)(payload)
  }
  const subscriptions = {
    onProfilesChanged: subscribe('profilesChanged'),
    onCallsChanged: subscribe('callsChanged'),
    onPeopleChanged: subscribe('peopleChanged'),
    onListsChanged: subscribe('listsChanged'),
    onReconciliationChanged: subscribe('reconciliationChanged'),
    onLiveRunsChanged: subscribe('liveRunsChanged'),
    onHistoryChanged: subscribe('historyChanged'),
    onAuditChanged: subscribe('auditChanged'),
    onExportChanged: subscribe('exportChanged'),
    onDoctorChanged: subscribe('doctorChanged'),
    onHealthOutdated: subscribe('healthOutdated'),
    onRotationsChanged: subscribe('rotationsChanged'),
    onEnteredKeyChanged: subscribe('enteredKeyChanged'),
    onClipboardCleared: subscribe('clipboardCleared'),
    onQuitPending: subscribe('quitPending'),
    onExternalRequestChanged: subscribe('externalRequestChanged'),
  } satisfies Partial<Api>
  return { subscriptions, announce }
}

type ProfilesOptions = { now: () => number; profiles: readonly Profile[]; announce: (rekeyed?: string) => void }

/** Creates the profile operations, with profiles in memory and the selected one. */
export const createFakeProfiles = ({ now, profiles: given, announce }: ProfilesOptions) => {
  let profiles = [...given]
  let selectedId: string | null = profiles[0]?.id ?? null
  const profileOf = (id: string): Profile | undefined => profiles.find((profile) => profile.id === id)

  const profileFrom = (input: Input<'addProfile'>): Profile => {
    const id = createUlid(now(), crypto.getRandomValues(new Uint8Array(16)))
    const shared = {
      id,
      name: input.name,
      color: input.color,
      createdAt: new Date(now()).toISOString(),
      referenceName: defaultReferenceName,
    }
    return input.kind === 'practice'
      ? { kind: 'practice', ...shared }
      : { kind: 'service', ...shared, origin: input.origin, keyStorage: input.keyStorage }
  }
  const change = (id: string, next: (profile: Profile) => Profile, rekeyed?: string): Promise<Outcome<Profile>> => {
    profiles = profiles.map((profile) => (profile.id === id ? next(profile) : profile))
    announce(rekeyed)
    const changed = profileOf(id)
    return Promise.resolve(changed ? succeed(changed) : invalid(['profileId'], 'profile'))
  }
  const select = (id: string | null): void => {
    selectedId = id
    announce()
  }
  return {
    profileOf,
    change,
    /** Replaces the key of a profile. */
    rekey: (id: string, next: (profile: Profile) => Profile) => change(id, next, id),
    select,
    list: () => ({ profiles, selectedId }),
    add: (input: Input<'addProfile'>): Profile => {
      const profile = profileFrom(input)
      profiles = [...profiles, profile]
      select(profile.id)
      return profile
    },
    /** Adds a profile without selecting it. */
    addQuietly: (input: Input<'addProfile'>): Profile => {
      const profile = profileFrom(input)
      profiles = [...profiles, profile]
      announce()
      return profile
    },
    remove: (profileId: string): void => {
      profiles = profiles.filter(({ id }) => id !== profileId)
      select(profiles[0]?.id ?? null)
    },
  }
}
