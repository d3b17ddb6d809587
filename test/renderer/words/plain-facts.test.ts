import { describe, expect, it } from 'vitest'
import { words } from '../../../src/renderer/words/words.ts'
import { settings } from '../../../src/renderer/words/english/settings.ts'
import { everyState } from './every-state.ts'

const acceptedStates = Object.values(everyState.accepted)
const started = acceptedStates.find((state) => state.state === 'accepted' && state.progress === 'started')
if (started?.state !== 'accepted') throw new Error('No accepted call to speak of.')

describe('what could be misread', () => {
  it('is not the writing down of a call: nothing of it is about sound', () => {
    const told = [settings.history.fine, settings.history.stopped]
    for (const sentence of told) {
      expect(sentence).toMatch(/written down/)
      expect(sentence).not.toMatch(/record/)
    }
  })

  it('is not the name of a run: it says that it is one', () => {
    expect(words.callState.inWords({ ...started, reconciled: false }).why).toContain(`named ${started.workflowRunName}`)
  })

  it('is not when a recording comes: the sentence is true before and after', () => {
    expect(words.callState.inWords(started).next).not.toMatch(/later/)
  })

  it('is not whether practice counts among the other profiles', () => {
    expect(settings.calling.repeatHint).toMatch(/practice/i)
    expect(words.lights.inShort({ light: 'practice' }, 0)).toMatch(/no phone rings/)
  })

  it('is not the word of a moment long past: what was answered then says that it was then', () => {
    const told = words.callState.inWords({ ...started, reconciled: false, status: 'initiated' })
    expect(told.service).toBeNull()
    expect(told.why).toContain('answered “initiated” then')
  })

  it('is not the bare name of a run, where a list says what became of a call', () => {
    expect(words.callState.inShort({ outcome: started })).toBe(`placed, named ${started.workflowRunName}`)
  })
})
