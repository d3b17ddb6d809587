import type { Fault } from './fault.ts'
import { badGatewayPage } from './refusal-faults.ts'

const placed = { run: 'made', rings: true } as const
const nothing = { run: 'none', rings: false } as const

/** Where the redirect fault points: on the same origin, where a client that follows it is counted. */
export const redirectTarget = '/practice/redirected'

/** Trouble between the service and its client. Where a run was made, the phone rings whatever the client sees. */
export const wireFaults: readonly Fault[] = [
  {
    ...placed,
    name: 'slow',
    phoneNumber: '+14155550150',
    sentence: 'The call is placed, and the answer takes its time.',
    slowness: 'slowMs',
  },
  {
    ...placed,
    name: 'very-slow',
    phoneNumber: '+14155550151',
    sentence: 'The call is placed, and the answer takes longer than a minute.',
    slowness: 'verySlowMs',
  },
  {
    ...placed,
    name: 'answer-lost',
    phoneNumber: '+14155550152',
    sentence: 'The call is placed, and the connection closes without an answer.',
    how: 'closed',
  },
  {
    ...nothing,
    name: 'cut-before',
    phoneNumber: '+14155550153',
    sentence: 'The connection is cut before anything is placed.',
    how: 'reset',
  },
  {
    ...placed,
    name: 'cut-after',
    phoneNumber: '+14155550154',
    sentence: 'The call is placed, and the connection is cut.',
    how: 'reset',
  },
  {
    ...placed,
    name: 'cut-head',
    phoneNumber: '+14155550155',
    sentence: 'The call is placed, and the answer breaks off in its first line.',
    how: 'cutHead',
  },
  {
    ...placed,
    name: 'cut-body',
    phoneNumber: '+14155550156',
    sentence: 'The call is placed, and the answer breaks off in its body.',
    how: 'cutBody',
  },
  {
    ...placed,
    name: 'junk-body',
    phoneNumber: '+14155550157',
    sentence: 'The call is placed, and the answer is not JSON.',
    answer: { status: 200, contentType: 'application/json', body: '{"status":"initiated","workflow_run_id":' },
  },
  {
    ...placed,
    name: 'html-ok',
    phoneNumber: '+14155550158',
    sentence: 'The call is placed, and a web page comes back as if all were well.',
    answer: {
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><title>Welcome</title><p>Please sign in.</p>',
    },
  },
  {
    ...nothing,
    name: 'redirect',
    phoneNumber: '+14155550159',
    sentence: 'The service sends the client elsewhere, and nothing is placed.',
    answer: { status: 307, contentType: 'text/plain; charset=utf-8', body: '', location: redirectTarget },
  },
  {
    ...placed,
    name: 'silence',
    phoneNumber: '+14155550160',
    sentence: 'The call is placed, and no answer ever comes.',
    how: 'silent',
  },
  {
    ...nothing,
    name: 'silence-before',
    phoneNumber: '+14155550161',
    sentence: 'Nothing is placed, and no answer ever comes.',
    how: 'silent',
  },
  {
    ...placed,
    name: 'bad-gateway-after',
    phoneNumber: '+14155550162',
    sentence: 'The call is placed, and a proxy answers with a page (502).',
    answer: badGatewayPage,
  },
  {
    ...placed,
    name: 'wrong-types',
    phoneNumber: '+14155550163',
    sentence: 'The call is placed, and the answer has fields of the wrong types.',
    answer: {
      status: 200,
      contentType: 'application/json',
      body: '{"status":1,"workflow_run_id":"seven","workflow_run_name":null}',
    },
  },
]
