import type { EventName } from './names.ts'
import type { Operations } from './operations.ts'
import type { Payload } from './events.ts'

type Listeners = { [N in EventName as `on${Capitalize<N>}`]: (listener: (payload: Payload<N>) => void) => () => void }

/** What the preload puts on `window.desk`: one function an operation, one subscription an event (it returns its end). */
export type Desk = Operations & Listeners
