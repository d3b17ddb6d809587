import { Menu } from '@base-ui/react/menu'
import { Ban, Check, CirclePause, Ellipsis, WandSparkles } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import {
  type FindingCode,
  type FindingFix,
  type FindingGroup,
  heldFindings,
  type List,
} from '../../../../contract/list.ts'
import { needsConfirmation } from '../../../../domain/lists/finding-fixes.ts'
import { messages } from '../../../../messages/index.ts'
import { ariaKeysOf, type CommandId, keysOf, useCommands } from '../../../lib/commands.ts'
import { totalsOf } from '../../../lib/list-totals.ts'
import { useFindings, useListChanges } from '../../../lib/lists.ts'
import { usePage } from '../../../lib/page.ts'
import { createQuery, settle, valueOf } from '../../../lib/query.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import popup from '../../../ui/popup.module.css'
import type { ListAction } from '../list-action.ts'
import css from './findings.module.css'
import { FixDialog, type Question } from './fix-dialog.tsx'

const checkText = messages.lists.check

/**
 * The shortcut for the first fix of each finding. If several groups have the same finding, the shortcut belongs to one of
 * them, so that a second press undoes the decision instead of deciding another group.
 */
const fixKeys: Partial<Record<FindingCode, CommandId>> = {
  noCountryCode: 'fixCountry',
  missingValue: 'fixMissing',
  duplicate: 'fixDuplicates',
  calledRecently: 'fixRecent',
  unresolvedCall: 'fixUnresolved',
  noTimeZone: 'fixZone',
  noConsent: 'fixConsent',
  contextTooLarge: 'fixTooLarge',
  damagedNumber: 'fixDamaged',
}

const isHeld = (code: FindingCode): code is (typeof heldFindings)[number] => heldFindings.some((one) => one === code)

const nameOf = ({ code, name }: FindingGroup): string => `${code} ${name}`

type FindingsProps = {
  list: List
  /** The finding whose rows the table shows; null for all rows. */
  shown: FindingCode | null
  /** Null if the table can't show the rows of a finding alone. */
  onShow: ((code: FindingCode) => void) | null
  decisions: ListAction
}

/**
 * Shows what is wrong with the rows, in groups with their fixes. In a paused list, only the groups with held rows,
 * because a list starts without them, and the decided groups, so that the user can undo a decision.
 */
export const Findings = ({ list, shown, onShow, decisions }: FindingsProps) => {
  const { api, now } = usePage()
  const { listId } = list
  const state = useFindings(listId)
  const settings = useMemo(() => createQuery(() => api.readSettings({}), now), [api, now])
  const homeCountry = useStore(settings.store, valueOf)?.homeCountry ?? null
  const loadSettings = useCallback(() => void settings.load(), [settings])
  useListChanges(listId, loadSettings)
  const { run, pending, failure, clear } = decisions
  useEffect(() => clear, [clear])
  const [question, setQuestion] = useState<Question | null>(null)

  const decide = (group: FindingGroup, fix: FindingFix | null, answer: { country?: string; zone?: string } = {}) => {
    const { code, name, rows, releasable, event } = group
    if (!isHeld(code)) return
    setQuestion(null)
    let held: number | null = null
    void run(
      async () => {
        const decided = await api.fixFinding({
          listId,
          code,
          name,
          fix,
          shown: { rows, releasable, ...(event && { event }) },
          ...answer,
        })
        const found = decided.ok && fix === null ? await settle(api.listFindings({ listId })) : null
        if (found?.ok) held = found.value.find((one) => one.code === code && one.name === name)?.held ?? 0
        return decided
      },
      ({ checked }) => {
        if (!checked) return checkText.decidedUnchecked
        return fix === null
          ? checkText.unfixed(held)
          : checkText.fixed(checkText.fix(code, fix, answer.country ?? answer.zone ?? null))
      },
      nameOf(group),
    )
  }
  const apply = (group: FindingGroup, fix: FindingFix) => {
    if (fix === 'useCountry' && homeCountry !== null) return decide(group, fix, { country: homeCountry })
    const needsDialog =
      fix === 'useCountry' || fix === 'chooseZone' || (fix === 'callAnyway' && needsConfirmation(group))
    if (needsDialog) return setQuestion({ ...group, fix })
    decide(group, fix)
  }
  const isPaused = list.state === 'paused'
  const totals = totalsOf(list.counts)
  const groups = (valueOf(state) ?? []).filter(({ held, fixed }) => !isPaused || held > 0 || fixed !== null)
  if (question && !groups.some((group) => nameOf(group) === nameOf(question))) setQuestion(null)
  // In a paused list, D adds the number of the selected row to the do-not-call list.
  const commandOf = (group: FindingGroup): CommandId | undefined =>
    isPaused && group.code === 'duplicate' ? undefined : keyOf(group, groups)
  const isPending = (group: FindingGroup): boolean => pending.includes(nameOf(group))
  const toggle = (group: FindingGroup) => {
    const { fixed } = group
    const [first] = group.fixes
    // The user may only want to see or change the choice.
    if (fixed === 'useCountry' || fixed === 'chooseZone') setQuestion({ ...group, fix: fixed })
    else if (fixed !== null) decide(group, null)
    else if (first) apply(group, first)
  }
  const handlers = groups.flatMap((group) => {
    const command = commandOf(group)
    return command === undefined || isPending(group) ? [] : [[command, () => toggle(group)] as const]
  })
  useCommands(Object.fromEntries(handlers))
  if (state.step === 'failed' && state.data === null) return <FailureNotice failure={state.failure} />
  if (isPaused && groups.length === 0)
    return failure && <FailureNotice failure={failure} title={checkText.decisionFailed} />
  return (
    <section className={css['findings']} aria-label={checkText.findings}>
      {state.data?.value.length === 0 && list.checked && (
        <p className={css['none']}>{checkText.noFindings(totals.waiting, totals.rows)}</p>
      )}
      <ul>
        {groups.map((group) => (
          <FindingRow
            key={nameOf(group)}
            group={group}
            isPending={isPending(group)}
            country={homeCountry}
            command={commandOf(group)}
            isShown={shown === group.code}
            onShow={onShow && (() => onShow(group.code))}
            onApply={(fix) => apply(group, fix)}
            onToggle={() => toggle(group)}
          />
        ))}
      </ul>
      {failure && <FailureNotice failure={failure} title={checkText.decisionFailed} />}
      {question && (
        <FixDialog
          question={question}
          onClose={() => setQuestion(null)}
          onDecide={(answer) => decide(question, question.fix, answer)}
          onUndo={() => decide(question, null)}
        />
      )}
    </section>
  )
}

/** `idle`: rows are refused because of another finding, and no one decided about the group or all of its rows are. */
const toneOf = (group: FindingGroup): 'bad' | 'check' | 'idle' | 'good' => {
  if (group.fixes.length === 0) return 'bad'
  if (group.fixed === null && group.held > 0) return 'check'
  return group.refused > 0 && (group.fixed === null || group.refused === group.rows) ? 'idle' : 'good'
}

/**
 * Returns a group's command. If several groups have the same code, only the first one with more to offer than leaving
 * its rows out has the command, or the first one if there is none. Decisions do not change that.
 */
const keyOf = (group: FindingGroup, groups: readonly FindingGroup[]): CommandId | undefined => {
  const same = groups.filter(({ code, fixes }) => code === group.code && fixes.length > 0)
  const owner = same.find(({ fixes: [first] }) => first !== 'leaveOut') ?? same[0]
  return owner === group ? fixKeys[group.code] : undefined
}

/** Returns what a fix uses without a question; null if there is nothing to use. */
const valueFor = (fix: FindingFix, country: string | null): string | null => (fix === 'useCountry' ? country : null)

type FindingRowProps = {
  group: FindingGroup
  /** Whether a decision about the group is being saved. */
  isPending: boolean
  country: string | null
  command: CommandId | undefined
  isShown: boolean
  onShow: (() => void) | null
  onApply: (fix: FindingFix) => void
  /** Applies the first fix, undoes the decision, or shows what was chosen. */
  onToggle: () => void
}

const FindingRow = ({ group, isPending, country, command, isShown, onShow, onApply, onToggle }: FindingRowProps) => {
  const { code, name, rows, held, refused, fixes, fixed, value } = group
  const [first, ...others] = fixes
  const tone = toneOf(group)
  const Icon = { bad: Ban, check: CirclePause, idle: Ban, good: WandSparkles }[tone]
  const count = {
    bad: checkText.refused(rows),
    check: checkText.held(held),
    idle: checkText.refusedAnyway(refused),
    good: checkText.fixedReady(rows - refused),
  }[tone]
  const what = (
    <>
      <b>{checkText.rowsOf(rows)}</b> {checkText.finding(code, name, rows)}
    </>
  )
  return (
    <li>
      <Icon aria-hidden className={css[tone]} />
      {onShow === null ? (
        <span>{what}</span>
      ) : (
        <button
          type="button"
          className={css['what']}
          aria-pressed={isShown}
          aria-label={checkText.show(code, name, rows)}
          onClick={onShow}
          data-bare
        >
          {what}
        </button>
      )}
      <span className={`${css['count']} ${css[tone]}`}>{count}</span>
      {first === undefined ? (
        <span className={css['never']}>{checkText.never}</span>
      ) : (
        <span className={css['fixes']}>
          <Button
            size="small"
            className={css['fix']}
            off={isPending}
            aria-pressed={fixed !== null}
            aria-keyshortcuts={command && ariaKeysOf(command)}
            onClick={onToggle}
          >
            {fixed !== null && <Check aria-hidden />}
            {checkText.fix(code, fixed ?? first, fixed === null ? valueFor(first, country) : value || null)}
            {command && <Kbd keys={keysOf(command)} />}
          </Button>
          {others.length > 0 && fixed === null && (
            <OtherFixes code={code} fixes={others} isOff={isPending} country={country} onApply={onApply} />
          )}
        </span>
      )}
    </li>
  )
}

type OtherFixesProps = {
  code: FindingCode
  fixes: readonly FindingFix[]
  isOff: boolean
  country: string | null
  onApply: (fix: FindingFix) => void
}

/** A ref callback that moves focus to the button of the first fix when the menu is removed, because a fix was chosen. */
const leaveToFirstFix = (trigger: HTMLElement | null) => () => {
  if (document.activeElement === trigger) trigger?.parentElement?.querySelector('button')?.focus()
}

const OtherFixes = ({ code, fixes, isOff, country, onApply }: OtherFixesProps) => (
  <Menu.Root>
    <Menu.Trigger ref={leaveToFirstFix} className={css['more']} aria-label={checkText.moreFixes}>
      <Ellipsis aria-hidden />
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner sideOffset={4} align="end" collisionPadding={8}>
        <Menu.Popup className={popup['popup']} aria-label={checkText.moreFixes}>
          {fixes.map((fix) => (
            <Menu.Item key={fix} className={popup['item']} disabled={isOff} onClick={() => onApply(fix)}>
              <span className={popup['text']}>{checkText.fix(code, fix, valueFor(fix, country))}</span>
            </Menu.Item>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)
