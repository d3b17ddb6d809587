// `npm run hygiene`: everything that others wrote and we build with, and Electron's own security advice in our sources.
// Writes a report of all licences and a bill of materials (CycloneDX) to .cache/hygiene; its last line is one JSON object.
import { mkdirSync, writeFileSync } from 'node:fs'
import { licenceReport } from './hygiene/licence-report.mjs'
import { readBom } from './hygiene/read-bom.mjs'
import { auditLane, electronRulesLane, hygieneLane } from './lanes/hygiene-lane.mjs'
import { inRoot } from './lib/paths.mjs'
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

await rerunOnNode24(import.meta.url)

await main(async () => {
  const lanes = [hygieneLane(), await auditLane(), await electronRulesLane()]
  mkdirSync(inRoot('.cache/hygiene'), { recursive: true })
  writeFileSync(inRoot('.cache/hygiene/licences.md'), licenceReport())
  writeFileSync(inRoot('.cache/hygiene/sbom.cdx.json'), `${JSON.stringify(await readBom(), undefined, 2)}\n`)
  const results = Object.fromEntries(
    lanes.map(({ name, failed, notRun }) => [name, notRun ? 'not run' : failed === 0 ? 'held' : 'broken']),
  )
  console.log(JSON.stringify({ ...results, reports: ['.cache/hygiene/licences.md', '.cache/hygiene/sbom.cdx.json'] }))
  if (lanes.some(({ failed }) => failed > 0)) process.exitCode = 1
})
