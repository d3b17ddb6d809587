import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type List, type ListRoute, listTypes } from '../../../../contract/list.ts'
import type { CallerId, TelephonyConfiguration } from '../../../../contract/telephony.ts'
import { type Hours, widestHours } from '../../../../domain/lists/calling-hours.ts'
import { holidaysDate, placeTablesDate } from '../../../../domain/lists/table-dates.ts'
import { messages } from '../../../../messages/index.ts'
import { useListPolicy } from '../../../lib/lists.ts'
import { usePage } from '../../../lib/page.ts'
import { createQuery, valueOf } from '../../../lib/query.ts'
import { defaultCallerId, defaultConfiguration, loadCallerIds, routeOf } from '../../../lib/routes.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Plan, PlanChange } from './plan.ts'
import css from './options.module.css'

const optionsText = messages.lists.options

type DialogProps = { list: List; plan: Plan; onClose: () => void }

type SaveDialogProps = DialogProps & {
  title: string
  /** The change to save; null while a field has an error. */
  change: PlanChange | null
  children: ReactNode
}

/**
 * Renders a dialog that saves one option of the plan. If the plan can't be saved, the dialog stays open and shows why.
 */
const SaveDialog = ({ title, plan, change, onClose, children }: SaveDialogProps) => {
  const [hasFailed, setHasFailed] = useState(false)
  const isOff = change === null || plan.isSaving
  const commit = async () => {
    if (isOff) return
    if ((await plan.save(() => change)) === null) setHasFailed(true)
    else onClose()
  }
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      onCommit={() => void commit()}
      foot={<DialogFooter hasKeys text={optionsText.save} isOff={isOff} onClose={onClose} onCommit={commit} />}
    >
      {children}
      {hasFailed && plan.failure && <FailureNotice failure={plan.failure} title={messages.lists.check.failed} />}
    </Dialog>
  )
}

/** Parses a time of day within `within`. Returns it as `HH:MM`, or null for any other text. */
const readHour = (text: string, within: Hours): string | null => {
  const found = /^(\d{1,2}):(\d{2})$/.exec(text.trim())
  const hour = `${(found?.[1] ?? '').padStart(2, '0')}:${found?.[2] ?? ''}`
  return found && Number(found[2]) < 60 && hour >= within.from && hour <= within.to ? hour : null
}

const weekDays = [1, 2, 3, 4, 5, 6, 7] as const

/** Edits the calling hours and days, in the recipient's local time. */
export const HoursDialog = (props: DialogProps) => {
  const { hours, days: savedDays } = props.list.options
  const [from, setFrom] = useState<string>(hours.from)
  const [to, setTo] = useState<string>(hours.to)
  const [days, setDays] = useState<readonly number[]>(savedDays)
  const { hours: within = widestHours, holidays } = useListPolicy()
  const read = { from: readHour(from, within), to: readHour(to, within) }
  const areHours = read.from !== null && read.to !== null && read.from < read.to
  const change =
    read.from !== null && read.to !== null && areHours && days.length > 0
      ? { options: { hours: { from: read.from, to: read.to }, days: [...days] } }
      : null
  return (
    <SaveDialog {...props} title={optionsText.hours} change={change}>
      <p>{optionsText.hoursHint(within)}</p>
      <div className={css['two']}>
        <Field label={optionsText.from} error={areHours ? null : optionsText.hoursError(within)}>
          {(control) => (
            <Input {...control} value={from} maxLength={5} onChange={(event) => setFrom(event.target.value)} />
          )}
        </Field>
        <Field label={optionsText.to}>
          {(control) => <Input {...control} value={to} maxLength={5} onChange={(event) => setTo(event.target.value)} />}
        </Field>
      </div>
      <fieldset className={css['days']}>
        <legend>{optionsText.days}</legend>
        {weekDays.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ target }) =>
                setDays(
                  target.checked
                    ? [...days, day].toSorted((one, other) => one - other)
                    : days.filter((one) => one !== day),
                )
              }
            />
            {optionsText.day(day)}
          </label>
        ))}
        {days.length === 0 && <p className={css['error']}>{optionsText.daysError}</p>}
      </fieldset>
      <p className={css['quiet']}>
        {optionsText.holidays(holidaysDate, holidays)} {optionsText.notLegal(placeTablesDate)}
      </p>
    </SaveDialog>
  )
}

/**
 * Edits the purpose of the calls, and offers the types that the policy allows. Marketing, and the types named by the
 * policy, require a consent column.
 */
export const TypeDialog = (props: DialogProps) => {
  const saved = props.list.options.type
  const [type, setType] = useState(saved)
  const { consentRequired, types = listTypes } = useListPolicy()
  const offered = listTypes.filter((value) => value === saved || types.includes(value))
  return (
    <SaveDialog {...props} title={optionsText.consent} change={{ options: { type } }}>
      <Field label={optionsText.typeLabel} hint={optionsText.typeNote(type, consentRequired)}>
        {(control) => (
          <Select
            control={control}
            label={optionsText.typeLabel}
            value={type}
            options={offered.map((value) => ({ value, text: optionsText.type(value) }))}
            placeholder=""
            onChoose={(value) => setType(offered.find((one) => one === value) ?? type)}
          />
        )}
      </Field>
    </SaveDialog>
  )
}

type NumberRange = { label: string; hint?: string; least: number; most: number }

/** Parses an integer within a range. Returns null for any other text. */
const readNumber = (text: string, { least, most }: NumberRange): number | null => {
  const number = Number(text.trim())
  return /^\d+$/.test(text.trim()) && number >= least && number <= most ? number : null
}

type NumberFieldProps = { range: NumberRange; text: string; mayBeEmpty?: boolean; onType: (text: string) => void }

const NumberField = ({ range, text, mayBeEmpty = false, onType }: NumberFieldProps) => {
  const isValid = (mayBeEmpty && text.trim() === '') || readNumber(text, range) !== null
  return (
    <Field label={range.label} hint={range.hint} error={isValid ? null : optionsText.range(range.least, range.most)}>
      {(control) => (
        <div className={css['short']}>
          <Input
            {...control}
            inputMode="numeric"
            value={text}
            maxLength={7}
            onChange={(event) => onType(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}

const paceRanges = {
  atOnce: { label: optionsText.atOnce, least: 1, most: 100 },
  freeSlots: { label: optionsText.freeSlots, least: 0, most: 100 },
  maxCalls: { label: optionsText.maxCalls, hint: optionsText.maxCallsHint, least: 1, most: 1_000_000 },
  recentDays: { label: optionsText.recent, hint: optionsText.recentHint, least: 0, most: 365 },
} as const

/** Edits how many calls to place at once, and when to pause. */
export const PaceDialog = (props: DialogProps) => {
  const { atOnce, freeSlots, maxCalls, recentDays } = props.list.options
  const [texts, setTexts] = useState({
    atOnce: String(atOnce),
    freeSlots: String(freeSlots),
    maxCalls: maxCalls === null ? '' : String(maxCalls),
    recentDays: String(recentDays),
  })
  const read = {
    atOnce: readNumber(texts.atOnce, paceRanges.atOnce),
    freeSlots: readNumber(texts.freeSlots, paceRanges.freeSlots),
    maxCalls: readNumber(texts.maxCalls, paceRanges.maxCalls),
    recentDays: readNumber(texts.recentDays, paceRanges.recentDays),
  }
  const hasLimit = texts.maxCalls.trim() !== ''
  const change =
    read.atOnce === null || read.freeSlots === null || read.recentDays === null || (hasLimit && read.maxCalls === null)
      ? null
      : {
          options: {
            atOnce: read.atOnce,
            freeSlots: read.freeSlots,
            recentDays: read.recentDays,
            maxCalls: hasLimit ? read.maxCalls : null,
          },
        }
  const type = (name: keyof typeof texts) => (text: string) => setTexts({ ...texts, [name]: text })
  return (
    <SaveDialog {...props} title={optionsText.pace} change={change}>
      <NumberField range={paceRanges.atOnce} text={texts.atOnce} onType={type('atOnce')} />
      <NumberField range={paceRanges.freeSlots} text={texts.freeSlots} onType={type('freeSlots')} />
      <NumberField range={paceRanges.maxCalls} text={texts.maxCalls} mayBeEmpty onType={type('maxCalls')} />
      <NumberField range={paceRanges.recentDays} text={texts.recentDays} onType={type('recentDays')} />
    </SaveDialog>
  )
}

const againRanges = {
  attempts: { label: optionsText.attempts, hint: optionsText.attemptsHint, least: 0, most: 10 },
  gapMinutes: { label: optionsText.gap, least: 5, most: 10_080 },
  perDay: { label: optionsText.perDay, least: 1, most: 3 },
  perWeek: { label: optionsText.perWeek, least: 1, most: 7 },
} as const

/** Edits whether a row is called again if the line was busy or no one answered. */
export const AgainDialog = (props: DialogProps) => {
  const { retry } = props.list.options
  const [texts, setTexts] = useState({
    attempts: String(retry.attempts),
    gapMinutes: String(retry.gapMinutes),
    perDay: String(retry.perDay),
    perWeek: String(retry.perWeek),
  })
  const attempts = readNumber(texts.attempts, againRanges.attempts)
  const gapMinutes = readNumber(texts.gapMinutes, againRanges.gapMinutes)
  const perDay = readNumber(texts.perDay, againRanges.perDay)
  const perWeek = readNumber(texts.perWeek, againRanges.perWeek)
  const change =
    attempts === null || gapMinutes === null || perDay === null || perWeek === null
      ? null
      : { options: { retry: { attempts, gapMinutes, perDay, perWeek } } }
  const type = (name: keyof typeof texts) => (text: string) => setTexts({ ...texts, [name]: text })
  return (
    <SaveDialog {...props} title={optionsText.again} change={change}>
      <NumberField range={againRanges.attempts} text={texts.attempts} onType={type('attempts')} />
      <NumberField range={againRanges.gapMinutes} text={texts.gapMinutes} onType={type('gapMinutes')} />
      <NumberField range={againRanges.perDay} text={texts.perDay} onType={type('perDay')} />
      <NumberField range={againRanges.perWeek} text={texts.perWeek} onType={type('perWeek')} />
    </SaveDialog>
  )
}

const provider = 'provider'

/** Returns the route with the labels that the start button shows. */
const chosenRoute = (
  configuration: TelephonyConfiguration | null,
  callerIds: readonly CallerId[],
  callerId: string | null,
): ListRoute => {
  if (callerId === provider) return routeOf(configuration, null)
  const chosen = callerIds.find(({ id }) => String(id) === callerId) ?? defaultCallerId(callerIds)
  return routeOf(configuration, chosen)
}

/** Edits the telephony configuration and the caller ID for all calls of the list. */
export const RouteDialog = (props: DialogProps) => {
  const { api, now } = usePage()
  const { profileId, route } = props.list
  const configurations = useMemo(
    () => createQuery(() => api.listTelephonyConfigurations({ profileId }), now),
    [api, now, profileId],
  )
  useEffect(() => void configurations.load(), [configurations])
  const state = useStore(configurations.store)
  const all = valueOf(state) ?? []
  const [configurationId, setConfigurationId] = useState(route?.telephonyConfigurationId ?? null)
  const [callerId, setCallerId] = useState(route?.fromPhoneNumberId ? String(route.fromPhoneNumberId) : provider)
  const configuration = all.find(({ id }) => id === configurationId) ?? defaultConfiguration(all)
  const callerIds = useMemo(
    () =>
      createQuery<CallerId[]>(
        () =>
          configuration === null
            ? Promise.resolve({ ok: true, value: [] })
            : loadCallerIds(api, { profileId, telephonyConfigurationId: configuration.id }),
        now,
      ),
    [api, now, profileId, configuration],
  )
  useEffect(() => void callerIds.load(), [callerIds])
  const numbersState = useStore(callerIds.store)
  const numbers = valueOf(numbersState) ?? []
  const isLoaded = state.data !== null && numbersState.data !== null
  const shown = callerId === provider ? provider : (numbers.find(({ id }) => String(id) === callerId)?.id ?? null)
  return (
    <SaveDialog
      {...props}
      title={optionsText.callsFrom}
      change={isLoaded ? { route: chosenRoute(configuration, numbers, callerId) } : null}
    >
      <Field label={messages.call.route.configuration}>
        {(control) => (
          <Select
            control={control}
            label={messages.call.route.configuration}
            value={configuration === null ? null : String(configuration.id)}
            options={all.map(({ id, name, ready, inactive }) => ({
              value: String(id),
              text: name,
              note: ready === false || inactive ? messages.call.route.notReady : undefined,
            }))}
            placeholder={messages.call.route.configurationPlaceholder}
            onChoose={(id) => (setConfigurationId(Number(id)), setCallerId(''))}
          />
        )}
      </Field>
      <Field label={messages.call.route.callerId}>
        {(control) => (
          <Select
            control={control}
            label={messages.call.route.callerId}
            value={shown === null ? String(defaultCallerId(numbers)?.id ?? provider) : String(shown)}
            options={[
              ...numbers.map(({ id, address, label, isActive }) => ({
                value: String(id),
                text: address,
                note: isActive ? (label ?? undefined) : messages.call.route.inactive,
              })),
              { value: provider, text: messages.call.route.providerChooses },
            ]}
            placeholder={messages.call.route.callerIdPlaceholder}
            onChoose={setCallerId}
          />
        )}
      </Field>
      {state.step === 'failed' && <FailureNotice failure={state.failure} />}
      {numbersState.step === 'failed' && <FailureNotice failure={numbersState.failure} />}
    </SaveDialog>
  )
}

type AgentSelectProps = { plan: Plan; value: string | null; id: string; onChoose: (agentUuid: string) => void }

/** Renders a select with those of the profile's agents that calls can use. */
export const AgentSelect = ({ plan: { queries }, value, id, onChoose }: AgentSelectProps) => {
  const { agents } = queries
  const state = useStore(agents.store)
  useEffect(() => void agents.load(), [agents])
  const callable = (valueOf(state) ?? []).flatMap(({ agentUuid, name, status }) =>
    agentUuid === null || status === 'archived' ? [] : [{ value: agentUuid, text: name }],
  )
  if (state.step === 'failed' && state.data === null) return <FailureNotice failure={state.failure} />
  if (state.data && callable.length === 0) return <p>{messages.lists.check.noAgents}</p>
  return (
    <Select
      control={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
      label={optionsText.agent}
      value={value}
      options={callable}
      placeholder={state.data === null ? messages.call.agent.loading : optionsText.noAgent}
      onChoose={onChoose}
    />
  )
}

/** Edits the agent for all calls of the list. Changing the agent also changes the columns' targets and the route. */
export const AgentDialog = (props: DialogProps) => {
  const [agentUuid, setAgentUuid] = useState(props.list.agent?.agentUuid ?? null)
  return (
    <SaveDialog {...props} title={optionsText.agent} change={agentUuid === null ? null : { agentUuid }}>
      <Field label={optionsText.agent} hint={optionsText.agentNote}>
        {({ id }) => <AgentSelect plan={props.plan} value={agentUuid} id={id} onChoose={setAgentUuid} />}
      </Field>
    </SaveDialog>
  )
}
