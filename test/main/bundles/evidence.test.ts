import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import { evidenceSchema } from '../../../src/contract/evidence.ts'
import { fail } from '../../../src/contract/failure.ts'
import { evidencePage } from '../../../src/main/bundles/evidence-page.ts'
import { maskNumber } from '../../../src/main/bundles/mask-text.ts'
import { sealText } from '../../../src/main/bundles/seal.ts'
import { verifyEvidence } from '../../../src/main/bundles/verify-evidence.ts'
import { createKeyMask } from '../../../src/main/log/mask-key.ts'
import { createScrub } from '../../../src/main/log/scrub.ts'
import { aBundle, aKnown, anEvidence } from './an-evidence.ts'

const faultOf = (bytes: Uint8Array, noted: string | null = null) => {
  const verified = verifyEvidence(bytes, noted)
  return verified.ok ? 'sound' : verified.fault
}

describe('a bundle as it was made', () => {
  it('is sound, and gives back what was put into it', () => {
    const { bytes, seal } = aBundle()
    expect(verifyEvidence(bytes)).toMatchObject({ ok: true, seal, evidence: { call: { workflowRunId: 48_213 } } })
    expect(faultOf(bytes, seal)).toBe('sound')
    expect(faultOf(bytes, seal.toUpperCase())).toBe('sound')
  })

  it('is a page that may neither run nor load anything, and reads on its own', () => {
    const text = aBundle().bytes.toString('utf8')
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(text).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(text).toContain('&lt;b&gt;soon&lt;/b&gt;')
    expect(text).not.toMatch(/<b>|<script(?! type="application\/json")|<img|<link|https?:\/\/(?!voice\.acme\.example)/)
    for (const title of ['The call', 'What happened', 'The request as sent', 'Note', 'What the service says', 'Proof'])
      expect(text).toContain(`<h2>${title}</h2>`)
  })

  it('says what left the computer, and with which head', () => {
    const { request } = anEvidence()
    expect(request).toMatchObject({
      mayHaveLeft: true,
      method: 'POST',
      url: 'https://voice.acme.example/api/v1/public/agent/workflow/7f3c2a1e-0000-4000-8000-000000009b21',
      headers: { 'x-api-key': '[secret]' },
      body: { phone_number: '…101', telephony_configuration_id: 1, from_phone_number_id: 2 },
    })
    expect(anEvidence(aKnown({ outcome: { state: 'notSent', cause: 'noRoute' } })).request.mayHaveLeft).toBe(false)
  })

  it('carries our own id in the context, as the request did', () => {
    const known = aKnown()
    const { body } = anEvidence(known).request
    expect(body).toMatchObject({ initial_context: { rundesk_call_id: known.detail.call.callId } })
    expect(JSON.stringify(anEvidence(aKnown({ referenceName: null })).request.body)).not.toContain('rundesk_call_id')
  })

  it('tells of a service that did not answer, and of a run nobody could be asked about', () => {
    const silent = aKnown()
    silent.told = { at: '2026-11-21T09:30:00.000Z', run: fail({ kind: 'unreachable', cause: 'refused' }) }
    expect(anEvidence(silent).service).toEqual({
      askedAt: '2026-11-21T09:30:00.000Z',
      run: null,
      failure: 'unreachable',
    })
    expect(anEvidence({ ...aKnown(), told: null }).service).toBeNull()
    for (const known of [silent, { ...aKnown(), told: null }]) expect(faultOf(aBundle(known).bytes)).toBe('sound')
  })
})

describe('what is masked', () => {
  const digits = (text: string): string => text.replace(/[^\d]/g, '')
  /** Hashes, salts, ids and times are full of digits and ring nobody. */
  const withoutIds = (text: string): string =>
    text
      .replace(/[0-9a-f]{32,64}/g, ' ')
      .replace(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, ' ')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ' ')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ' ')

  it('no number stands in it beyond its last three digits, in any spelling', () => {
    const text = withoutIds(aBundle().bytes.toString('utf8'))
    for (const number of ['4155550101', '8005550100']) expect(digits(text)).not.toContain(number.slice(-7))
    expect(text).toContain('…101')
    expect(text.match(/\d{7,}/g)).toEqual(['12345678', '12345678'])
  })

  it.each([
    ['10011', { note: 'short' }],
    ['4711', { note: 'four' }],
    ['112', { note: 'three' }],
  ])('a short number too: %s', (phoneNumber) => {
    const known = aKnown(
      { phoneNumber, phoneNumberDisplay: phoneNumber },
      { initialContext: { to: phoneNumber, price: `${phoneNumber}5`, text: `dial ${phoneNumber} now` } },
    )
    const { request } = anEvidence(known)
    expect(request.body).toMatchObject({
      phone_number: '…',
      initial_context: { to: '…', price: `${phoneNumber}5`, text: 'dial … now' },
    })
  })

  it('an endpoint that is no number is not told at all', () => {
    const phoneNumber = 'sip:jane@example.org'
    const text = aBundle(
      aKnown({ phoneNumber, phoneNumberDisplay: phoneNumber }, { initialContext: { to: phoneNumber } }),
    )
    expect(text.bytes.toString('utf8')).not.toContain('jane@')
  })

  it('a key in the service’s own words, in a note, in a context, a name or a run', () => {
    const key = 'dgr_Zk3vQ8pL0sT5wY2bN7cX1mR4hJ6gF9dAeUiOoPaSzDk'
    const known = aKnown(
      { agentName: `agent ${key}`, profileName: key, telephonyConfigurationName: key },
      {
        note: { text: `the key is ${key}`, at: '2026-11-21T09:20:00.000Z' },
        initialContext: { [key]: { deep: [key] } },
      },
    )
    const rejected: CallState = { state: 'rejected', status: 401, detail: `Invalid ${key}`, issues: [] }
    const [event] = known.proof.events
    if (event) known.proof.events = [{ ...event, state: 'rejected', outcome: JSON.stringify(rejected) }]
    const text = aBundle(known, createScrub(createKeyMask(key))).bytes.toString('utf8')
    for (const piece of [key, key.slice(8, 20), Buffer.from(key).toString('base64').slice(4, 30)])
      expect(text).not.toContain(piece)
  })

  it('gives no salt away where something had to be masked: the number could be tried against the digest', () => {
    const known = aKnown()
    const outcome: CallState = { state: 'rejected', status: 400, detail: 'No route to +14155550101', issues: [] }
    known.proof.events = known.proof.events.map((event) => ({ ...event, outcome: JSON.stringify(outcome) }))
    for (const event of anEvidence(known).events) expect([event.salt, event.text]).toEqual([null, null])
    for (const event of anEvidence().events) expect(event.salt).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each([
    ['+1 415 555 0101', '…101'],
    ['14155550101', '…101'],
    ['10011', '…'],
    ['', ''],
  ])('the number %j is shown as %j', (number, shown) => {
    expect(maskNumber(number)).toBe(shown)
  })
})

describe('a bundle that was changed', () => {
  const { bytes, seal } = aBundle()

  it('is detected at every byte, whatever bit it is', () => {
    const undetected: number[] = []
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      if (verifyEvidence(changed).ok) undetected.push(at)
    }
    expect([bytes.length > 8_000, undetected]).toEqual([true, []])
  })

  it('is detected when it is cut anywhere, or anything is put behind or before it', () => {
    for (let length = 0; length < bytes.length; length += 97) expect(faultOf(bytes.subarray(0, length))).toBe('seal')
    for (const more of ['\n', ' ', '<p>', '<!-- rundesk-seal sha256:'])
      for (const made of [Buffer.concat([bytes, Buffer.from(more)]), Buffer.concat([Buffer.from(more), bytes])])
        expect(faultOf(made)).toBe('seal')
  })

  it('and sealed anew, is detected by the seal that was noted', () => {
    const text = bytes.toString('utf8').replace(/<!-- rundesk-seal.*\n$/, '')
    const forged = sealText(text.replaceAll('qualified', 'no-answer'))
    expect(faultOf(forged.bytes)).toBe('sound')
    expect(faultOf(forged.bytes, seal)).toBe('otherSeal')
  })

  it('and sealed anew, is detected where it touches the chain', () => {
    const evidence = anEvidence()
    const forge = (change: (events: typeof evidence.events) => typeof evidence.events) =>
      sealText(evidencePage({ ...evidence, events: change(evidence.events) })).bytes
    const first = (change: object) => forge(([event, ...rest]) => (event ? [{ ...event, ...change }, ...rest] : []))
    expect(faultOf(forge((events) => events))).toBe('sound')
    expect(faultOf(first({ at: '2026-11-21T08:00:00.000Z' }))).toBe('event')
    expect(faultOf(first({ state: 'accepted' }))).toBe('event')
    expect(faultOf(first({ text: '{"state":"accepted"}' }))).toBe('event')
    expect(faultOf(first({ previous: '8'.repeat(64) }))).toBe('event')
    expect(faultOf(forge((events) => events.toReversed()))).toBe('event')
    // One in the middle is missing: what follows names another one before it.
    expect(
      faultOf(
        forge((events) =>
          events.map((event, at) => (at === 2 ? { ...event, sequence: 42 } : event)).filter((_e, at) => at !== 1),
        ),
      ),
    ).toBe('event')
  })

  it.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['a page without evidence', '<!doctype html><p>hello</p>'],
    ['broken JSON', '<script type="application/json" id="evidence">{</script>'],
    ['another JSON', '<script type="application/json" id="evidence">{"format":"other"}</script>'],
  ])('and sealed is no evidence: %s', (_name, text) => {
    expect(faultOf(sealText(text).bytes)).toBe('notEvidence')
    expect(faultOf(Buffer.from(text))).toBe('seal')
  })
})

it('names every field of an evidence, so that nothing slips into one unmasked', () => {
  expect(Object.keys(evidenceSchema.shape)).toEqual([
    'format',
    'madeAt',
    'operator',
    'app',
    'call',
    'note',
    'request',
    'events',
    'chain',
    'service',
  ])
})
