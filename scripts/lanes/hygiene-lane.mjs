import { auditDependencies } from '../hygiene/audit.mjs'
import { checkElectronRules } from '../hygiene/electron-rules.mjs'
import { inspectDependencies } from '../hygiene/hygiene.mjs'
import { PlainError } from '../lib/run.mjs'
import { laneNotRun, told } from './lane.mjs'

/** What others wrote and we build with: locked, licensed, supported. Needs no network; each rule counts as one test. */
export function hygieneLane() {
  console.log('\n── hygiene')
  const start = performance.now()
  const rules = inspectDependencies()
  const broken = rules.filter(({ faults }) => faults.length > 0)
  for (const { name, faults } of broken)
    console.log(`   ${name}:\n${faults.map((fault) => `     ${fault}`).join('\n')}`)
  const passed = rules.length - broken.length
  return told({ name: 'hygiene', passed, failed: broken.length, seconds: since(start) })
}

/**
 * Known weaknesses of what is locked, as the registry tells them. A registry that gives no answer is told as NOT RUN and
 * counts as nothing, since no change of ours can mend it; with RUNDESK_REQUIRE_AUDIT=yes it counts as a failure.
 * (A package of the product is never made without an answer: scripts/package.mjs.)
 */
export async function auditLane() {
  console.log('\n── audit')
  const start = performance.now()
  const { state, told: words, faults } = await auditDependencies()
  if (state === 'not run') {
    const failed = process.env.RUNDESK_REQUIRE_AUDIT === 'yes' ? 1 : 0
    return told({ name: 'audit', passed: 0, failed, seconds: since(start), notRun: words })
  }
  console.log(`   ${words}`)
  return told({ name: 'audit', passed: faults.length === 0 ? 1 : 0, failed: faults.length, seconds: since(start) })
}

/** Electron's own security advice, looked for in our sources; that planted faults are found counts as a test of its own. */
export async function electronRulesLane() {
  console.log('\n── electron rules')
  const start = performance.now()
  try {
    const { files, findings, unexplained, idle, unread, control } = await checkElectronRules()
    const wrong = [...unexplained, ...idle, ...unread]
    for (const one of wrong) console.log(`   ${JSON.stringify(one)}`)
    for (const name of control.missed) console.log(`   the planted fault in ${name} was not found`)
    console.log(`   ${files} files, ${findings} findings, ${unexplained.length} unexplained`)
    const failed = (wrong.length > 0 ? 1 : 0) + (control.missed.length > 0 ? 1 : 0)
    return told({ name: 'electron rules', passed: 2 - failed, failed, seconds: since(start) })
  } catch (error) {
    if (error instanceof PlainError) return laneNotRun('electron rules', error.message)
    throw error
  }
}

const since = (start) => (performance.now() - start) / 1000
