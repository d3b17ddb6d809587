import { CircleCheck, CircleX, Download, ListPlus, Table2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import { type List, noCounts, type RowState } from '../../../../contract/list.ts'
import type { Profile } from '../../../../contract/profile.ts'
import type { Sum } from '../../../../domain/lists/row-sum.ts'
import { messages } from '../../../../messages/index.ts'
import { ariaKeysOf, keysOf, useCommands } from '../../../lib/commands.ts'
import { focusIfLost } from '../../../lib/focus.ts'
import { isInDialog, isTyping, useWindowKeys } from '../../../lib/hotkeys.ts'
import { countNotOffered, leftoverStates, rowsByState, totalsOf } from '../../../lib/list-totals.ts'
import { useListsStore } from '../../../lib/lists.ts'
import { usePage } from '../../../lib/page.ts'
import { finishedOf, settle, valueOf } from '../../../lib/query.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { AboutList } from '../about-list.tsx'
import { CloseList } from '../close-list.tsx'
import { useCopyable, useListAction } from '../list-action.ts'
import { OutcomeChart } from '../outcome-chart.tsx'
import { RowDrawer } from '../rows/row-drawer.tsx'
import { useRowDrawer } from '../rows/row-selection.ts'
import { RowTable } from '../rows/row-table.tsx'
import { RowTag } from '../rows/row-tag.tsx'
import { useOutcomes } from '../run/run-screen.tsx'
import { useRunSections } from '../run/run-sections.ts'
import runCss from '../run/run-screen.module.css'
import { DoNotCallCard } from './do-not-call-card.tsx'
import css from './done-screen.module.css'

const doneText = messages.lists.done

type DoneScreenProps = { list: List; owner: Profile | null }

/** Shows a finished or stopped list: its totals, the outcomes over time, the leftover rows, and the report. */
export const DoneScreen = ({ list, owner }: DoneScreenProps) => {
  const store = useListsStore()
  const outcomes = useOutcomes(list)
  const [areRowsShown, setAreRowsShown] = useState(false)
  const report = useReport(list)
  useCommands({ saveListReport: report.save, showListRows: () => setAreRowsShown((shown) => !shown) })
  const sections = useRunSections(list)
  const scroller = useRef<HTMLDivElement>(null)
  const drawer = useRowDrawer(sections, areRowsShown)
  const showRows = useRef<HTMLButtonElement>(null)
  const wereRowsShown = useRef(false)
  useEffect(() => {
    if (wereRowsShown.current && !areRowsShown) focusIfLost(showRows.current)
    wereRowsShown.current = areRowsShown
  }, [areRowsShown])
  const { selection } = drawer
  useWindowKeys((event) => {
    if (event.key !== 'Escape' || isInDialog(event) || isTyping(event)) return
    if (drawer.isOpen) drawer.close()
    else if (areRowsShown) setAreRowsShown(false)
    else store.show(null)
  })
  return (
    <div className={css['screen']}>
      <div className={css['page']}>
        <Header
          list={list}
          owner={owner}
          showRows={showRows}
          areRowsShown={areRowsShown}
          onShowRows={() => setAreRowsShown(!areRowsShown)}
          report={report}
        />
        {report.failure && <FailureNotice failure={report.failure} title={doneText.saveFailed} />}
        <Equation list={list} />
        {areRowsShown ? (
          <section className={css['rows']} aria-label={messages.lists.table.label}>
            <RowTable
              list={list}
              isProfileRemoved={owner === null}
              mode="run"
              {...{ sections, selection, scroller }}
              onOpen={drawer.open}
            />
          </section>
        ) : (
          <div className={css['two']}>
            <div className={css['card']}>{outcomes && <OutcomeChart outcomes={outcomes} height={180} hasLegend />}</div>
            <div className={css['side']}>
              <DoNotCallCard list={list} />
              <Leftovers list={list} isProfileRemoved={owner === null} />
            </div>
          </div>
        )}
      </div>
      {areRowsShown && (
        <RowDrawer
          list={list}
          owner={owner}
          sections={sections}
          selection={selection}
          isOpen={drawer.isOpen}
          onOpen={drawer.open}
          onClose={drawer.close}
        />
      )}
    </div>
  )
}

/** Returns the action that saves the report. Phone numbers are masked unless the user chooses otherwise. */
const useReport = ({ listId }: List) => {
  const { api, announce } = usePage()
  const [showNumbers, setShowNumbers] = useState(false)
  const [step, setStep] = useState<'open' | 'saving'>('open')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const run = async () => {
    if (step === 'saving') return
    setStep('saving')
    const answer = await settle(api.saveListReport({ listId, showNumbers }))
    setStep('open')
    setFailure(answer.ok ? null : answer.failure)
    if (!answer.ok || answer.value.fileName === null) return
    const text = doneText.saved(answer.value.fileName, answer.value.rows)
    setSaved(text)
    announce(text)
  }
  return { showNumbers, setShowNumbers, isSaving: step === 'saving', failure, saved, save: () => void run() }
}

type HeaderProps = {
  list: List
  owner: Profile | null
  /** The button that shows the rows or the result. */
  showRows: RefObject<HTMLButtonElement | null>
  areRowsShown: boolean
  onShowRows: () => void
  report: ReturnType<typeof useReport>
}

const Header = ({ list, owner, showRows, areRowsShown, onShowRows, report }: HeaderProps) => {
  const { now } = usePage()
  const { agent, route, startedAt, endedAt, state } = list
  const isFinished = state === 'finished'
  return (
    <header className={runCss['head']}>
      <div>
        <h1>
          <bdi>{list.name}</bdi>
          <Tag tone={isFinished ? 'good' : 'idle'} icon={isFinished ? CircleCheck : CircleX}>
            {messages.lists.state(state)}
          </Tag>
        </h1>
        <AboutList
          owner={owner}
          text={doneText.about(agent?.agentName ?? '', route?.fromPhoneNumberText ?? null, startedAt, endedAt, now())}
        />
        {report.saved !== null && <p>{report.saved}</p>}
      </div>
      <Switch label={doneText.fullNumbers} on={report.showNumbers} onTurn={report.setShowNumbers} />
      <span className={runCss['buttons']}>
        <Button
          ref={showRows}
          aria-pressed={areRowsShown}
          aria-keyshortcuts={ariaKeysOf('showListRows')}
          onClick={onShowRows}
        >
          <Table2 aria-hidden />
          {areRowsShown ? doneText.showResult : doneText.showRows}
          <Kbd keys={keysOf('showListRows')} />
        </Button>
        <Button variant="loud" aria-keyshortcuts={ariaKeysOf('saveListReport')} onClick={report.save}>
          <Download aria-hidden />
          {report.isSaving ? doneText.saving : doneText.saveReport}
          <Kbd keys={keysOf('saveListReport')} variant="onColor" />
        </Button>
        <CloseList />
      </span>
    </header>
  )
}

/** Shows the equation "rows in the file = called + not called + unknown", each part with its states. */
const Equation = ({ list }: { list: List }) => {
  const totals = totalsOf(list.counts, list.unclear)
  const locked = totalsOf(list.counts).unknown
  const cards: { sum: Sum; title: string; rows: number; note?: string }[] = [
    { sum: 'called', title: doneText.called, rows: totals.called },
    { sum: 'notCalled', title: doneText.notCalled, rows: totals.notCalled },
    {
      sum: 'unknown',
      title: doneText.unknown,
      rows: totals.unknown,
      note: doneText.unknownNote(locked, totals.active, totals.unknown - locked),
    },
  ]
  return (
    <section
      ref={focusIfLost}
      tabIndex={-1}
      className={css['equation']}
      aria-label={doneText.sum(totals.rows, totals.called, totals.notCalled, totals.unknown)}
    >
      <div>
        <h2>{doneText.rowsInFile}</h2>
        <strong>{messages.common.count(totals.rows)}</strong>
      </div>
      {cards.map(({ sum, title, rows, note }, index) => (
        <EquationCard key={sum} sign={index === 0 ? '=' : '+'} title={title} rows={rows}>
          <dl>
            {rowsByState(sum, list).map(({ state, rows: count }) => (
              <div key={state}>
                <dt>
                  <RowTag row={{ state }} isStarted={false} />
                </dt>
                <dd>{messages.common.count(count)}</dd>
              </div>
            ))}
          </dl>
          {note && <p>{note}</p>}
        </EquationCard>
      ))}
    </section>
  )
}

type EquationCardProps = { sign: string; title: string; rows: number; children: ReactNode }

const EquationCard = ({ sign, title, rows, children }: EquationCardProps) => (
  <>
    <span className={css['sign']} aria-hidden>
      {sign}
    </span>
    <div className={css['card']}>
      <h2>{title}</h2>
      <strong>{messages.common.count(rows)}</strong>
      {children}
    </div>
  </>
)

type LeftoversProps = { list: List; isProfileRemoved: boolean }

/** Lets the user create a new list from the rows in the selected states, unless the list's profile was removed. */
const Leftovers = ({ list, isProfileRemoved }: LeftoversProps) => {
  const { listId } = list
  const { api } = usePage()
  const store = useListsStore()
  const { run, isPending, failure } = useListAction()
  const query = finishedOf(useCopyable(listId))
  const copyable = valueOf(query)
  const rowsOf = (state: RowState): number => (copyable ?? noCounts())[state]
  const notOffered = copyable === null || isProfileRemoved ? null : countNotOffered(list, copyable)
  const offered = isProfileRemoved ? [] : leftoverStates.filter(([state]) => rowsOf(state) > 0)
  const [chosen, setChosen] = useState<ReadonlySet<RowState>>(
    () => new Set(leftoverStates.flatMap(([state, isChosen]) => (isChosen ? [state] : []))),
  )
  const states = offered.flatMap(([state]) => (chosen.has(state) ? [state] : []))
  const rows = states.reduce((sum, state) => sum + rowsOf(state), 0)
  const copy = async () => {
    if (rows === 0) return
    const made = await run(
      () => api.copyRows({ listId, states }),
      ({ counts }) => doneText.made(totalsOf(counts).rows),
    )
    if (made) store.show(made.listId)
  }
  useCommands({ copyLeftovers: rows === 0 ? null : () => void copy() })
  return (
    <section className={css['card']} aria-label={doneText.leftovers}>
      <h2>{doneText.leftovers}</h2>
      {isProfileRemoved && <p>{messages.lists.profileRemoved}</p>}
      {copyable === null && query.step !== 'failed' && !isProfileRemoved && <p>{doneText.counting}</p>}
      {notOffered && offered.length === 0 && <p>{doneText.nothingLeft}</p>}
      {offered.length > 0 && (
        <>
          <ul className={css['leftovers']}>
            {offered.map(([state]) => (
              <li key={state}>
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.has(state)}
                    onChange={({ target }) => {
                      const next = new Set(chosen)
                      if (target.checked) next.add(state)
                      else next.delete(state)
                      setChosen(next)
                    }}
                  />
                  <RowTag row={{ state }} isStarted={false} />
                </label>
                <b>{messages.common.count(rowsOf(state))}</b>
              </li>
            ))}
          </ul>
          <Button
            off={rows === 0 || isPending}
            aria-keyshortcuts={ariaKeysOf('copyLeftovers')}
            onClick={() => void copy()}
          >
            <ListPlus aria-hidden />
            {doneText.makeList(rows)}
            <Kbd keys={keysOf('copyLeftovers')} />
          </Button>
        </>
      )}
      <p>{doneText.unknownNever}</p>
      {notOffered && notOffered.unclear > 0 && <p>{doneText.unclearNever(notOffered.unclear)}</p>}
      {notOffered && notOffered.others > 0 && <p>{doneText.othersNever(notOffered.others)}</p>}
      {query.step === 'failed' && copyable === null && <FailureNotice failure={query.failure} />}
      {failure && <FailureNotice failure={failure} title={doneText.copyFailed} />}
    </section>
  )
}
