import { ArrowLeft, Building2, FlaskConical, type LucideIcon } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { AskDoctor } from '../shell/doctor/ask-doctor.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import { ConnectForm } from './connect-form.tsx'
import { createConnectStore } from './connect-store.ts'
import css from './doors.module.css'
import { createPracticeStore } from './practice-store.ts'

type Props = {
  /** The very first profile is greeted; a later one is only added, and may be left. */
  first: boolean
  onDone: () => void
  onBack: () => void
}

const said = words.firstRun

const Door = ({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon
  title: string
  text: string
  children: ReactNode
}) => (
  <section className={css['door']} aria-label={title}>
    <Icon aria-hidden />
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </section>
)

const PracticeDoor = ({ onDone }: { onDone: () => void }) => {
  const { desk } = useParts()
  const [practice] = useState(() => createPracticeStore(desk))
  const door = useStore(practice.store)
  useEffect(() => {
    if (door.step === 'open') onDone()
  }, [door.step, onDone])
  return (
    <Door icon={FlaskConical} title={said.practice.title} text={said.practice.text}>
      {door.step === 'failed' && <FailureNotice failure={door.failure} />}
      <Button look="loud" off={door.step === 'opening'} onClick={() => void practice.enter()}>
        {door.step === 'opening' ? said.practice.opening : said.practice.act}
      </Button>
    </Door>
  )
}

const Connecting = ({ onDone, onBack }: { onDone: () => void; onBack: () => void }) => {
  const { desk, now } = useParts()
  const [connect] = useState(() => createConnectStore(desk, now))
  const done = useStore(connect.store, (state) => state.at.step === 'done')
  const origin = useStore(connect.store, (state) => state.origin)
  useEffect(() => {
    if (done) onDone()
  }, [done, onDone])
  return (
    <section className={css['connect']} aria-labelledby="connect-title">
      <Button look="quiet" size="small" onClick={onBack}>
        <ArrowLeft aria-hidden />
        {said.back}
      </Button>
      <h1 id="connect-title">{said.connect.title}</h1>
      <p className={css['lead']}>{said.connect.text}</p>
      <ConnectForm connect={connect} />
      {/* Made anew with another address, so that it looks at the one that stands in the form. */}
      <AskDoctor key={origin} address={origin} />
    </section>
  )
}

/** The two doors: practice at one press, or an organization of one's own. */
export const Doors = ({ first, onDone, onBack }: Props) => {
  const [step, setStep] = useState<'choosing' | 'connecting'>('choosing')
  if (step === 'connecting')
    return (
      <main className={css['page']}>
        <Connecting onDone={onDone} onBack={() => setStep('choosing')} />
      </main>
    )
  return (
    <main className={css['page']}>
      <div className={css['welcome']}>
        {!first && (
          <Button look="quiet" size="small" onClick={onBack}>
            <ArrowLeft aria-hidden />
            {said.back}
          </Button>
        )}
        <h1>{first ? said.title : said.addTitle}</h1>
        <p className={css['lead']}>{first ? said.text : said.addText}</p>
        <div className={css['doors']}>
          <div data-color="violet">
            <PracticeDoor onDone={onDone} />
          </div>
          <div data-color="blue">
            <Door icon={Building2} title={said.connect.title} text={said.connect.text}>
              <Button onClick={() => setStep('connecting')}>{said.connect.act}</Button>
            </Door>
          </div>
        </div>
        <AskDoctor />
      </div>
    </main>
  )
}
