import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { List } from '../../../contract/list.ts'
import type { Profile } from '../../../contract/profile.ts'
import { messages } from '../../../messages/index.ts'
import { useLists, useListsStore } from '../../lib/lists.ts'
import { Button } from '../../ui/button.tsx'
import { HueContext } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { CheckScreen } from './check/check-screen.tsx'
import { DoneScreen } from './done/done-screen.tsx'
import { ListsHome } from './lists-home.tsx'
import { useOpenList } from './open-list.ts'
import { RunScreen } from './run/run-screen.tsx'
import css from './lists-screen.module.css'

type ListsScreenProps = {
  profile: Profile
  profiles: readonly Profile[]
  /** Whether the last check of the profile's service failed. */
  isServiceDown: boolean
}

/** Renders the Lists screen: its start page or, if a list is open, the screen for that list's state. */
export const ListsScreen = ({ profile, profiles, isServiceDown }: ListsScreenProps) => {
  const store = useListsStore()
  const lists = useLists(store)
  const query = useStore(store.all.store)
  const listId = useStore(store.shown, (state) => state.listId)
  const opening = useOpenList(profile.id)
  const [lastId, setLastId] = useState(listId)
  if (listId !== null && listId !== lastId) setLastId(listId)
  const list = lists.find((one) => one.listId === listId) ?? null
  // Return to the start page if the list was removed, either by the user or because its file could not be read.
  const isRemoved = listId !== null && list === null && query.step === 'ready'
  useEffect(() => {
    if (isRemoved) store.show(null)
  }, [isRemoved, store])
  const owner = profiles.find(({ id }) => id === list?.profileId) ?? null
  if (query.step === 'failed' && query.data === null)
    return (
      <FailureNotice
        failure={query.failure}
        title={messages.lists.home.loadFailed}
        actions={<Button onClick={() => void store.all.load()}>{messages.common.retry}</Button>}
      />
    )
  // A list whose profile was removed can still be viewed and reported on, in the color of the selected profile.
  return list === null ? (
    <ListsHome profile={profile} profiles={profiles} opening={opening} closedId={listId === null ? lastId : null} />
  ) : (
    <HueContext value={(owner ?? profile).color}>
      <div className={css['list']} data-color={(owner ?? profile).color}>
        <ShownList
          key={list.listId}
          list={list}
          owner={owner}
          lists={lists}
          isServiceDown={isServiceDown && list.profileId === profile.id}
        />
      </div>
    </HueContext>
  )
}

type ShownListProps = {
  list: List
  /** The list's profile; null if it was removed. */
  owner: Profile | null
  lists: readonly List[]
  /** Whether the last check of the list's service failed; false if another profile is selected. */
  isServiceDown: boolean
}

type ListScreen = 'check' | 'run' | 'done'

const screens: Record<List['state'], ListScreen> = {
  reading: 'check',
  draft: 'check',
  running: 'run',
  paused: 'run',
  finished: 'done',
  stopped: 'done',
}

const ShownList = ({ list, owner, lists, isServiceDown }: ShownListProps) => {
  const [hasDialog, setHasDialog] = useState(false)
  const [screen, setScreen] = useState(screens[list.state])
  // If a list finishes while a dialog of its row is open, the dialog and its text remain.
  if (!hasDialog && screen !== screens[list.state]) setScreen(screens[list.state])
  const running =
    lists.find(
      ({ listId, profileId, state }) => listId !== list.listId && profileId === list.profileId && state === 'running',
    ) ?? null
  switch (screen) {
    case 'check':
      return <CheckScreen list={list} owner={owner} running={running} />
    case 'run':
      return (
        <RunScreen
          list={list}
          owner={owner}
          running={running}
          isServiceDown={isServiceDown}
          onRowDialog={setHasDialog}
        />
      )
    case 'done':
      return <DoneScreen list={list} owner={owner} />
  }
}
