import type { PhoneNumberReading } from '../../../src/contract/phone-number.ts'
import type { Run } from '../../../src/contract/run.ts'

const kindAsTyped = (text: string): PhoneNumberReading['kind'] => {
  if (text.includes('@')) return 'sip'
  return /^\d{2,6}$/.test(text) ? 'short' : 'other'
}

/** Reads a number as main does, near enough for a screen. */
export const readFakeNumber = (text: string, asTyped: boolean): PhoneNumberReading | null => {
  const digits = text.replace(/[\s().-]/g, '')
  const plain = { national: null, lineType: null, assumed: null, extension: null }
  if (asTyped) {
    const [dial, kind, standing] = [text.trim(), kindAsTyped(text.trim()), 'unjudged'] as const
    return { ...plain, text, dial, display: dial, country: null, kind, standing, isE164: false, isValid: true }
  }
  if (!/^\+\d{7,15}$/.test(digits)) return null
  const display = digits.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
  const isValid = !digits.startsWith('+1999')
  const country = digits.startsWith('+1') ? 'US' : null
  const standing = isValid ? 'valid' : 'possible'
  return { ...plain, text, dial: digits, display, country, kind: 'telephone', standing, isE164: true, isValid }
}

/** A finished run as the service tells it. */
export const fakeRun = (workflowRunId: number): Run => ({
  workflowRunId,
  workflowRunName: `WR-API-${workflowRunId}`,
  workflowId: 1,
  isCompleted: true,
  createdAt: '2026-11-21T09:10:17Z',
  calledNumber: '+14155550123',
  callerNumber: '+18005550100',
  disposition: 'qualified',
  error: null,
  durationSeconds: 72,
  steps: [
    { status: 'ringing', at: '2026-11-21T09:10:19Z' },
    { status: 'answered', at: '2026-11-21T09:10:31Z' },
  ],
  hasRecording: true,
  hasTranscript: true,
  initialContext: {},
})
