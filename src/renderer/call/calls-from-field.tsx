import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { CallerId, TelephonyConfiguration } from '../../contract/telephony.ts'
import { FieldMessage } from '../design/field.tsx'
import { Select, type Option } from '../design/select.tsx'
import type { Fact } from '../shell/fact.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { callerIdInUse, configurationInUse, type CallsFrom } from './calls-from.ts'
import css from './fields.module.css'
import { TypedIds } from './typed-ids.tsx'
import { useCallerIds } from './use-caller-ids.ts'

const said = words.call.from
const plain = { id: '', 'aria-describedby': undefined, 'aria-invalid': undefined }
const provider = 'provider'

const stateOf = ({ inactive, ready, blockedReason }: TelephonyConfiguration): string | null => {
  if (inactive) return said.parked
  if (ready === false) return blockedReason ? said.notReadyBecause(blockedReason) : said.notReady
  return ready ? said.ready : null
}

const configurationOption = (one: TelephonyConfiguration): Option => ({
  value: String(one.id),
  text: one.name,
  note: [one.isDefault ? said.isDefault : null, stateOf(one)].filter(Boolean).join(' · '),
})

const callerIdOption = (one: CallerId): Option => ({
  value: String(one.id),
  text: one.address,
  // What people call it, beside the digits; the list says the rest.
  brief: one.isActive ? (one.label ?? undefined) : said.inactive,
  note: [one.label, one.isDefault ? said.isDefault : null, one.isActive ? null : said.inactive]
    .filter(Boolean)
    .join(' · '),
})

const warningOf = (configuration: TelephonyConfiguration | null, callerId: CallerId | null): string | null => {
  if (configuration?.inactive) return said.parkedWarning
  if (configuration?.ready === false) return said.notReadyWarning(configuration.blockedReason)
  return callerId && !callerId.isActive ? said.inactiveWarning : null
}

type ListedProps = {
  call: CallDesk
  from: CallsFrom
  configurations: readonly TelephonyConfiguration[]
  callerIds: Fact<CallerId[]> | null
}

const Listed = ({ call, from, configurations, callerIds }: ListedProps) => {
  const configuration = configurationInUse(from, configurations)
  const numbers = callerIds?.known?.value ?? []
  const callerId = callerIdInUse(from, numbers)
  const warning = warningOf(configuration, callerId)
  return (
    <>
      <div className={css['two']} data-calls-from>
        <Select
          control={plain}
          label={said.configuration}
          value={configuration ? String(configuration.id) : null}
          options={configurations.map(configurationOption)}
          placeholder={said.configurationPlaceholder}
          onChoose={(id) => call.form.callFrom({ configurationId: Number(id), callerId: null })}
        />
        <Select
          control={plain}
          label={said.callerId}
          value={callerId ? String(callerId.id) : provider}
          options={[...numbers.map(callerIdOption), { value: provider, text: said.providerChooses }]}
          placeholder={said.callerIdPlaceholder}
          onChoose={(id) => call.form.callFrom({ callerId: id === provider ? provider : Number(id) })}
        />
      </div>
      {warning && <FieldMessage tone="check">{warning}</FieldMessage>}
      {callerIds?.step === 'failed' && <FieldMessage tone="check">{said.callerIdsFailed}</FieldMessage>}
    </>
  )
}

const Mode = ({ call, ids }: { call: CallDesk; ids: boolean }) => (
  <button type="button" className={css['mode']} onClick={() => call.form.callFrom({ mode: ids ? 'listed' : 'ids' })}>
    {ids ? said.byList : said.byIds}
  </button>
)

/** What the call goes out through: from the service's lists with the sensible default chosen, or by typed ids. */
export const CallsFromField = ({ call }: { call: CallDesk }) => {
  const from = useStore(call.form.store, (form) => form.from)
  const configurations = useStore(call.configurations.store)
  const listed = configurations.known?.value ?? []
  const callerIds = useCallerIds(call)
  const nothingListed = configurations.step === 'known' && listed.length === 0
  const cannotList = configurations.step === 'failed' && listed.length === 0
  // Where the service lists nothing, ids are the only way to choose.
  useEffect(() => {
    if ((nothingListed || cannotList) && from.mode !== 'ids') call.form.callFrom({ mode: 'ids' })
  }, [nothingListed, cannotList, from.mode, call])
  return (
    <fieldset className={css['group']} data-route>
      <legend>{said.label}</legend>
      <div className={css['body']}>
        {from.mode === 'ids' ? (
          <TypedIds call={call} from={from} />
        ) : (
          <Listed call={call} from={from} configurations={listed} callerIds={callerIds} />
        )}
        {nothingListed && <FieldMessage tone="hint">{said.noneListed}</FieldMessage>}
        {cannotList && <FieldMessage tone="check">{said.listFailed}</FieldMessage>}
        {listed.length > 0 && <Mode call={call} ids={from.mode === 'ids'} />}
      </div>
    </fieldset>
  )
}
