// `npm run deps:check`: checks licenses, lockfiles, known vulnerabilities and Electron's security checklist.
// Writes a report of all licenses and a bill of materials (CycloneDX) to .cache/deps; its last line is one JSON object.
import { mkdirSync, writeFileSync } from 'node:fs'
import { licenseReport } from './deps/report.mjs'
import { readBom } from './deps/report.mjs'
import { auditLane, dependenciesLane, electronRulesLane } from './lib/lanes.mjs'
import { inRoot } from './lib/paths.mjs'
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

await rerunOnNode24(import.meta.url)

await main(async () => {
  const lanes = [await dependenciesLane(), await auditLane(), await electronRulesLane()]
  mkdirSync(inRoot('.cache/deps'), { recursive: true })
  writeFileSync(inRoot('.cache/deps/licenses.md'), licenseReport())
  writeFileSync(inRoot('.cache/deps/sbom.cdx.json'), `${JSON.stringify(await readBom(), undefined, 2)}\n`)
  const results = Object.fromEntries(
    lanes.map(({ name, failed, notRun }) => [name, notRun ? 'not run' : failed === 0 ? 'held' : 'broken']),
  )
  console.log(JSON.stringify({ ...results, reports: ['.cache/deps/licenses.md', '.cache/deps/sbom.cdx.json'] }))
  if (lanes.some(({ failed }) => failed > 0)) process.exitCode = 1
})
