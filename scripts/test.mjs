// `npm test`: everything that a change needs, in at most ten minutes on two cores.
//   node scripts/test.mjs                `npm test`
//   node scripts/test.mjs --full         `npm run test:full`: everything
//   node scripts/test.mjs --full --rest  everything that `npm test` does not run
// The last line is "N passed, N failed".
import { aboutElectron } from './deps/inspect.mjs'
import {
  appLane,
  auditLane,
  browserLane,
  electronRulesLane,
  electronVersion,
  finish,
  labsLane,
  otherLabs,
  packageLane,
  runLanes,
  shortLabs,
  staticLanes,
  vitestLane,
} from './lib/lanes.mjs'
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

const common = [
  ...staticLanes,
  ['unit', () => vitestLane('unit', ['unit', 'storage', 'specification', 'client'])],
  ['labs', () => labsLane(shortLabs)],
  ['browser', () => browserLane('browser', ['browser'])],
  ['app', () => appLane('app', ['--grep', '@smoke'])],
]

const rest = [
  ['audit', auditLane],
  ['electron rules', electronRulesLane],
  ['slow', () => vitestLane('slow')],
  ['long labs', () => labsLane(otherLabs)],
  ['all browser', () => browserLane('all browser', ['browser-full'])],
  ['package', packageLane],
  ['all app', () => appLane('all app', ['--grep-invert', '@smoke'])],
]

await rerunOnNode24(import.meta.url)
await main(async () => {
  const [isFull, isRest] = ['--full', '--rest'].map((option) => process.argv.includes(option))
  const about = [
    `Electron of the app tests: ${await electronVersion()}`,
    `Node: ${process.versions.node}`,
    aboutElectron(),
  ]
  console.log(about.join('\n'))
  const lanes = [...(isRest ? [] : common), ...(isFull ? rest : [])]
  finish(await runLanes(lanes), about)
})
