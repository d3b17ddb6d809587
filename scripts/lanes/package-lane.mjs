import { inRoot } from '../lib/paths.mjs'
import { PlainError } from '../lib/run.mjs'
import { readRuntime } from '../lib/runtime.mjs'
import { describeFuses } from '../package/fuses.mjs'
import { makeApp, rememberMade } from '../package/make-app.mjs'
import { laneNotRun, told } from './lane.mjs'

/** Makes the unpacked app for the shell lane, which starts it; what is in it and its fuses count as one test each. */
export async function packageLane() {
  const runtime = readRuntime()
  if (!runtime) return laneNotRun('package', 'there is no Electron')
  console.log('\n── package')
  const start = performance.now()
  try {
    const made = await makeApp({ runtime, out: inRoot('.cache/package/dist') })
    rememberMade(made)
    return judged(made, start)
  } catch (error) {
    if (error instanceof PlainError) return laneNotRun('package', error.message)
    throw error
  }
}

function judged({ faults, fuses }, start) {
  for (const fault of faults) console.log(`   ${fault}`)
  const fusesHold = fuses.strict === fuses.known
  if (!fusesHold) console.log(describeFuses(fuses).join('\n'))
  const failed = (faults.length > 0 ? 1 : 0) + (fusesHold ? 0 : 1)
  console.log(
    `   ${fuses.strict} of ${fuses.known} fuses are strict${fuses.missing.length > 0 ? `; this Electron has no ${fuses.missing.join(', ')}` : ''}`,
  )
  return told({ name: 'package', passed: 2 - failed, failed, seconds: (performance.now() - start) / 1000 })
}
