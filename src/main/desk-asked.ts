import { succeed } from '../contract/failure.ts'
import type { Operations } from '../contract/operations.ts'
import type { NumberOperations } from './desk-numbers.ts'
import type { DeskParts } from './desk.ts'
import { type AskedDoor, createAskedDoor } from './links/asked-door.ts'
import type { Outside } from './links/outside.ts'
import type { SettingsBook } from './settings/settings-book.ts'

export type AskedOperations = Pick<Operations, 'takeAsked' | 'systemTies'>

export type DeskAskedParts = Pick<DeskParts, 'clipboard' | 'announce'> & {
  outside: Outside
  settings: SettingsBook
  numbers: NumberOperations
}

/** What comes from outside the window: the door it comes in at, and the operations by which the page takes it. */
export const createDeskAsked = (parts: DeskAskedParts): { door: AskedDoor; operations: AskedOperations } => {
  const { announce, numbers, outside } = parts
  const door = createAskedDoor({
    ...parts,
    readPhoneNumber: numbers.readPhoneNumber,
    readPasted: numbers.readPasted,
    announce: () => announce('askedChanged', {}),
  })
  return {
    door,
    operations: {
      takeAsked: async () => succeed({ asked: door.take() }),
      systemTies: async () => succeed(outside.ties()),
    },
  }
}
