// `npm test`: everything that a change needs, in at most ten minutes on two cores.
//   node scripts/test.mjs                `npm test`
//   node scripts/test.mjs --full         `npm run test:full`: everything
//   node scripts/test.mjs --full --rest  everything that `npm test` does not run; with --part browser-1 or browser-2,
//                                        only half of the browser tests; with --part app, only the others
// The last line is "N passed, N failed".
import { parseArgs } from 'node:util'
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
  storageLane,
} from './lib/lanes.mjs'
import { main, PlainError } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

const common = [
  ...staticLanes,
  ['unit', () => storageLane('unit', ['unit', 'storage', 'specification', 'client'])],
  ['labs', () => labsLane(shortLabs, { atOnce: 2 })],
  ['browser', () => browserLane('browser', ['browser'])],
  ['app', () => appLane('app', ['--grep', '@smoke'])],
]

/** Everything else, in parts of less than half an hour. */
const rest = {
  app: [
    ['audit', auditLane],
    ['electron rules', electronRulesLane],
    ['slow', () => storageLane('slow')],
    ['long labs', () => labsLane(otherLabs)],
    ['package', packageLane],
    ['all app', () => appLane('all app', ['--grep-invert', '@smoke'])],
  ],
  'browser-1': [['browser 1 of 2', () => browserLane('browser 1 of 2', ['browser-full'], ['--shard=1/2'])]],
  'browser-2': [['browser 2 of 2', () => browserLane('browser 2 of 2', ['browser-full'], ['--shard=2/2'])]],
}

await rerunOnNode24(import.meta.url)
await main(async () => {
  const {
    full,
    rest: isRest,
    part,
  } = parseArgs({
    options: { full: { type: 'boolean' }, rest: { type: 'boolean' }, part: { type: 'string' } },
  }).values
  if (part !== undefined && !Object.hasOwn(rest, part))
    throw new PlainError(`A part is one of: ${Object.keys(rest).join(', ')}.`)
  const about = [
    `Electron of the app tests: ${await electronVersion()}`,
    `Node: ${process.versions.node}`,
    aboutElectron(),
  ]
  if (part !== undefined) about.push(`Part of the tests that npm test does not run: ${part}`)
  console.log(about.join('\n'))
  const others = part === undefined ? Object.values(rest).flat() : rest[part]
  const lanes = [...(isRest ? [] : common), ...(full ? others : [])]
  finish(await runLanes(lanes), about)
})
