import { useId } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../../contract/call.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field, FieldMessage } from '../../design/field.tsx'
import { swallowPresses } from '../../design/haste.ts'
import { Kbd } from '../../design/kbd.tsx'
import { TextArea } from '../../design/text-area.tsx'
import { words } from '../../words/words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import css from './close-dialog.module.css'
import type { Closing, ResolutionStore, Verdict } from './resolution-store.ts'

const said = words.lookUp.dialog
type Props = { call: Call; open: boolean; acts: ResolutionStore }

const Choice = ({ verdict, closing, acts }: { verdict: Verdict; closing: Closing; acts: ResolutionStore }) => {
  const [text, hint] = verdict === 'placed' ? [said.placed, said.placedHint] : [said.notPlaced, said.notPlacedHint]
  const hintId = useId()
  return (
    <label className={css['choice']}>
      <input
        type="radio"
        name="verdict"
        aria-label={text}
        aria-describedby={hintId}
        checked={closing.verdict === verdict}
        onChange={() => acts.decide(verdict)}
      />
      <span>
        <strong>{text}</strong>
        <small id={hintId}>{hint}</small>
      </span>
    </label>
  )
}

const Form = ({ call, closing, acts }: { call: Call; closing: Closing; acts: ResolutionStore }) => (
  <>
    <div className={css['about']}>
      <p>{said.text}</p>
      <p>
        {said.about(call.phoneNumberDisplay, call.preparedAt)}
        {call.outcome.state === 'candidate' && ` ${said.runs(call.outcome.runIds)}`}
      </p>
    </div>
    <fieldset className={css['question']}>
      <legend>{said.question}</legend>
      <Choice verdict="placed" closing={closing} acts={acts} />
      <Choice verdict="notPlaced" closing={closing} acts={acts} />
      {closing.tried && closing.verdict === null && <FieldMessage tone="bad">{said.needVerdict}</FieldMessage>}
    </fieldset>
    <Field
      label={said.note}
      hint={said.noteHint}
      error={closing.tried && closing.note.trim() === '' ? words.issue.sentence({ path: [], code: 'note' }) : null}
    >
      {(control) => (
        <TextArea
          {...control}
          value={closing.note}
          maxLength={1000}
          onChange={(event) => acts.typeNote(event.target.value)}
        />
      )}
    </Field>
    {closing.failure && <FailureNotice failure={closing.failure} />}
  </>
)

/** A person says what became of a call, and how they know; a call that settles meanwhile says so in here. */
export const CloseDialog = ({ call, open, acts }: Props) => {
  const { closing } = useStore(acts.store)
  const working = closing.step === 'working'
  const commit = () => {
    const closed = acts.close()
    // Under it the same keys call, and perhaps the very number that is freed: they must be pressed anew.
    if (acts.store.getState().closing.step === 'working') void swallowPresses(closed)
  }
  const shown = closing.step === 'open' || working
  return (
    <Dialog
      title={open ? said.title : said.settled}
      open={shown}
      onClose={acts.giveUp}
      onCommit={open ? commit : undefined}
      color={call.profileColor}
      foot={
        <>
          <Button onClick={acts.giveUp}>{open ? words.common.cancel : words.common.close}</Button>
          {open && (
            <Button look="loud" off={working} aria-keyshortcuts="Control+Enter" onClick={commit}>
              {working ? said.working : said.act}
              <Kbd keys={words.call.ctrlEnter} look="onColor" />
            </Button>
          )}
        </>
      }
    >
      {open ? (
        <Form call={call} closing={closing} acts={acts} />
      ) : (
        <p>{said.settledText(words.callState.inWords(call.outcome).title)}</p>
      )}
    </Dialog>
  )
}
