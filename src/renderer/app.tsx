import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Doors } from './first-run/doors.tsx'
import { createProfilesStore, profileInUse, type ProfilesStore } from './profiles/profiles-store.ts'
import { Announcer, useAnnouncer } from './shell/announcer.tsx'
import { HistoryBanner } from './shell/history-banner.tsx'
import { PartsContext, type Parts } from './shell/parts.ts'
import { QuitOverlay } from './shell/quit-overlay.tsx'
import { words } from './words/words.ts'
import { Opening } from './shell/opening.tsx'
import { useFirstPicture } from './use-first-picture.ts'
import { useWorkspaceStores } from './use-workspace.ts'
import { Workspace } from './workspace.tsx'

const Inside = ({ profiles }: { profiles: ProfilesStore }) => {
  const fact = useStore(profiles.list.store)
  const [adding, setAdding] = useState(false)
  // What was typed on Call is still there for whoever goes to add a profile and comes back.
  const stores = useWorkspaceStores()
  const isChoosing = useFirstPicture(fact, profiles, stores.deskOf)
  const done = useCallback(() => {
    setAdding(false)
    void profiles.list.askAfresh()
  }, [profiles])
  if (!fact.known) return <Opening fact={fact} onAsk={() => void profiles.list.ask()} />
  if (isChoosing) return null
  const profile = profileInUse(fact.known.value)
  if (!profile || adding)
    return (
      <Doors
        notice={<HistoryBanner history={stores.history} onShow={null} />}
        first={!profile}
        onStay={() => setAdding(true)}
        onDone={done}
        onBack={() => setAdding(false)}
      />
    )
  return (
    <Workspace
      stores={stores}
      profiles={profiles}
      all={fact.known.value.profiles}
      profile={profile}
      onAdd={() => setAdding(true)}
    />
  )
}

/** The whole app on the parts handed in: the doors while there is no profile, else the screens of the one in use. */
export const App = ({ parts }: { parts: Parts }) => {
  const { told, announce } = useAnnouncer()
  const inPage = useMemo(() => ({ ...parts, announce }), [parts, announce])
  const [profiles] = useState(() => createProfilesStore(parts.desk, parts.now))
  useEffect(() => void profiles.list.ask(), [profiles])
  useEffect(() => void (document.title = words.shell.app), [])
  return (
    <PartsContext value={inPage}>
      <Inside profiles={profiles} />
      <QuitOverlay />
      <Announcer told={told} />
    </PartsContext>
  )
}
