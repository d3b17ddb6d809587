import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { messages } from '../../../src/messages/index.ts'
import { RunDetails } from '../../../src/renderer/ui/run-details.tsx'
import { createRun } from '../../support/run-samples.ts'

it('says that carrier events may follow only while the run is not over', () => {
  const { noSteps } = messages.support.runDetails
  const shown = (isCompleted: boolean) =>
    renderToStaticMarkup(createElement(RunDetails, { run: createRun({ isCompleted }) }))
  expect(noSteps(true)).not.toBe(noSteps(false))
  expect(shown(false)).toContain(`>${noSteps(false)}<`)
  expect(shown(true)).toContain(`>${noSteps(true)}<`)
})
