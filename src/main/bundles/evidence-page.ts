import type { Evidence } from '../../contract/evidence.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const plain = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

type Fact = readonly [name: string, value: string | number | boolean | null]

const worded = (value: Fact[1]): string => {
  if (value === null || value === '') return '–'
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

const facts = (list: readonly Fact[]): string =>
  `<dl>${list.map(([name, value]) => `<dt>${plain(name)}</dt><dd dir="auto">${plain(worded(value))}</dd>`).join('')}</dl>`

const code = (value: unknown): string => `<pre dir="ltr">${plain(JSON.stringify(value, null, 2))}</pre>`

const section = (title: string, body: string): string => `<section><h2>${plain(title)}</h2>${body}</section>`

const callFacts = ({ call }: Evidence): string =>
  facts([
    ['Run id', call.workflowRunId],
    ['State', call.state],
    ['Number', call.phoneNumber],
    ['Agent', call.agentName],
    ['Agent UUID', call.agentUuid],
    ['Profile', call.profileName],
    ['Practice', call.practice],
    ['Service', call.origin],
    ['Calls from', call.telephonyConfigurationName],
    ['Configuration id', call.telephonyConfigurationId],
    ['Caller ID', call.fromPhoneNumberText],
    ['Caller ID id', call.fromPhoneNumberId],
    ['Prepared', call.preparedAt],
    ['Connection ended', call.endedAt],
    ['Service’s clock then', call.serverDate],
    ['Call id', call.callId],
    ['Repeats call', call.redialOf],
  ])

const timeline = ({ events }: Evidence): string =>
  `<ol>${events
    .map(
      ({ at, state, outcome }) => `<li><time>${plain(at)}</time> <strong>${plain(state)}</strong>${code(outcome)}</li>`,
    )
    .join('')}</ol>`

const requested = ({ request }: Evidence): string =>
  `<p>${request.mayHaveLeft ? 'This request was sent, or may have been.' : 'No byte of this request left the computer.'}</p>` +
  `<p dir="ltr">${plain(`${request.method} ${request.url}`)}</p>${code(request.headers)}${code(request.body)}`

const told = ({ service }: Evidence): string => {
  if (service === null) return '<p>There was no run to ask about, or nobody to ask.</p>'
  const age = `<p>Asked at ${plain(service.askedAt)}.</p>`
  return service.run === null ? `${age}<p>No answer: ${plain(service.failure ?? '')}.</p>` : age + code(service.run)
}

const chain = ({ chain: known, events }: Evidence): string =>
  facts([
    ['Events in the whole history', known.events],
    ['Hash of the last one', known.head],
    ['Every event fits', known.intact],
    ['First that does not', known.firstBroken],
    ['Checked', known.checkedAt],
  ]) +
  '<p>Each event’s hash is the SHA-256 of five lines: the hash before it, the call id, the time, the state, and the digest of its text. A digest is the SHA-256 of two lines: the salt and the text.</p>' +
  `<table><tr><th>Event</th><th>State</th><th>Digest</th><th>Before</th><th>Hash</th></tr>${events
    .map(({ sequence, state, digest, previous, hash }) =>
      [sequence, state, digest, previous, hash].map((cell) => `<td>${plain(String(cell))}</td>`).join(''),
    )
    .map((row) => `<tr>${row}</tr>`)
    .join('')}</table>`

const style =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 16px;color:#161a22;background:#fff}h1{font-size:22px}h2{font-size:16px;margin:28px 0 8px}dl{display:grid;grid-template-columns:200px 1fr;gap:4px 16px;margin:0}dt{color:#5b6375}dd{margin:0;overflow-wrap:anywhere}pre{background:#f1f3f6;padding:10px;overflow:auto;font-size:13px}table{border-collapse:collapse;font:12px/1.5 monospace}td,th{border:1px solid #dfe3ea;padding:3px 6px;text-align:left;overflow-wrap:anywhere}'

/** Where the evidence itself lies in the page, as JSON; the words around it are the same for people. */
export const evidenceStart = '<script type="application/json" id="evidence">'
export const evidenceEnd = '</script>'

const titleOf = ({ call }: Evidence): string =>
  call.workflowRunId === null ? `Evidence of call ${call.callId}` : `Evidence of run ${call.workflowRunId}`

/**
 * Writes an evidence as one page that any browser opens without a network: readable, and with the whole as JSON in it.
 * SECURITY: every text is escaped, and the page may neither run nor load anything.
 */
export const evidencePage = (evidence: Evidence): string => {
  const title = titleOf(evidence)
  const json = JSON.stringify(evidence).replaceAll('<', '\\u003c')
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>${plain(title)}</title><style>${style}</style></head><body>`,
    `<h1>${plain(title)}</h1>`,
    `<p>Made by ${plain(evidence.app)} at ${plain(evidence.madeAt)} by ${plain(evidence.operator)}. Telephone numbers are masked to their last three digits; the key was never written down. The last line of this file is its seal, the SHA-256 of everything before it: <code>npm run verify-evidence -- FILE</code> checks it.</p>`,
    section('The call', callFacts(evidence)),
    section('What happened', timeline(evidence)),
    section('The request as sent', requested(evidence)),
    ...(evidence.note === null ? [] : [section('Note', `<p dir="auto">${plain(evidence.note.text)}</p>`)]),
    section('What the service says', told(evidence)),
    section('Proof', chain(evidence)),
    `${evidenceStart}${json}${evidenceEnd}`,
    '</body></html>',
    '',
  ].join('\n')
}
