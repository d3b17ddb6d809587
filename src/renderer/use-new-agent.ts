import { useCallback, useState } from 'react'
import type { Agent } from '../contract/agent.ts'
import type { Profile } from '../contract/profile.ts'
import type { ProfilesStore } from './profiles/profiles-store.ts'
import { createNewAgentStore } from './shell/new-agent/new-agent-store.ts'
import { useParts } from './shell/parts.ts'
import type { ScreenName } from './shell/screens.ts'
import type { WorkspaceStores } from './use-workspace.ts'

type Around = {
  stores: WorkspaceStores
  profiles: ProfilesStore
  profile: Profile
  onGo: (screen: ScreenName) => void
}

/** A new agent from a file, for the profile in use; once it is there, the Call screen can be filled with it. */
export const useNewAgentOf = ({ stores, profiles, profile, onGo }: Around) => {
  const parts = useParts()
  const { deskOf } = stores
  const [store] = useState(() =>
    createNewAgentStore(parts, (of, listed) => {
      const { agents } = deskOf(of)
      if (listed === null) void agents.askAfresh()
      else agents.learn(listed)
    }),
  )
  const begin = useCallback(() => void store.choose(profile), [store, profile])
  const call = useCallback(
    (of: Profile, agent: Agent) => {
      store.close()
      deskOf(of).form.chooseAgent(agent)
      void profiles.select(of.id)
      onGo('call')
    },
    [store, deskOf, profiles, onGo],
  )
  return { store, begin, call }
}
