import { ArrowDown } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { CallerId, RouteIdKind, RouteLabels, TelephonyConfiguration } from '../../../../contract/telephony.ts'
import { messages } from '../../../../messages/index.ts'
import { createQuery, finishedOf, type QueryState } from '../../../lib/query.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field, FieldMessage, Input } from '../../../ui/field.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import type { CallScreenModel } from '../form/call-screen-model.ts'
import css from '../form/call-screen.module.css'
import fieldCss from '../form/fields.module.css'
import { callerIdInUse, configurationInUse } from '../../../lib/routes.ts'
import {
  inMode,
  isNothingListed,
  labelOf,
  readRecordId,
  type RouteChoice,
  routeInUse,
  type RouteLabelStore,
  uncheckedCallerId,
} from './route.ts'

const routeMessages = messages.call.route

/**
 * Renders the fields for the telephony configuration and the caller ID, either as choices from the service's lists,
 * with defaults, or as typed IDs.
 */
export const RouteField = ({ call }: { call: CallScreenModel }) => {
  const { route } = call.elements
  const configurations = useStore(call.configurations.store)
  const choice = routeInUse(
    useStore(call.form.store, (form) => form.route),
    configurations,
  )
  const listed = configurations.data?.value ?? []
  const callerIds = useCallerIds(call)
  const isListMissing = finishedOf(configurations).step === 'failed'
  const other = choice.mode === 'ids' ? 'listed' : 'ids'
  const inUse = {
    configuration: configurationInUse(choice, listed),
    callerId: callerIdInUse(choice, callerIds?.data?.value ?? []),
  }
  return (
    <fieldset ref={route} className={fieldCss['group']}>
      <legend>{routeMessages.label}</legend>
      <div className={fieldCss['body']}>
        {choice.mode === 'ids' ? (
          <TypedIds call={call} choice={choice} />
        ) : (
          <ListedRoute call={call} choice={choice} configurations={listed} callerIds={callerIds} />
        )}
        {isNothingListed(configurations) && (
          <FieldMessage tone={isListMissing ? 'check' : 'hint'}>
            {isListMissing ? routeMessages.listFailed : routeMessages.noneListed}
          </FieldMessage>
        )}
        {listed.length > 0 && (
          <button
            type="button"
            className={fieldCss['mode']}
            onClick={() => call.form.chooseRoute(inMode(choice, other, inUse))}
          >
            {other === 'listed' ? routeMessages.chooseFromList : routeMessages.enterIds}
          </button>
        )}
      </div>
    </fieldset>
  )
}

const idleQuery = createQuery<CallerId[]>(
  () => Promise.resolve({ ok: true, value: [] }),
  () => 0,
)

/**
 * Returns the caller IDs of the configuration in use and loads them if necessary; null while no configuration is in
 * use.
 */
export const useCallerIds = (call: CallScreenModel): QueryState<CallerId[]> | null => {
  const configurations = useStore(call.configurations.store)
  const choice = routeInUse(
    useStore(call.form.store, ({ route }) => route),
    configurations,
  )
  const listed = configurations.data?.value ?? []
  const typed = choice.mode === 'ids' ? readRecordId(choice.configurationText) : null
  // For a typed ID, caller IDs can be loaded only if the service lists the configuration.
  const id =
    typed === null || typed === 'bad'
      ? (configurationInUse(choice, listed)?.id ?? null)
      : (listed.find((one) => one.id === typed)?.id ?? null)
  const query = useMemo(() => (id === null ? null : call.callerIdsOf(id)), [call, id])
  useEffect(() => {
    if (query?.store.getState().step === 'idle') void query.load()
  }, [query])
  const state = useStore((query ?? idleQuery).store)
  return query ? state : null
}

const bareControl = { id: '', 'aria-describedby': undefined, 'aria-invalid': undefined }
const provider = 'provider'

type ListedRouteProps = {
  call: CallScreenModel
  choice: RouteChoice
  configurations: readonly TelephonyConfiguration[]
  callerIds: QueryState<CallerId[]> | null
}

const ListedRoute = ({ call, choice, configurations, callerIds }: ListedRouteProps) => {
  const configuration = configurationInUse(choice, configurations)
  const numbers = callerIds?.data?.value ?? []
  const callerId = callerIdInUse(choice, numbers)
  const labels = useStore(call.routeLabels.list.store).data?.value ?? []
  const isFailed = callerIds !== null && finishedOf(callerIds).step === 'failed' && !callerIds.data
  const unchecked = isFailed && configuration ? uncheckedCallerId(choice, configuration) : null
  const warning = routeWarning(configuration, callerId)
  return (
    <>
      <div className={fieldCss['two']} data-calls-from>
        <Select
          control={bareControl}
          label={routeMessages.configuration}
          value={configuration ? String(configuration.id) : null}
          options={configurations.map(configurationOption)}
          placeholder={routeMessages.configurationPlaceholder}
          onOpen={call.refreshOld}
          onChoose={(id) => call.form.chooseRoute({ configurationId: Number(id), callerId: null })}
        />
        <Select
          control={bareControl}
          label={routeMessages.callerId}
          value={String(callerId?.id ?? unchecked ?? provider)}
          options={[
            ...numbers.map(callerIdOption),
            ...(unchecked === null ? [] : [uncheckedOption(unchecked, labels)]),
            { value: provider, text: routeMessages.providerChooses },
          ]}
          placeholder={routeMessages.callerIdPlaceholder}
          onOpen={call.refreshOld}
          onChoose={(id) =>
            call.form.chooseRoute(
              id === provider
                ? { callerId: provider }
                : { configurationId: configuration?.id ?? null, callerId: Number(id) },
            )
          }
        />
      </div>
      {warning && <FieldMessage tone="check">{warning}</FieldMessage>}
      {isFailed && (
        <FieldMessage tone="check">
          {unchecked === null ? routeMessages.callerIdsFailed : routeMessages.callerIdUnchecked}
        </FieldMessage>
      )}
    </>
  )
}

const configurationOption = (one: TelephonyConfiguration): Option => ({
  value: String(one.id),
  text: one.name,
  note: [one.isDefault ? routeMessages.isDefault : null, configurationState(one)].filter(Boolean).join(' · '),
})

const configurationState = ({ inactive, ready, blockedReason }: TelephonyConfiguration): string | null => {
  if (inactive) return routeMessages.deactivated
  if (ready === false) return blockedReason ? routeMessages.notReadyBecause(blockedReason) : routeMessages.notReady
  return ready ? routeMessages.ready : null
}

const callerIdOption = (one: CallerId): Option => ({
  value: String(one.id),
  text: one.address,
  // While the list is closed, the field shows only the label beside the number. The open list shows the rest.
  brief: one.isActive ? (one.label ?? undefined) : routeMessages.inactive,
  note: [one.label, one.isDefault ? routeMessages.isDefault : null, one.isActive ? null : routeMessages.inactive]
    .filter(Boolean)
    .join(' · '),
})

const uncheckedOption = (id: number, labels: RouteLabels): Option => ({
  value: String(id),
  text: routeMessages.callerIdById(id, labelOf(labels, 'callerId', id)),
})

const routeWarning = (configuration: TelephonyConfiguration | null, callerId: CallerId | null): string | null => {
  if (configuration?.inactive) return routeMessages.deactivatedWarning
  if (configuration?.ready === false) return routeMessages.notReadyWarning(configuration.blockedReason)
  return callerId && !callerId.isActive ? routeMessages.inactiveWarning : null
}

/**
 * Renders fields for the integer IDs of the configuration and the caller ID. The service chooses if a field is empty.
 */
const TypedIds = ({ call, choice }: { call: CallScreenModel; choice: RouteChoice }) => (
  <>
    <div className={fieldCss['two']} data-calls-from>
      <IdField
        call={call}
        kind="configuration"
        label={routeMessages.configurationId}
        text={choice.configurationText}
        onType={(configurationText) => call.form.chooseRoute({ ...choice, configurationText })}
      />
      <IdField
        call={call}
        kind="callerId"
        label={routeMessages.callerIdId}
        text={choice.callerIdText}
        onType={(callerIdText) => call.form.chooseRoute({ ...choice, callerIdText })}
      />
    </div>
    <FieldMessage tone="hint">{routeMessages.idsHint}</FieldMessage>
  </>
)

type IdFieldProps = {
  call: CallScreenModel
  kind: RouteIdKind
  label: string
  text: string
  onType: (text: string) => void
}

/** Renders the field for an ID, which can be typed or found by its label, and the field for the label. */
const IdField = ({ call, kind, label, text, onType }: IdFieldProps) => {
  const labels = useStore(call.routeLabels.list.store).data?.value ?? []
  const labeled = labels.filter((one) => one.kind === kind)
  const id = readRecordId(text)
  return (
    <div className={fieldCss['id']}>
      <Field label={label} error={id === 'bad' ? messages.issue.text({ path: [], code: 'recordId' }) : null}>
        {(control) =>
          labeled.length === 0 ? (
            <Input
              {...control}
              mono
              inputMode="numeric"
              value={text}
              onChange={(event) => onType(event.target.value)}
            />
          ) : (
            <Combobox
              control={control}
              label={label}
              text={text}
              choices={labeled.map((one) => ({ key: String(one.id), text: String(one.id), note: one.label }))}
              chosenKey={null}
              placeholder=""
              openLabel={routeMessages.openIds}
              emptyText={routeMessages.noMatchingId}
              onType={onType}
              onChoose={onType}
            />
          )
        }
      </Field>
      {typeof id === 'number' && <IdLabel key={`${kind} ${id}`} labels={call.routeLabels} kind={kind} id={id} />}
    </div>
  )
}

type IdLabelProps = { labels: RouteLabelStore; kind: RouteIdKind; id: number }

/** Renders the field for an ID's label, which is saved for this profile when the field loses focus. */
const IdLabel = ({ labels, kind, id }: IdLabelProps) => {
  const saved = labelOf(useStore(labels.list.store).data?.value ?? [], kind, id) ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const save = async () => {
    if (typed === null || typed.trim() === saved) return
    setIsFailed(!(await labels.label(kind, id, typed.trim())))
  }
  return (
    <Field label={routeMessages.idLabel(id)} error={isFailed ? routeMessages.labelFailed : null}>
      {(control) => (
        <Input
          {...control}
          value={typed ?? saved}
          maxLength={80}
          placeholder={routeMessages.idLabelPlaceholder}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && void save()}
        />
      )}
    </Field>
  )
}

type RouteRef = RefObject<HTMLElement | null>

/** Renders a link that scrolls to the route, shown while a long form hides the route. */
export const RouteBelowLink = ({ route }: { route: RouteRef }) => {
  const isBelow = useIsBelow(route)
  const show = () => {
    route.current?.scrollIntoView({ block: 'center' })
    firstControlIn(route)?.focus({ preventScroll: true })
  }
  return (
    isBelow && (
      // This is not in the tab order, because Tab reaches the route anyway.
      <button type="button" tabIndex={-1} className={`${fieldCss['mode']} ${css['below']}`} onClick={show}>
        {routeMessages.labelBelow}
        <ArrowDown aria-hidden />
      </button>
    )
  )
}

/** Returns the route's first control, which is the configuration. */
export const firstControlIn = ({ current }: RouteRef): HTMLElement | null =>
  current?.querySelector<HTMLElement>('[data-calls-from] :is(button, input)') ?? null

/** Returns the control for the caller ID. */
export const callerIdControlIn = ({ current }: RouteRef): HTMLElement | null =>
  current?.querySelector<HTMLElement>('[data-calls-from] > :last-child :is(button, input)') ?? null

/** Height in pixels that the call button and the preflight checks cover at the bottom of a short and a tall window. */
const covered = { short: 104, tall: 156 }
/** Windows shorter than this, in pixels, count as short; see call-screen.module.css. */
const shortWindow = 700
/** The route counts as hidden if less than this share of it is visible. */
const visibleShare = 0.5

const useIsBelow = (route: RouteRef): boolean => {
  const [isBelow, setIsBelow] = useState(false)
  useEffect(() => {
    if (route.current === null) return undefined
    const margin = window.innerHeight < shortWindow ? covered.short : covered.tall
    const update = (entries: IntersectionObserverEntry[]) => {
      const last = entries.at(-1)
      if (!last) return
      const isCovered = last.boundingClientRect.top > window.innerHeight - margin - 60
      setIsBelow(last.intersectionRatio < visibleShare && isCovered)
    }
    const options = { rootMargin: `0px 0px -${margin}px 0px`, threshold: [0, visibleShare] }
    const observer = new IntersectionObserver(update, options)
    observer.observe(route.current)
    return () => observer.disconnect()
  }, [route])
  return isBelow
}
