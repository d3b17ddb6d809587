import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../../contract/profile.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'
import { type Option, Select } from '../../design/select.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { useParts } from '../parts.ts'
import { useNow } from '../use-now.ts'
import { words } from '../../words/words.ts'
import { DoctorLines } from './doctor-lines.tsx'
import { type Chosen, createDoctorStore, type DoctorStore } from './doctor-store.ts'
import css from './doctor.module.css'

const said = words.doctor

/** The doctor of a screen: it listens for as long as the screen is there, and the look goes on without it. */
const useDoctor = (chosen: Chosen, address: string | undefined): DoctorStore => {
  const { desk } = useParts()
  const [doctor] = useState(() => createDoctorStore(desk, chosen, address))
  useEffect(() => doctor.close, [doctor])
  return doctor
}

const Subject = ({ doctor, profiles }: { doctor: DoctorStore; profiles: readonly Profile[] }) => {
  const { chosen, address } = useStore(doctor.store)
  const options: Option[] = [
    ...profiles.map(({ id, name }) => ({ value: id, text: name })),
    { value: 'here', text: said.here },
    { value: 'elsewhere', text: said.elsewhere },
  ]
  return (
    <>
      <Field label={said.subject}>
        {(control) => (
          <Select
            control={control}
            label={said.subject}
            value={chosen}
            options={options}
            placeholder={said.subject}
            onChoose={doctor.choose}
          />
        )}
      </Field>
      {chosen === 'elsewhere' && (
        <Field label={said.address}>
          {(control) => (
            <Input {...control} mono value={address} onChange={(event) => doctor.type(event.target.value)} />
          )}
        </Field>
      )}
    </>
  )
}

const Report = ({ doctor }: { doctor: DoctorStore }) => {
  const report = useStore(doctor.store, (state) => state.report)
  const now = useNow(report !== null && report.endedAt === null ? 1_000 : 5_000)
  if (report === null) return null
  const { lines, endedAt, origin } = report
  return (
    <>
      <output className={css['conclusion']}>
        <strong>{said.conclude(lines, endedAt !== null) ?? said.looking}</strong>
        <span className={css['quiet']}>
          {said.lookedAt(origin, endedAt === null ? null : words.time.ago(now - Date.parse(endedAt)))}
        </span>
      </output>
      <DoctorLines lines={lines} />
    </>
  )
}

type Props = {
  /** What is looked at until a person chooses something else, and the address where that is one. */
  chosen: Chosen
  address?: string
  profiles: readonly Profile[]
}

/** Everything that may stand between a person and a call, looked at line by line, each with its remedy. */
export const Doctor = ({ chosen, address, profiles }: Props) => {
  const doctor = useDoctor(chosen, address)
  const { report, failure, starting } = useStore(doctor.store)
  const isLooking = starting || (report !== null && report.endedAt === null)
  return (
    <>
      <form className={css['ask']} onSubmit={(event) => (event.preventDefault(), void doctor.start())}>
        <Subject doctor={doctor} profiles={profiles} />
        <Button type="submit">{report === null ? said.start : said.again}</Button>
        {isLooking && <Button onClick={doctor.stop}>{said.stop}</Button>}
      </form>
      {failure && <FailureNotice failure={failure} />}
      <Report doctor={doctor} />
    </>
  )
}
