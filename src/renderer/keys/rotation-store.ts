import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure, Outcome } from '../../contract/failure.ts'
import type { Rotation } from '../../contract/key-rotation.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'

/** What a person is doing about a rotation: nothing, being asked, waiting for it, or told why it did not begin. */
export type RotateAct =
  | { step: 'idle' }
  | { step: 'asking' }
  | { step: 'working' }
  | { step: 'refused'; failure: Failure }

export type RotationStore = {
  readonly rotation: FactStore<Rotation | null>
  readonly store: StoreApi<RotateAct>
  readonly ask: () => void
  readonly cancel: () => void
  readonly rotate: () => Promise<void>
  readonly resume: () => Promise<void>
  readonly undo: () => Promise<void>
  /** Follows what main announces until its end is called. */
  readonly follow: () => () => void
}

/** Makes the rotation of a profile's key as a person sees it; where it stands is always asked of main. */
export const createRotationStore = (
  { desk, now }: Parts,
  profileId: string,
  listChanged: () => void,
): RotationStore => {
  const rotation = createFact(async (): Promise<Outcome<Rotation | null>> => {
    const read = await desk.readRotation({ profileId })
    return read.ok ? { ok: true, value: read.value.rotation } : read
  }, now)
  const store = createStore<RotateAct>(() => ({ step: 'idle' }))

  const work = async (asked: () => Promise<Outcome<Rotation>>): Promise<void> => {
    if (store.getState().step === 'working') return
    store.setState({ step: 'working' }, true)
    const answer = await settle(asked())
    store.setState(answer.ok ? { step: 'idle' } : { step: 'refused', failure: answer.failure }, true)
    // What was announced on the way may still be read: the newest is asked for after it.
    await rotation.askAfresh()
    listChanged()
  }

  return {
    rotation,
    store,
    ask: () => {
      if (store.getState().step !== 'working') store.setState({ step: 'asking' }, true)
    },
    cancel: () => store.setState({ step: 'idle' }, true),
    rotate: () => work(() => desk.rotateKey({ profileId })),
    resume: () => work(() => desk.resumeRotation({ profileId })),
    undo: () => work(() => desk.undoRotation({ profileId })),
    follow: () => {
      void rotation.ask()
      return desk.onRotationsChanged(() => void rotation.askAfresh())
    },
  }
}
