import type { RotationStep } from '../../../src/contract/key.ts'

/** Where the app kills itself: just before or after a write to the record, or a keychain operation. */
export type AppCrash =
  | { at: 'record'; step: RotationStep; when: 'before' | 'after'; named?: boolean }
  | { at: 'set' | 'delete'; account: '/old' | '/new' | ''; when: 'before' | 'after' }

/** The options of an app in this lab. */
export type RotateOptions = {
  dataFolder: string
  /** The keychain outlives the app. Only this file may contain keys. */
  keychainFile: string
  crash: AppCrash | null
  /** Injected bug: does not record the steps of a rotation. */
  skipsSteps?: boolean
  /** Injected bug: writes every stored key to a file next to the history. */
  isLeaky?: boolean
}

/** The key request at which the service kills the app, before or after handling it. */
export type ServiceCrash = { method: 'POST' | 'DELETE' | 'PUT'; moment: 'received' | 'done' }

/** A crash during a rotation, caused by the app or by the service. */
export type RotatePoint = { app: AppCrash } | { service: ServiceCrash }

const record = (
  step: Extract<AppCrash, { at: 'record' }>['step'],
  when: 'before' | 'after' = 'after',
): RotatePoint => ({
  app: { at: 'record', step, when },
})

/** The points of a rotation, in order. */
export const forwardPoints: Readonly<Record<string, RotatePoint>> = {
  'before anything is recorded': record('keeping', 'before'),
  'decision recorded': record('keeping'),
  'old key copied': { app: { at: 'set', account: '/old', when: 'after' } },
  'creating recorded': { app: { at: 'record', step: 'creating', when: 'after', named: false } },
  'the new key’s name recorded': { app: { at: 'record', step: 'creating', when: 'after', named: true } },
  'request for a key arrived, none made': { service: { method: 'POST', moment: 'received' } },
  'key made, answer lost': { service: { method: 'POST', moment: 'done' } },
  'key read, not recorded': record('storing', 'before'),
  'storing recorded': record('storing'),
  'new key in the keychain': { app: { at: 'set', account: '/new', when: 'after' } },
  'proving recorded': record('proving'),
  'switching recorded': record('switching'),
  'one profile of two switched': { app: { at: 'set', account: '', when: 'after' } },
  'archiving recorded': record('archiving'),
  'archiving arrived, not done': { service: { method: 'DELETE', moment: 'received' } },
  'old key archived, answer lost': { service: { method: 'DELETE', moment: 'done' } },
  'old key test recorded': record('provingOld'),
  'old key rejected, not recorded': record('tidying', 'before'),
  'cleanup recorded': record('tidying'),
  'one copy removed of two': { app: { at: 'delete', account: '/old', when: 'after' } },
  'end recorded': record('done'),
}

/** The points of an undo of a rotation whose old key is already archived. */
export const backPoints: Readonly<Record<string, RotatePoint>> = {
  'undo recorded': record('restoring'),
  'reactivating arrived, not done': { service: { method: 'PUT', moment: 'received' } },
  'old key reactivated, answer lost': { service: { method: 'PUT', moment: 'done' } },
  'one profile of two switched back': { app: { at: 'set', account: '', when: 'after' } },
  'archiving of the new key recorded': record('archivingNew'),
  'new key archived, answer lost': { service: { method: 'DELETE', moment: 'done' } },
  'cleanup of the undo recorded': record('tidyingBack'),
  'one copy removed of two, in the undo': { app: { at: 'delete', account: '/new', when: 'after' } },
}
