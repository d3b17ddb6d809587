import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import {
  type DoctorLine,
  type DoctorReport,
  type DoctorSubject,
  type DoctorSeverity,
  severityOf,
} from '../../../contract/doctor.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../../lib/query.ts'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../../contract/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useNow, usePage } from '../../lib/page.ts'
import { messages } from '../../../messages/index.ts'
import css from './doctor.module.css'
import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle, type LucideIcon, Minus, Stethoscope } from 'lucide-react'
import { Hidden } from '../../ui/text.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** What the doctor checks: a profile (given by its ID), this computer (`here`), or a typed address (`elsewhere`). */
type DoctorTarget = 'here' | 'elsewhere' | (string & {})

export type DoctorState = {
  target: DoctorTarget
  address: string
  report: DoctorReport | null
  /** Why the doctor could not start. */
  failure: Failure | null
  starting: boolean
}

type DoctorStore = {
  readonly store: StoreApi<DoctorState>
  readonly choose: (chosen: DoctorTarget) => void
  readonly type: (address: string) => void
  readonly start: () => Promise<void>
  readonly stop: () => void
  /** Loads the report and reloads it after each change, until the returned function is called. */
  readonly follow: () => () => void
}

const subjectOf = ({ target, address }: DoctorState): DoctorSubject => {
  if (target === 'here') return { kind: 'here' }
  return target === 'elsewhere' ? { kind: 'origin', origin: address } : { kind: 'profile', profileId: target }
}

/** Returns the store for the doctor. Main runs the checks. */
export const createDoctorStore = (api: Api, target: DoctorTarget, address = ''): DoctorStore => {
  const store = createStore<DoctorState>(() => ({
    target,
    address,
    report: null,
    failure: null,
    starting: false,
  }))

  const read = async (): Promise<void> => {
    const report = await settle(api.readDoctor({}))
    if (report.ok) store.setState({ report: report.value })
  }
  return {
    store,
    follow: () => {
      // A diagnosis may have been running while the screen was not shown.
      void read()
      return api.onDoctorChanged(() => void read())
    },
    choose: (next) => store.setState({ target: next, failure: null }),
    type: (text) => store.setState({ address: text, failure: null }),
    stop: () => void settle(api.cancelDoctor({})),
    async start() {
      if (store.getState().starting) return
      store.setState({ starting: true, failure: null })
      const started = await settle(api.startDoctor({ subject: subjectOf(store.getState()) }))
      store.setState({ starting: false, failure: started.ok ? null : started.failure })
      if (started.ok) await read()
    },
  }
}

const doctorText = messages.doctor

/** Returns the doctor's store for a component. A diagnosis continues while the component is hidden or unmounted. */
const useDoctor = (chosen: DoctorTarget, address: string | undefined): DoctorStore => {
  const { api } = usePage()
  const [doctor] = useState(() => createDoctorStore(api, chosen, address))
  useEffect(() => doctor.follow(), [doctor])
  return doctor
}

const Subject = ({ doctor, profiles }: { doctor: DoctorStore; profiles: readonly Profile[] }) => {
  const { target, address } = useStore(doctor.store)
  const options: Option[] = [
    ...profiles.map(({ id, name }) => ({ value: id, text: name })),
    { value: 'here', text: doctorText.here },
    { value: 'elsewhere', text: doctorText.otherAddress },
  ]
  return (
    <>
      <Field label={doctorText.subject}>
        {(control) => (
          <Select
            control={control}
            label={doctorText.subject}
            value={target}
            options={options}
            placeholder={doctorText.subject}
            onChoose={doctor.choose}
          />
        )}
      </Field>
      {target === 'elsewhere' && (
        <Field label={doctorText.address}>
          {(control) => (
            <Input {...control} mono value={address} onChange={(event) => doctor.type(event.target.value)} />
          )}
        </Field>
      )}
    </>
  )
}

const profileOf = ({ subject }: DoctorReport, profiles: readonly Profile[]): Profile | undefined =>
  subject.kind === 'profile' ? profiles.find(({ id }) => id === subject.profileId) : undefined

const isAbout = (subject: DoctorSubject, { target, address }: DoctorState): boolean => {
  if (subject.kind === 'origin') return target === 'elsewhere' && subject.origin === address
  return subject.kind === 'here' ? target === 'here' : target === subject.profileId
}

/**
 * Returns the report; null if it is about another target than the chosen one, for which it could be mistaken, or about a
 * removed profile.
 */
export const shownReport = (state: DoctorState, profiles: readonly Profile[]): DoctorReport | null => {
  const { report } = state
  if (report === null || !isAbout(report.subject, state)) return null
  return report.subject.kind === 'profile' && profileOf(report, profiles) === undefined ? null : report
}

const Report = ({ report, profiles }: { report: DoctorReport; profiles: readonly Profile[] }) => {
  const { lines, endedAt, origin } = report
  const now = useNow(endedAt === null ? 1_000 : 5_000)
  const checked = profileOf(report, profiles)
  const age = endedAt === null ? null : messages.time.agoOrAt(Date.parse(endedAt), now)
  return (
    <>
      <output className={css['conclusion']}>
        <strong>{doctorText.conclusion(lines, endedAt !== null) ?? doctorText.checking}</strong>
        <span className={css['quiet']}>{doctorText.checkedAt(checked?.name ?? null, origin, age)}</span>
      </output>
      <DoctorLines lines={lines} />
    </>
  )
}

type Props = {
  /** The initial target, and its address for `elsewhere`. */
  chosen: DoctorTarget
  address?: string
  profiles: readonly Profile[]
}

/** Checks everything that a call requires and shows one line per check, with a fix for each problem. */
export const Doctor = ({ chosen, address, profiles }: Props) => {
  const doctor = useDoctor(chosen, address)
  const state = useStore(doctor.store)
  const { report: last, failure, starting } = state
  const report = shownReport(state, profiles)
  const isRunning = starting || (last !== null && last.endedAt === null)
  return (
    <>
      <form className={css['ask']} onSubmit={(event) => (event.preventDefault(), void doctor.start())}>
        <Subject doctor={doctor} profiles={profiles} />
        <Button type="submit">{report === null ? doctorText.start : doctorText.runAgain}</Button>
        {isRunning && <Button onClick={doctor.stop}>{doctorText.stop}</Button>}
      </form>
      {failure && <FailureNotice failure={failure} />}
      {report && <Report report={report} profiles={profiles} />}
    </>
  )
}

type LineStyle = { icon: LucideIcon; tone: string; word: string }

const severities: Record<DoctorSeverity, LineStyle> = {
  good: { icon: CircleCheck, tone: 'good', word: doctorText.results.good },
  note: { icon: CircleHelp, tone: 'note', word: doctorText.results.note },
  bad: { icon: CircleAlert, tone: 'bad', word: doctorText.results.bad },
}

const styleOf = ({ step, finding }: DoctorLine): LineStyle => {
  if (finding !== null) return severities[severityOf(finding)]
  if (step === 'running') return { icon: LoaderCircle, tone: 'busy', word: doctorText.steps.running }
  return { icon: Minus, tone: 'idle', word: step === 'done' ? '' : doctorText.steps[step] }
}

const Line = ({ line }: { line: DoctorLine }) => {
  const { icon: Icon, tone, word } = styleOf(line)
  const found = doctorText.describe(line)
  return (
    <li className={css['line']} data-tone={tone} data-check={line.check}>
      <Icon aria-hidden />
      <span className={css['check']}>{doctorText.checks[line.check]}</span>
      <div className={css['found']}>
        {/* This is for screen readers. The icon conveys the same. */}
        {found && <Hidden>{doctorText.resultLabel(word)}</Hidden>}
        {found && <bdi>{found.found}</bdi>}
        {!found && <span className={css['quiet']}>{line.because ? doctorText.skipped(line.because) : word}</span>}
        {found?.next && (
          <p className={css['next']}>
            <strong>{doctorText.fix}</strong>
            {found.next}
          </p>
        )}
      </div>
    </li>
  )
}

/** Shows the results so far, one line per check. */
const DoctorLines = ({ lines }: { lines: readonly DoctorLine[] }) => (
  <ul className={css['lines']} aria-label={doctorText.list}>
    {lines.map((line) => (
      <Line key={line.check} line={line} />
    ))}
  </ul>
)

/**
 * Renders a button that opens the doctor in a dialog, so that a user without a profile can check an address or this
 * computer.
 */
export const DoctorButton = ({ address }: { address?: string }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        <Stethoscope aria-hidden />
        {doctorText.open}
      </Button>
      <Dialog wide title={doctorText.title} open={open} onClose={() => setOpen(false)}>
        <div className={css['over']}>
          <p>{doctorText.text}</p>
          <Doctor chosen="elsewhere" {...(address === undefined ? {} : { address })} profiles={[]} />
        </div>
      </Dialog>
    </>
  )
}
