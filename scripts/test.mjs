// `npm test`: every lane, in order; the last line is "N passed, N failed".
import { aboutElectron } from './hygiene/hygiene.mjs'
import { auditLane, electronRulesLane, hygieneLane } from './lanes/hygiene-lane.mjs'
import { labsLane } from './lanes/labs-lane.mjs'
import { finish, laneNotRun, vitestLane } from './lanes/lane.mjs'
import { packageLane } from './lanes/package-lane.mjs'
import { staticLanes } from './lanes/quick-lanes.mjs'
import { electronVersion, enginesLane, shellLane } from './lanes/window-lanes.mjs'
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

await rerunOnNode24(import.meta.url)
await main(async () => {
  const electron = await electronVersion()
  const about = [`Electron of the shell lane: ${electron}`, `Node: ${process.versions.node}`, aboutElectron()]
  console.log(about.join('\n'))
  const lanes = await staticLanes()
  lanes.push(await guarded('hygiene', hygieneLane))
  lanes.push(await guarded('audit', auditLane))
  lanes.push(await guarded('electron rules', electronRulesLane))
  for (const name of ['contract', 'specification', 'client', 'unit', 'desk']) lanes.push(await vitestLane(name))
  lanes.push(await guarded('labs', labsLane))
  lanes.push(await guarded('engines', enginesLane))
  lanes.push(await guarded('package', packageLane))
  lanes.push(await guarded('shell', shellLane))
  finish(lanes, about)
})

/** A lane that breaks must not take the others' results with it. */
async function guarded(name, lane) {
  try {
    return await lane()
  } catch (error) {
    console.error(error)
    return laneNotRun(name, 'it broke, see above')
  }
}
