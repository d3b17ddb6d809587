import type { Fault } from './fault.ts'
import { detail, plainServerError } from './refusal-faults.ts'

const page = '<html><head><title>404 Not Found</title></head></html>'

function failed(last: string, name: string, sentence: string, status: number, error: string, rings: boolean): Fault {
  return {
    name,
    phoneNumber: `+141555501${last}`,
    sentence,
    run: 'failed',
    rings,
    answer: detail(status, error),
    error,
  }
}

function refusedByBilling(last: string, name: string, sentence: string, error: string): Fault {
  return failed(last, name, sentence, 402, error, false)
}

function refusedByCarrier(last: string, name: string, sentence: string, reason: string, rings: boolean): Fault {
  return failed(last, name, sentence, 400, `Failed to initiate call: ${reason}`, rings)
}

/** Refusals that come after the run was made: a failed run stays behind, and its id is not in the answer. */
export const carrierFaults: readonly Fault[] = [
  refusedByBilling(
    '30',
    'quota-exhausted',
    'The credits are used up (402).',
    'You have exhausted your trial credits. Please add credits to keep calling.',
  ),
  refusedByBilling(
    '31',
    'quota-unverified',
    'The credits could not be checked just now (402).',
    'Could not verify Dograh credits. Please try again.',
  ),
  refusedByBilling(
    '32',
    'model-keys-invalid',
    'The model configuration has bad keys (402).',
    'You have invalid keys in your model configuration. Please update them.',
  ),
  refusedByCarrier(
    '33',
    'carrier-refused',
    'The carrier refuses the number (400).',
    '400: {"code": 21211, "message": "Invalid To"}',
    false,
  ),
  refusedByCarrier(
    '34',
    'carrier-error',
    'The carrier is in trouble (400).',
    '503: Failed to create call: Service Unavailable',
    false,
  ),
  refusedByCarrier(
    '35',
    'carrier-unreachable',
    'The carrier was never reached (400).',
    'Cannot connect to host carrier.example:443 ssl:default [Connect call failed]',
    false,
  ),
  refusedByCarrier(
    '36',
    'carrier-unclear',
    'The carrier answered something unreadable and the phone rings all the same (400).',
    'Expecting value: line 1 column 1 (char 0)',
    true,
  ),
  refusedByCarrier(
    '37',
    'carrier-dropped',
    'The carrier dropped the line and the phone rings all the same (400).',
    'Server disconnected',
    true,
  ),
  refusedByCarrier(
    '38',
    'carrier-silent',
    'The carrier never answered and the phone rings all the same (400).',
    '',
    true,
  ),
  refusedByCarrier(
    '39',
    'carrier-created',
    'The carrier made the call but the service took it for a failure (400).',
    '201: Failed to create ARI channel: {"id": "1"}',
    true,
  ),
  refusedByCarrier(
    '40',
    'carrier-page',
    'The carrier answers with a page (400).',
    `404: Failed to create ARI channel: ${page}`,
    false,
  ),
  {
    name: 'server-error-after',
    phoneNumber: '+14155550141',
    sentence: 'The service breaks after it made the run, which stays open for ever (500).',
    run: 'orphaned',
    rings: false,
    answer: plainServerError,
  },
]
