import type { DeskCrash } from './rotate-order.ts'

/** At which moment of a request for keys the service ends the desk that sent it. */
export type ServiceCrash = { method: 'POST' | 'DELETE' | 'PUT'; moment: 'received' | 'done' }

/** A moment of a rotation at which everything ends: in the desk, or in the service. */
export type RotatePoint = { desk: DeskCrash } | { service: ServiceCrash }

const record = (
  step: Extract<DeskCrash, { at: 'record' }>['step'],
  when: 'before' | 'after' = 'after',
): RotatePoint => ({
  desk: { at: 'record', step, when },
})

/** The moments on the way to a new key, in the order in which a rotation meets them. */
export const forwardPoints: Readonly<Record<string, RotatePoint>> = {
  'before anything is written down': record('keeping', 'before'),
  'decided and written down': record('keeping'),
  'old key laid aside': { desk: { at: 'set', account: '/old', when: 'after' } },
  'creating written down': { desk: { at: 'record', step: 'creating', when: 'after', named: false } },
  'the new key’s name written down': { desk: { at: 'record', step: 'creating', when: 'after', named: true } },
  'request for a key arrived, none made': { service: { method: 'POST', moment: 'received' } },
  'key made, answer lost': { service: { method: 'POST', moment: 'done' } },
  'key read, not written down': record('storing', 'before'),
  'storing written down': record('storing'),
  'new key in the keychain': { desk: { at: 'set', account: '/new', when: 'after' } },
  'proving written down': record('proving'),
  'switching written down': record('switching'),
  'one profile of two switched': { desk: { at: 'set', account: '', when: 'after' } },
  'archiving written down': record('archiving'),
  'archiving arrived, not done': { service: { method: 'DELETE', moment: 'received' } },
  'old key archived, answer lost': { service: { method: 'DELETE', moment: 'done' } },
  'proof of the end written down': record('provingOld'),
  'old key dead, not written down': record('tidying', 'before'),
  'tidying written down': record('tidying'),
  'one copy removed of two': { desk: { at: 'delete', account: '/old', when: 'after' } },
  'over, and written down': record('done'),
}

/** The moments on the way back, from a rotation whose old key is archived already. */
export const backPoints: Readonly<Record<string, RotatePoint>> = {
  'taking back written down': record('restoring'),
  'reactivating arrived, not done': { service: { method: 'PUT', moment: 'received' } },
  'old key reactivated, answer lost': { service: { method: 'PUT', moment: 'done' } },
  'one profile of two switched back': { desk: { at: 'set', account: '', when: 'after' } },
  'archiving the new one written down': record('archivingNew'),
  'new key archived, answer lost': { service: { method: 'DELETE', moment: 'done' } },
  'tidying back written down': record('tidyingBack'),
  'one copy removed of two, back': { desk: { at: 'delete', account: '/new', when: 'after' } },
}
