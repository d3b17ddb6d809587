import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import {
  backSteps,
  forwardSteps,
  isOver,
  type ListedKey,
  type Rotation,
  type RotationStep,
} from '../../../contract/key.ts'
import { clearData, createQuery, finishedOf, type Query, type QueryState, settle, valueOf } from '../../lib/query.ts'
import type { PageDeps } from '../../lib/page.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { focusIfLost } from '../../lib/focus.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { messages } from '../../../messages/index.ts'
import css from './keys.module.css'
import type { Profile } from '../../../contract/profile.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'

/** The user's action on a rotation; `refused` contains the reason why it did not start. */
type RotationAction =
  | { step: 'idle' }
  | { step: 'confirming' }
  | { step: 'working' }
  | { step: 'refused'; failure: Failure }

export type RotationStore = {
  readonly rotation: Query<Rotation | null>
  readonly store: StoreApi<RotationAction>
  /** Prepares the store for a screen that opens: without a rotation, dialog or failure that an earlier screen showed. */
  readonly enter: () => void
  /** Remembers what the screen shows when it closes. */
  readonly leave: () => void
  readonly confirm: () => void
  readonly cancel: () => void
  readonly rotate: () => Promise<void>
  readonly resume: () => Promise<void>
  readonly undo: () => Promise<void>
  /** Loads the rotation and follows its changes. Returns a function that stops following them. */
  readonly follow: () => () => void
}

/** Returns the store for the rotation of a profile's key. Its progress always comes from main. */
export const createRotationStore = (
  { api, now }: PageDeps,
  profileId: string,
  listChanged: () => void,
): RotationStore => {
  const rotation = createQuery(async (): Promise<Outcome<Rotation | null>> => {
    const read = await api.readRotation({ profileId })
    return read.ok ? { ok: true, value: read.value.rotation } : read
  }, now)
  const store = createStore<RotationAction>(() => ({ step: 'idle' }))

  let left: RotationAction | null = null

  const run = async (request: () => Promise<Outcome<Rotation>>): Promise<void> => {
    if (store.getState().step === 'working') return
    store.setState({ step: 'working' }, true)
    const answer = await settle(request())
    store.setState(answer.ok ? { step: 'idle' } : { step: 'refused', failure: answer.failure }, true)
    // The result of a load that started before the action finished may be outdated.
    await rotation.refresh()
    listChanged()
  }

  return {
    rotation,
    store,
    enter: () => {
      clearData(rotation)
      const action = store.getState()
      if (action.step !== 'working' && action === left) store.setState({ step: 'idle' }, true)
    },
    leave: () => void (left = store.getState()),
    confirm: () => {
      if (store.getState().step === 'working') return
      // The question names the profiles that use the key now.
      listChanged()
      store.setState({ step: 'confirming' }, true)
    },
    cancel: () => store.setState({ step: 'idle' }, true),
    rotate: () => run(() => api.rotateKey({ profileId })),
    resume: () => run(() => api.resumeRotation({ profileId })),
    undo: () => run(() => api.undoRotation({ profileId })),
    follow: () => {
      void rotation.load()
      return api.onRotationsChanged(() => void rotation.refresh())
    },
  }
}

const rotationText = messages.rotation

const stepsOf = (rotation: Rotation): readonly RotationStep[] =>
  backSteps.some((step) => step === rotation.step) ? backSteps : forwardSteps

/** Returns the tone of one step of a rotation. A stopped rotation has no failure if the app quit while it was running. */
export const toneOf = (rotation: Rotation, step: RotationStep): Tone => {
  const steps = stepsOf(rotation)
  const [at, own] = [steps.indexOf(rotation.step), steps.indexOf(step)]
  if (own < at) return 'good'
  if (own > at) return 'idle'
  return rotation.isRunning ? 'busy' : 'check'
}

const Steps = ({ rotation }: { rotation: Rotation }) => (
  <ol className={css['steps']} aria-label={rotationText.steps}>
    {stepsOf(rotation)
      .filter((step) => !isOver(step))
      .map((step) => (
        <li key={step} aria-current={step === rotation.step ? 'step' : undefined}>
          <Tag tone={toneOf(rotation, step)}>{rotationText.step[step]}</Tag>
        </li>
      ))}
  </ol>
)

/**
 * Returns what is true while a rotation is stopped, and what to do if the service has rejected the profile's key since
 * then.
 */
export const stoppedTexts = ({ step, failure }: Rotation, keys: QueryState<ListedKey[]>): string[] => {
  const listed = finishedOf(keys)
  const isRejected = listed.step === 'failed' && listed.failure.kind === 'unauthorized'
  const status = (failure && rotationText.statusOverride(step, failure)) ?? rotationText.status[step]
  return isRejected ? [status, rotationText.keyRejected(step)] : [status]
}

type StoppedProps = {
  rotation: Rotation
  rotate: RotationStore
  keys: Query<ListedKey[]>
  panel: RefObject<HTMLElement | null>
}

const Stopped = ({ rotation, rotate, keys, panel }: StoppedProps) => {
  // Continuing and undoing remove their own buttons.
  useEffect(() => () => focusIfLost(panel.current), [panel])
  const listed = useStore(keys.store)
  const { step } = useStore(rotate.store)
  const isBusy = step === 'working'
  const isBack = stepsOf(rotation) === backSteps
  return (
    <Notice
      tone="check"
      title={rotationText.stopped(rotation.step)}
      actions={
        <>
          <Button variant="loud" off={isBusy} onClick={() => void rotate.resume()}>
            {isBack ? rotationText.resumeUndo : rotationText.resume}
          </Button>
          {!isBack && rotation.step !== 'tidying' && (
            <Button off={isBusy} onClick={() => void rotate.undo()}>
              {rotationText.undo}
            </Button>
          )}
        </>
      }
    >
      {stoppedTexts(rotation, listed).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}

const RotationResult = ({ rotation }: { rotation: Rotation }) => {
  const { step, ending, oldKey, newKey, deadAfterMilliseconds, by, times, profiles, keyless } = rotation
  const when = messages.time.full(times.at(-1)?.at ?? '')
  // A profile that got the new key may have lost it while the rotation was stopped.
  const switched = profiles.filter(({ profileId }) => keyless.every((one) => one.profileId !== profileId))
  if (ending !== null)
    return (
      <Notice tone={ending === 'noKey' ? 'bad' : 'check'} title={rotationText.ending[ending].title}>
        <p>{rotationText.ending[ending].text(oldKey.name)}</p>
        <p>{rotationText.byAt(by, when)}</p>
      </Notice>
    )
  if (step === 'undone')
    return (
      <Notice tone="idle" title={rotationText.undone(oldKey.name)}>
        <p>{rotationText.byAt(by, when)}</p>
      </Notice>
    )
  return (
    <Notice tone="good" title={rotationText.done(oldKey.name, newKey?.name ?? '')}>
      <p>
        {deadAfterMilliseconds === null
          ? rotationText.oldKeyNotTested
          : rotationText.oldKeyRejected(messages.time.tenths(deadAfterMilliseconds))}
      </p>
      <p>{rotationText.switched(switched.map(({ name }) => name))}</p>
      {keyless.length > 0 && <p>{rotationText.notSwitched(keyless.map(({ name }) => name))}</p>}
      <p>{rotationText.byAt(by, when)}</p>
    </Notice>
  )
}

/** Returns whether a rotation's key is the listed one. A service may use the ID of another key again. */
export const isKeyOf = (key: Rotation['newKey'], { id, prefix }: ListedKey): boolean =>
  key?.id === id && key.prefix === prefix

/**
 * Returns whether the result of a rotation is shown. The profile may have changed to another organization since then, so
 * one of its keys must be in the list. Without a list it is shown once loading failed, because the service may reject
 * the profile's key. A result that says that the old key was archived is not shown once that key is active again.
 */
export const isResultShown = (rotation: Rotation, keys: QueryState<ListedKey[]>): boolean => {
  const { step, ending, oldKey, newKey, times } = rotation
  const listed = valueOf(keys)
  if (listed === null) return finishedOf(keys).step === 'failed'
  const wasArchived = step === 'done' && (ending === null || ending === 'newKeyLost')
  // An older list predates the archiving.
  const isLater = (keys.data?.at ?? 0) > Date.parse(times.at(-1)?.at ?? '')
  if (wasArchived && isLater && listed.some((one) => isKeyOf(oldKey, one) && !one.archived)) return false
  return listed.some((one) => isKeyOf(oldKey, one) || isKeyOf(newKey, one))
}

/** Shows the progress of the rotation of this profile's key, the available actions, and the result of the last one. */
export const RotationPanel = ({ rotate, keys }: { rotate: RotationStore; keys: Query<ListedKey[]> }) => {
  const query = useStore(rotate.rotation.store)
  const action = useStore(rotate.store)
  const listed = useStore(keys.store)
  useEffect(() => rotate.follow(), [rotate])
  const panel = useRef<HTMLElement>(null)
  const last = query.data?.value ?? null
  const rotation = last !== null && isOver(last.step) && !isResultShown(last, listed) ? null : last
  if (rotation === null && action.step !== 'refused') return null
  return (
    <section ref={panel} tabIndex={-1} className={css['panel']} aria-label={rotationText.title} aria-live="polite">
      {action.step === 'refused' && <FailureNotice failure={action.failure} />}
      {rotation !== null && isOver(rotation.step) && <RotationResult rotation={rotation} />}
      {rotation !== null && !isOver(rotation.step) && (
        <>
          <h2>
            {stepsOf(rotation) === backSteps ? rotationText.undoing : rotationText.inProgress(rotation.oldKey.name)}
          </h2>
          <Steps rotation={rotation} />
          {!rotation.isRunning && rotation.failure && <FailureNotice failure={rotation.failure} />}
          {!rotation.isRunning && <Stopped rotation={rotation} rotate={rotate} keys={keys} panel={panel} />}
        </>
      )}
    </section>
  )
}

/**
 * Returns the names of the profiles that use a profile's key, and will get the new one; empty if the list doesn't tell,
 * because it is being loaded or couldn't be, or another profile has the same name.
 */
export const profilesToRotate = ({ name }: Profile, keys: QueryState<ListedKey[]>): readonly string[] => {
  if (keys.step !== 'ready') return []
  // The list names the profile first at its own key.
  const own = keys.data.value.filter(({ archived, usedBy }) => !archived && usedBy[0] === name)
  return own.length === 1 ? (own[0]?.usedBy ?? []) : []
}

/** Returns the names of the profiles whose keys couldn't be read for the list, so that they may use the same key. */
export const unreadProfiles = (keys: QueryState<ListedKey[]>): readonly string[] =>
  // The same for every key.
  keys.step === 'ready' ? (keys.data.value[0]?.maybeUsedBy ?? []) : []

type RotateDialogProps = {
  rotate: RotationStore
  keys: Query<ListedKey[]>
  profile: Profile
  /** Opens the form that replaces the profile's key. */
  onReplaceKey: () => void
}

/** Asks the user to confirm the rotation of a key, or says that a key kept for the session only can't be rotated. */
export const RotateDialog = ({ rotate, keys, profile, onReplaceKey }: RotateDialogProps) => {
  const action = useStore(rotate.store)
  const listed = useStore(keys.store)
  const names = profilesToRotate(profile, listed)
  const unread = unreadProfiles(listed)
  if (action.step !== 'confirming') return null
  // Main would refuse this.
  if (profile.kind === 'service' && profile.keyStorage === 'session')
    return (
      <Dialog
        title={rotationText.sessionKeyTitle(profile.name)}
        open
        onClose={rotate.cancel}
        foot={
          <>
            <Button onClick={rotate.cancel}>{messages.common.close}</Button>
            <Button
              onClick={() => {
                rotate.cancel()
                onReplaceKey()
              }}
            >
              {messages.profiles.replaceKey}
            </Button>
          </>
        }
      >
        <p>{messages.issue.text({ path: [], code: 'sessionKey' })}</p>
      </Dialog>
    )
  return (
    <Dialog
      title={rotationText.confirmTitle(profile.name)}
      open
      onClose={rotate.cancel}
      foot={<DialogFooter text={rotationText.confirm} onClose={rotate.cancel} onCommit={rotate.rotate} />}
    >
      <p>{rotationText.confirmText}</p>
      {names.length > 0 && <p>{rotationText.confirmProfiles(names)}</p>}
      {unread.length > 0 && <p>{rotationText.confirmUnread(unread)}</p>}
      <p>{rotationText.confirmOthers}</p>
    </Dialog>
  )
}
