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

it('attributes the result of a run to the service, because Rundesk may show another outcome of the call beside it', () => {
  const run = createRun({ disposition: 'error', error: 'Expecting value: line 1 column 1 (char 0)' })
  const shown = renderToStaticMarkup(createElement(RunDetails, { run }))
  const words = messages.live.endReason('error')
  const [, name] = new RegExp(`<dt>([^<]*)</dt><dd title="error"><bdi>${words}</bdi>`).exec(shown) ?? []
  expect(name).toMatch(/service/i)
})
