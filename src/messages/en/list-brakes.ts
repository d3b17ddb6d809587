import type { Brake } from '../../contract/list.ts'
import { common } from './common.ts'

export type BrakeText = { title: string; text: string }

/** Why a list paused: what happened, what to do, and who can do it. Stays true after the cause is fixed, until Resume. */
export const brakes: Record<Brake, BrakeText> = {
  noCredit: {
    title: 'Paused: not enough credit, or the model keys were rejected',
    text: 'Resume once your administrator has added credit or corrected the model keys.',
  },
  keyRefused: {
    title: 'Paused: the service rejected the key',
    text: 'Resume once the key works. You can replace it in Keys.',
  },
  keyUnreadable: {
    title: 'Paused: Rundesk couldn’t read this profile’s key',
    text: 'Resume once Rundesk can read the key. Until then, Keys shows the cause and what to do.',
  },
  profileRemoved: { title: 'Paused: its profile was removed', text: 'Its remaining rows can’t be called.' },
  agentArchived: {
    title: 'Paused: the agent was archived or removed',
    text: 'Resume once your administrator has restored the agent.',
  },
  agentChanged: {
    title: 'Paused: the agent was changed',
    text: 'When you resume, rows that haven’t been called yet use the agent’s current version.',
  },
  agentSilent: {
    title: 'Paused: the agent had no opening',
    text: 'Resume once your administrator has added an opening to the agent.',
  },
  configurationNotReady: {
    title: 'Paused: the telephony configuration wasn’t ready',
    text: 'Resume once your administrator has fixed the configuration.',
  },
  carrierFailures: {
    title: 'Paused: 5 of the last 10 calls failed',
    text: 'Resume once the cause is fixed. To see the cause, open one of these calls.',
  },
  // The service may have responded with an error, and a call without a valid response may have been placed.
  serviceUnavailable: {
    title: 'Paused: the service didn’t confirm a call',
    text: 'Check the connection under Support, then resume.',
  },
  diskRefused: {
    title: 'Paused: Rundesk couldn’t save calls',
    text: 'Resume once Rundesk can save calls. To see whether it can, go to Settings > History.',
  },
  maxCalls: {
    title: 'Paused: the list reached its maximum number of calls',
    text: 'Resume to call more rows, up to the maximum again.',
  },
  heldRows: {
    title: 'Paused: held rows may have been called already',
    text: 'An earlier call may have reached the person, or may be missing from the history. A new list can’t have such rows. To call them again, release them and resume. Otherwise, leave them out.',
  },
  historyGap: {
    title: 'Paused: calls may be missing from the history',
    text: `Resume once you’ve read the notice in Settings > History and pressed “${common.acknowledgeLoss}”.`,
  },
  guardsUnreadable: {
    title: 'Paused: Rundesk couldn’t check who may be called',
    text: 'Resume once you’ve restarted Rundesk.',
  },
  clockChanged: {
    title: 'Paused: this computer’s clock was changed',
    text: 'Check this computer’s date and time, then resume.',
  },
  restarted: {
    title: 'Interrupted: Rundesk was closed while this list was running',
    text: 'Resume to call the rows that are still ready. Unknown and held rows aren’t called.',
  },
}
