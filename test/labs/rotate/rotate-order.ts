import type { RotationStep } from '../../../src/contract/key-rotation.ts'

/** Where a desk ends itself: at a write of the record, or at an act of the keychain, just before it or just after. */
export type DeskCrash =
  | { at: 'record'; step: RotationStep; when: 'before' | 'after'; named?: boolean }
  | { at: 'set' | 'delete'; account: '/old' | '/new' | ''; when: 'before' | 'after' }

/** What a desk of this lab is to be. */
export type RotateOrder = {
  dataFolder: string
  /** The keychain outlives the desk; it is the one file in which a key may stand. */
  keychainFile: string
  crash: DeskCrash | null
  /** Planted: a desk that does not write down where a rotation stands. */
  isForgetful?: boolean
  /** Planted: a desk that writes the key it has just been given beside its history. */
  isLeaky?: boolean
}
