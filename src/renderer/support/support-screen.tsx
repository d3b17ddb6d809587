import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { AppInfo } from '../../contract/app-info.ts'
import type { Health } from '../../contract/health.ts'
import type { Profile } from '../../contract/profile.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import { AppFacts } from './app-facts.tsx'
import { Diagnostics } from './diagnostics/diagnostics.tsx'
import { Doctor } from '../shell/doctor/doctor.tsx'
import { HealthFacts } from './health/health-facts.tsx'
import { HealthLastHour } from './health/health-last-hour.tsx'
import { KeyFacts } from './key-facts.tsx'
import { KeychainFacts } from './keychain-facts.tsx'
import { RunLookUp } from './run/run-look-up.tsx'
import type { RunLookUpStore } from './run/run-look-up-store.ts'
import css from './support-screen.module.css'
import { Verify } from './verify/verify.tsx'

const said = words.support
type Props = {
  profile: Profile
  profiles: readonly Profile[]
  look: RunLookUpStore
  health: FactStore<Health>
  info: FactStore<AppInfo>
}

type CardProps = { title: string; text?: string; wide?: boolean; children: ReactNode }

const Card = ({ title, text, wide = false, children }: CardProps) => (
  <section className={wide ? `${css['card']} ${css['wide']}` : css['card']} aria-label={title}>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </section>
)

/** Is the service up, or is it us; does the key work, what of this run, what is this app made of. */
export const SupportScreen = ({ profile, profiles, look, health, info }: Props) => {
  const { desk, now } = useParts()
  const [check] = useState(() => createFact(() => desk.checkProfile({ profileId: profile.id }), now))
  const [keychain] = useState(() => createFact(() => desk.keychainStatus({}), now))
  useEffect(() => void keychain.ask(), [keychain])
  return (
    <div className={css['screen']}>
      <h1>{said.title}</h1>
      <div className={css['cards']}>
        <Card wide title={said.run.title} text={said.run.text}>
          <RunLookUp look={look} profile={profile} profiles={profiles} />
        </Card>
        <Card wide title={said.health.title} text={said.health.text}>
          <HealthFacts health={health} />
          <HealthLastHour profileId={profile.id} health={health} />
        </Card>
        <Card wide title={words.doctor.title} text={words.doctor.text}>
          <Doctor chosen={profile.id} profiles={profiles} />
        </Card>
        <Card title={said.key.title} text={said.key.text}>
          <KeyFacts check={check} />
        </Card>
        <Card title={said.keychain.title}>
          <KeychainFacts keychain={keychain} />
        </Card>
        <Card title={said.verify.title} text={said.verify.text}>
          <Verify />
        </Card>
        <Card title={said.diagnostics.title} text={said.diagnostics.text}>
          <Diagnostics />
        </Card>
        <Card title={said.app.title}>
          <AppFacts info={useStore(info.store)} />
        </Card>
      </div>
    </div>
  )
}
