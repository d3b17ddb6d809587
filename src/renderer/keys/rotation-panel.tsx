import { useEffect } from 'react'
import { useStore } from 'zustand'
import { backSteps, forwardSteps, isOver, type Rotation, type RotationStep } from '../../contract/key-rotation.ts'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { Tag, type Tone } from '../design/tag.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { words } from '../words/words.ts'
import type { RotationStore } from './rotation-store.ts'
import css from './rotation.module.css'

const said = words.rotation

const stepsOf = (rotation: Rotation): readonly RotationStep[] =>
  backSteps.some((step) => step === rotation.step) ? backSteps : forwardSteps

const toneOf = (rotation: Rotation, steps: readonly RotationStep[], step: RotationStep): Tone => {
  const [at, own] = [steps.indexOf(rotation.step), steps.indexOf(step)]
  if (own < at) return 'good'
  if (own > at) return 'idle'
  return rotation.failure === null ? 'busy' : 'check'
}

const Steps = ({ rotation }: { rotation: Rotation }) => {
  const steps = stepsOf(rotation)
  return (
    <ol className={css['steps']} aria-label={said.steps}>
      {steps
        .filter((step) => !isOver(step))
        .map((step) => (
          <li key={step} aria-current={step === rotation.step ? 'step' : undefined}>
            <Tag tone={toneOf(rotation, steps, step)}>{said.step[step]}</Tag>
          </li>
        ))}
    </ol>
  )
}

const Stopped = ({ rotation, rotate }: { rotation: Rotation; rotate: RotationStore }) => {
  const { step } = useStore(rotate.store)
  const isBusy = step === 'working'
  const isBack = stepsOf(rotation) === backSteps
  return (
    <Notice
      tone="check"
      title={isBack ? said.stoppedBack(said.step[rotation.step]) : said.stopped(said.step[rotation.step])}
      acts={
        <>
          <Button look="loud" off={isBusy} onClick={() => void rotate.resume()}>
            {isBack ? said.resumeBack : said.resume}
          </Button>
          {!isBack && rotation.step !== 'tidying' && (
            <Button off={isBusy} onClick={() => void rotate.undo()}>
              {said.undo}
            </Button>
          )}
        </>
      }
    >
      <p>{(rotation.failure && said.standingBut(rotation.failure)) ?? said.standing[rotation.step]}</p>
    </Notice>
  )
}

const Over = ({ rotation }: { rotation: Rotation }) => {
  const { step, ending, oldKey, newKey, deadAfterMilliseconds, by, times, profiles } = rotation
  const when = words.time.full(times.at(-1)?.at ?? '')
  const names = profiles.map(({ name }) => name)
  if (ending !== null)
    return (
      <Notice tone={ending === 'noKey' ? 'bad' : 'check'} title={said.ending[ending].title}>
        <p>{said.ending[ending].text(oldKey.name)}</p>
        <p>{said.byAt(by, when)}</p>
      </Notice>
    )
  if (step === 'undone')
    return (
      <Notice tone="idle" title={said.undone(oldKey.name)}>
        <p>{said.byAt(by, when)}</p>
      </Notice>
    )
  return (
    <Notice tone="good" title={said.done(oldKey.name, newKey?.name ?? '')}>
      <p>
        {deadAfterMilliseconds === null ? said.notTried : said.dead(words.time.milliseconds(deadAfterMilliseconds))}
      </p>
      <p>{said.usedBy(names)}</p>
      <p>{said.byAt(by, when)}</p>
    </Notice>
  )
}

/** Where the rotation of this profile's key stands, what may be done about it, and how the last one ended. */
export const RotationPanel = ({ rotate }: { rotate: RotationStore }) => {
  const fact = useStore(rotate.rotation.store)
  const act = useStore(rotate.store)
  useEffect(() => rotate.follow(), [rotate])
  const rotation = fact.known?.value ?? null
  if (rotation === null && act.step !== 'refused') return null
  return (
    <section className={css['panel']} aria-label={said.title} aria-live="polite">
      {act.step === 'refused' && <FailureNotice failure={act.failure} />}
      {rotation !== null && isOver(rotation.step) && <Over rotation={rotation} />}
      {rotation !== null && !isOver(rotation.step) && (
        <>
          <h2>{stepsOf(rotation) === backSteps ? said.goingBack : said.going(rotation.oldKey.name)}</h2>
          <Steps rotation={rotation} />
          {!rotation.isRunning && rotation.failure && <FailureNotice failure={rotation.failure} />}
          {!rotation.isRunning && <Stopped rotation={rotation} rotate={rotate} />}
        </>
      )}
    </section>
  )
}
