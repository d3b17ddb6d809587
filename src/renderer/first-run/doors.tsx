import { ArrowLeft, Building2, FileKey, FlaskConical, type LucideIcon } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { AskDoctor } from '../shell/doctor/ask-doctor.tsx'
import { createFact } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { createHandOverStore, type HandOverStore } from '../shell/hand-over/hand-over-store.ts'
import { HandOverDialog, HandOverSaid } from '../shell/hand-over/hand-over.tsx'
import { useParts } from '../shell/parts.ts'
import { takeFocus } from '../shell/take-focus.ts'
import { words } from '../words/words.ts'
import { ConnectForm } from './connect-form.tsx'
import { createConnectStore } from './connect-store.ts'
import css from './doors.module.css'
import { createPracticeStore } from './practice-store.ts'

type Props = {
  /** What must be known before anybody begins anew: that a history was here and could not be read. */
  notice: ReactNode
  /** The very first profile is greeted; a later one is only added, and may be left. */
  first: boolean
  /** A profile may come to be while these doors still have something to say: they stay until they are done. */
  onStay: () => void
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

/** `loud` is the door that most people want: practice for the first profile, an organization for a later one. */
const PracticeDoor = ({ loud, onDone }: { loud: boolean; onDone: () => void }) => {
  const { desk } = useParts()
  const [practice] = useState(() => createPracticeStore(desk))
  const door = useStore(practice.store)
  useEffect(() => {
    if (door.step === 'open') onDone()
  }, [door.step, onDone])
  return (
    <Door icon={FlaskConical} title={said.practice.title} text={said.practice.text}>
      {door.step === 'failed' && <FailureNotice failure={door.failure} />}
      <Button look={loud ? 'loud' : 'plain'} off={door.step === 'opening'} onClick={() => void practice.enter()}>
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

const ConnectDoor = ({ loud, onPass }: { loud: boolean; onPass: () => void }) => (
  <Door icon={Building2} title={said.connect.title} text={said.connect.text}>
    <Button look={loud ? 'loud' : 'plain'} onClick={onPass}>
      {said.connect.act}
    </Button>
  </Door>
)

/** For whoever was given a key of another desk: it needs neither an address nor a profile. */
const SealedDoor = ({ handOver, onStay }: { handOver: HandOverStore; onStay: () => void }) => {
  const { step } = useStore(handOver.store)
  return (
    <Door icon={FileKey} title={said.sealed.title} text={said.sealed.text}>
      {step === 'failed' && <HandOverSaid handOver={handOver} />}
      <Button off={step === 'choosing'} onClick={() => (onStay(), void handOver.choose())}>
        {words.handOver.open}
      </Button>
      <HandOverDialog handOver={handOver} />
    </Door>
  )
}

/** The key was handed over: what is left to do with its file, before the desk opens. */
const HandedOver = ({ handOver, onDone }: { handOver: HandOverStore; onDone: () => void }) => (
  <section className={css['connect']} aria-labelledby="sealed-title" data-color="blue">
    <h1 id="sealed-title">{said.sealed.title}</h1>
    <div className={css['said']} role="status">
      <HandOverSaid handOver={handOver} />
    </div>
    <div>
      <Button ref={takeFocus} look="loud" onClick={onDone}>
        {said.sealed.act}
      </Button>
    </div>
  </section>
)

const Choosing = ({ first, handOver, onStay, onDone, onBack, onConnect }: Omit<Props, 'notice'> & Ways) => {
  const practice = (
    <div key="practice" data-color="violet">
      <PracticeDoor loud={first} onDone={onDone} />
    </div>
  )
  const connect = (
    <div key="connect" data-color="blue">
      <ConnectDoor loud={!first} onPass={onConnect} />
    </div>
  )
  return (
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
        {first ? [practice, connect] : [connect, practice]}
        <div data-color="slate">
          <SealedDoor handOver={handOver} onStay={onStay} />
        </div>
      </div>
      {first && <KeptCalls />}
      <AskDoctor />
    </div>
  )
}

/** Calls outlive the profiles they were placed with: where they are seen again, for whoever has no profile left. */
const KeptCalls = () => {
  const { desk, now } = useParts()
  const [newest] = useState(() => createFact(() => desk.listCalls({ search: '', after: null, limit: 1 }), now))
  const fact = useStore(newest.store)
  useEffect(() => void newest.ask(), [newest])
  return fact.known && fact.known.value.calls.length > 0 ? <p className={css['kept']}>{said.keptCalls}</p> : null
}

type Ways = { handOver: HandOverStore; onConnect: () => void }

/** The doors: practice at one press, an organization of one's own, or a key that another desk has sealed. */
export const Doors = ({ notice, first, onStay, onDone, onBack }: Props) => {
  const { desk } = useParts()
  // The first profile is greeted as the first one to the end, also once it is there.
  const [greets] = useState(first)
  const [step, setStep] = useState<'choosing' | 'connecting'>('choosing')
  const [handOver] = useState(() => createHandOverStore({ desk }, () => undefined))
  const isOpened = useStore(handOver.store, (state) => state.step === 'opened')
  const ways = { handOver, onConnect: () => setStep('connecting') }
  return (
    <main className={css['page']}>
      {notice}
      {isOpened ? (
        <HandedOver handOver={handOver} onDone={onDone} />
      ) : step === 'connecting' ? (
        <Connecting onDone={onDone} onBack={() => setStep('choosing')} />
      ) : (
        <Choosing first={greets} {...ways} {...{ onStay, onDone, onBack }} />
      )}
    </main>
  )
}
