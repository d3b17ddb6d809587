import { Bell, CirclePause, KeyRound, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../../contract/call.ts'
import type { Profile } from '../../../contract/profile.ts'
import { messages } from '../../../messages/index.ts'
import { displayStateOf, isUnresolved, shownOutcome } from '../../../domain/call-state.ts'
import { useCall, useShownOutcome } from '../../lib/call-progress.ts'
import { focusIfLost } from '../../lib/focus.ts'
import { useAgeClock, useNow, usePage } from '../../lib/page.ts'
import { finishedOf, settle, valueOf } from '../../lib/query.ts'
import { useCallActions } from '../../lib/workspace-context.ts'
import { Button } from '../../ui/button.tsx'
import { CallResolution } from '../../ui/call-resolution/call-resolution.tsx'
import { FailureNotice, Notice, OutcomeText } from '../../ui/notice.tsx'
import { StateTag, Tag, toneAndIconOf, type Tone } from '../../ui/tag.tsx'
import { Ltr } from '../../ui/text.tsx'
import { DoNotCallList } from './do-not-call-list.tsx'
import { EmptyInbox, type EmptyInboxProps } from './empty-inbox.tsx'
import {
  callOf,
  type Inbox,
  inboxGroups,
  type InboxItem,
  type InboxStore,
  profilesIn,
  useInbox,
} from './inbox-store.ts'
import { ListDetails } from './list-details.tsx'
import { RefusedKeyDetails } from './refused-key.tsx'
import { type SelectedItem, useDetailsFocus, useSecondClick, useSelectedItem } from './selected-item.ts'
import css from './inbox.module.css'

const inboxText = messages.inbox

type InboxScreenProps = EmptyInboxProps & {
  inbox: InboxStore
  profiles: readonly Profile[]
  /** Opens a profile's Keys screen. */
  onKeys: (profileId: string) => void
  /** Opens a call list. */
  onList: (listId: string) => void
}

/** Shows everything that needs the user's attention, across all profiles, with the actions for the selected item. */
export const InboxScreen = ({ inbox: store, history, profiles, onKeys, onList }: InboxScreenProps) => {
  const { inbox: all, others, attention } = useInbox(store, profiles)
  const query = finishedOf(useStore(store.calls.store))
  const [filter, setFilter] = useState<string | null>(null)
  // The filter of a profile disappears with its last item.
  const isListed = inboxGroups.some((group) => all[group].some((item) => item.profileId === filter))
  const profileId = isListed ? filter : null
  const inbox = ofProfile(all, profileId)
  const items = inboxGroups.flatMap((group) => inbox[group])
  const selection = useSelectedItem(
    items,
    inboxGroups.flatMap((group) => all[group]),
    profileId,
  )
  const { item: selected } = selection
  const details = useDetailsFocus(selected?.key ?? null)
  const ignoreSecondClick = useSecondClick(selection)
  return (
    <div className={css['screen']}>
      <div className={css['main']}>
        <header>
          <h1>{inboxText.title}</h1>
          <p>{inboxText.count(attention, all.later.length)}</p>
        </header>
        <ProfileFilter inbox={all} profiles={profiles} chosen={profileId} onChoose={setFilter} />
        {query.step === 'failed' && <FailureNotice failure={query.failure} title={inboxText.failed} />}
        {items.length === 0 && others === 0 && query.data && <EmptyInbox history={history} />}
        {items.length > 0 && (
          <ItemList inbox={inbox} profiles={profiles} selectedKey={selected?.key ?? null} onSelect={selection.select} />
        )}
        {others > 0 && <p>{inboxText.moreCalls(others, attention.isExact)}</p>}
        <DoNotCallList store={store} />
      </div>
      {selected && (
        <aside
          ref={details}
          className={css['details']}
          data-details
          tabIndex={-1}
          aria-label={inboxText.selected}
          onClickCapture={ignoreSecondClick}
        >
          <ItemDetails key={selected.key} {...selection} item={selected} onKeys={onKeys} onList={onList} />
        </aside>
      )}
    </div>
  )
}

type ItemListProps = {
  inbox: Inbox
  profiles: readonly Profile[]
  selectedKey: string | null
  onSelect: (key: string) => void
}

/** Lists the items by group. Its clock renders no other part of the screen again. */
const ItemList = ({ inbox, profiles, selectedKey, onSelect }: ItemListProps) => {
  const items = inboxGroups.flatMap((group) => inbox[group])
  const now = useAgeClock(items.flatMap((item) => (item.kind === 'reminder' ? [] : Date.parse(startOf(item)))))
  return (
    <section className={css['list']} aria-label={inboxText.items}>
      {inboxGroups.map(
        (group) =>
          inbox[group].length > 0 && (
            <div key={group}>
              <h2>
                {inboxText.groups[group]}
                <span>{messages.common.count(inbox[group].length)}</span>
              </h2>
              <ul>
                {inbox[group].map((item) => (
                  <li key={item.key}>
                    <ItemRow
                      item={item}
                      profile={profiles.find(({ id }) => id === item.profileId)}
                      now={now}
                      isSelected={item.key === selectedKey}
                      onSelect={() => onSelect(item.key)}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  )
}

const ofProfile = (inbox: Inbox, profileId: string | null): Inbox => {
  const kept = (items: readonly InboxItem[]) =>
    items.filter((item) => profileId === null || item.profileId === profileId)
  const { calls, keys, rotations, lists, reminders, later } = inbox
  return {
    calls: kept(calls),
    keys: kept(keys),
    rotations: kept(rotations),
    lists: kept(lists),
    reminders: kept(reminders),
    later: kept(later),
  }
}

/** Moves focus between the items with the arrow keys. */
const moveFocus = (event: KeyboardEvent<HTMLButtonElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...document.querySelectorAll<HTMLElement>('[data-inbox-item]')]
  const next = rows[rows.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

type ProfileFilterProps = {
  inbox: Inbox
  profiles: readonly Profile[]
  chosen: string | null
  onChoose: (profileId: string | null) => void
}

const ProfileFilter = ({ inbox, profiles, chosen, onChoose }: ProfileFilterProps) => {
  const withItems = profilesIn(inbox, profiles)
  if (withItems.length < 2) return null
  const all = inboxGroups.reduce((sum, group) => sum + inbox[group].length, 0)
  return (
    <div className={css['filters']} role="group" aria-label={inboxText.profiles}>
      <Button size="small" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {inboxText.all} <b>{messages.common.count(all)}</b>
      </Button>
      {withItems.map(({ id, name, color, isRemoved, items }) => (
        <Button size="small" key={id} aria-pressed={chosen === id} onClick={() => onChoose(id)}>
          <i className={css['color']} data-color={color} aria-hidden />
          <bdi>{name}</bdi> {isRemoved && `${inboxText.profileRemoved} `}
          <b>{messages.common.count(items)}</b>
        </Button>
      ))}
    </div>
  )
}

const kindTags: Record<Exclude<InboxItem['kind'], 'call'>, { tone: Tone; icon: LucideIcon; text: string }> = {
  key: { tone: 'bad', icon: KeyRound, text: inboxText.keyRefused },
  rotation: { tone: 'check', icon: KeyRound, text: inboxText.rotationStopped },
  list: { tone: 'check', icon: CirclePause, text: messages.lists.elsewhere.pausedTag },
  reminder: { tone: 'busy', icon: Bell, text: inboxText.reminder },
}

const KindTag = ({ item }: { item: InboxItem }): ReactNode => {
  if (item.kind === 'call') return <StateTag call={item.call} />
  const { tone, icon, text } = kindTags[item.kind]
  return (
    <Tag tone={tone} icon={icon}>
      {item.kind === 'key' && item.refused.unreadable ? inboxText.keyUnreadable : text}
    </Tag>
  )
}

const titleOf = (item: InboxItem, profile: Profile | undefined): string => {
  if (item.kind === 'key' || item.kind === 'rotation') return inboxText.keyOf(profile?.name ?? item.profileId)
  if (item.kind === 'list') return item.list.name
  return item.kind === 'call' ? item.call.phoneNumberDisplay : item.reminder.call.phoneNumberDisplay
}

const lineOf = (item: InboxItem, now: number): string => {
  if (item.kind === 'key') return item.refused.unreadable ? inboxText.keyLine : inboxText.keyRefusedTitle
  if (item.kind === 'rotation') return messages.rotation.stopped(item.rotation.step)
  if (item.kind === 'list')
    return item.list.brake === null ? '' : messages.lists.run.brake(item.list.brake.reason).title
  if (item.kind === 'call') return messages.callState.describe(shownOutcome(item.call, now)).why
  const { call } = item.reminder
  return inboxText.reminderLine(messages.callState.describe(shownOutcome(call, now)).tag, call.preparedAt, now)
}

const ageOf = (item: InboxItem, now: number): string => {
  if (item.kind === 'reminder') {
    const isDue = Date.parse(item.reminder.dueAt) <= now
    return isDue ? inboxText.dueNow : inboxText.dueAt(item.reminder.dueAt, now)
  }
  // Its time is that of the next start of Rundesk; when Rundesk was closed is unknown.
  if (item.kind === 'list' && item.list.brake?.reason === 'restarted') return ''
  return messages.time.agoOrAt(Date.parse(startOf(item)), now)
}

/** Returns the time since which an item has needed the user's attention. */
const startOf = (item: Exclude<InboxItem, { kind: 'reminder' }>): string => {
  if (item.kind === 'key') return item.refused.at
  if (item.kind === 'rotation') return item.rotation.times.at(-1)?.at ?? ''
  return item.kind === 'call' ? item.call.preparedAt : (item.list.brake?.at ?? item.list.createdAt)
}

type ItemRowProps = {
  item: InboxItem
  profile: Profile | undefined
  now: number
  isSelected: boolean
  onSelect: () => void
}

const ItemRow = ({ item, profile, now, isSelected, onSelect }: ItemRowProps) => {
  const call = callOf(item)
  return (
    <button
      type="button"
      className={css['item']}
      data-inbox-item
      data-color={profile?.color ?? call?.profileColor}
      aria-current={isSelected ? 'true' : undefined}
      onClick={onSelect}
      onFocus={onSelect}
      onKeyDown={moveFocus}
    >
      <KindTag item={item} />
      <span className={css['what']}>
        <b>
          <Ltr>{titleOf(item, profile)}</Ltr>
        </b>
        <small>{lineOf(item, now)}</small>
      </span>
      <span className={css['whose']}>
        <span>
          <i className={css['color']} aria-hidden />
          <bdi>{profile?.name ?? call?.profileName ?? messages.common.none}</bdi>
        </span>
        <small>{ageOf(item, now)}</small>
      </span>
    </button>
  )
}

type ItemDetailsProps = Pick<InboxScreenProps, 'onKeys' | 'onList'> & SelectedItem & { item: InboxItem }

const ItemDetails = ({ item, onKeys, onList, ...selection }: ItemDetailsProps) => {
  switch (item.kind) {
    case 'call':
      return <CallDetails {...selection} listed={item.call} />
    case 'key':
      return <RefusedKeyDetails refused={item.refused} onKeys={onKeys} />
    case 'rotation':
      return (
        <Notice
          tone="check"
          title={messages.rotation.stopped(item.rotation.step)}
          actions={<Button onClick={() => onKeys(item.profileId)}>{inboxText.openKeys}</Button>}
        >
          <p>{inboxText.rotationText}</p>
        </Notice>
      )
    case 'list':
      return <ListDetails list={item.list} onList={onList} />
    case 'reminder':
      return <ReminderDetails item={item} />
  }
}

type CallDetailsProps = Omit<SelectedItem, 'item' | 'select'> & { listed: Call }

const CallDetails = ({ listed, isListed, hasShortcuts, onDialog, onResolved }: CallDetailsProps) => {
  const { announce } = usePage()
  const { show, showPerson } = useCallActions()
  const current = valueOf(useCall(isListed ? null : listed.callId))?.call
  const call = current ?? listed
  const text = messages.callState.describe(useShownOutcome(call))
  const known = !isListed && !isUnresolved(call.outcome) ? text.title : null
  useEffect(() => {
    if (known === null) return
    announce(messages.unresolved.resolved(call.phoneNumberDisplay, known))
    // The button that had focus may have been removed.
    focusIfLost(document.querySelector<HTMLElement>('[data-details]'))
  }, [known, announce, call.phoneNumberDisplay])
  return (
    <>
      <h2 className={css['title']}>
        <Ltr>{call.phoneNumberDisplay}</Ltr>
      </h2>
      <Notice tone={known === null ? 'check' : toneAndIconOf(displayStateOf(call.outcome)).tone} title={text.title}>
        <OutcomeText text={text} />
        {known !== null && <p>{inboxText.noLongerListed}</p>}
      </Notice>
      <CallResolution
        call={call}
        framed
        hasShortcuts={hasShortcuts}
        onDialog={onDialog}
        onResolved={({ outcome }) => {
          announce(messages.callState.describe(outcome).title)
          onResolved()
        }}
      />
      <div className={css['actions']}>
        <Button onClick={() => show(call.callId)}>{inboxText.openInRuns}</Button>
        <Button onClick={() => showPerson(call)}>{messages.afterCall.person}</Button>
      </div>
    </>
  )
}

const ReminderDetails = ({ item: { reminder } }: { item: Extract<InboxItem, { kind: 'reminder' }> }) => {
  const { api, announce } = usePage()
  const { fillAgain, showPerson, hasProfile } = useCallActions()
  const { call, dueAt, reminderId } = reminder
  const now = useNow(10_000)
  const done = async () => {
    const removed = await settle(api.removeReminder({ reminderId }))
    announce(removed.ok ? messages.afterCall.reminderRemoved : messages.failure.describe(removed.failure).title)
  }
  return (
    <>
      <h2 className={css['title']}>
        <Ltr>{call.phoneNumberDisplay}</Ltr>
      </h2>
      <Notice tone="busy" icon={Bell} title={inboxText.reminderTitle(dueAt)}>
        <p>{lineOf({ kind: 'reminder', key: reminderId, profileId: call.profileId, reminder }, now)}</p>
        <p>{inboxText.reminderText}</p>
      </Notice>
      <div className={css['actions']}>
        {hasProfile(call.profileId) && (
          <Button variant="loud" onClick={() => fillAgain(call.callId)}>
            {inboxText.fillForm}
          </Button>
        )}
        <Button onClick={() => void done()}>{inboxText.done}</Button>
        <Button onClick={() => showPerson(call)}>{messages.afterCall.person}</Button>
      </div>
    </>
  )
}
