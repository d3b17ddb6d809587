import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { AppInfo } from '../../contract/app-info.ts'
import type { Health } from '../../contract/health.ts'
import type { Profile } from '../../contract/profile.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import { AppFacts } from './app-facts.tsx'
import { HealthFacts } from './health-facts.tsx'
import { KeyFacts } from './key-facts.tsx'
import { KeychainFacts } from './keychain-facts.tsx'
import { RunLookUp } from './run-look-up.tsx'
import type { RunLookUpStore } from './run-look-up-store.ts'
import css from './support-screen.module.css'

const said = words.support
type Props = { profile: Profile; look: RunLookUpStore; health: FactStore<Health>; info: FactStore<AppInfo> }

const Card = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <section className={css['card']} aria-label={title}>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </section>
)

/** Is the service up, does the key work, what of this run, what is this app made of. */
export const SupportScreen = ({ profile, look, health, info }: Props) => {
  const { desk, now } = useParts()
  const [check] = useState(() => createFact(() => desk.checkProfile({ profileId: profile.id }), now))
  const [keychain] = useState(() => createFact(() => desk.keychainStatus({}), now))
  useEffect(() => void keychain.ask(), [keychain])
  return (
    <div className={css['screen']}>
      <h1>{said.title}</h1>
      <div className={css['cards']}>
        <Card title={said.run.title} text={said.run.text}>
          <RunLookUp look={look} profileId={profile.id} />
        </Card>
        <Card title={said.health.title} text={said.health.text}>
          <HealthFacts health={health} />
        </Card>
        <Card title={said.key.title} text={said.key.text}>
          <KeyFacts check={check} />
        </Card>
        <Card title={said.keychain.title}>
          <KeychainFacts keychain={keychain} />
        </Card>
        <Card title={said.app.title}>
          <AppFacts info={useStore(info.store)} />
        </Card>
      </div>
    </div>
  )
}
