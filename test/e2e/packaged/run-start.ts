// Starts a package once and goes through a first practice call in it; for `npm run package`.
//   run-start.ts <made.json>     prints one line of JSON; ends with 1 when anything got in
import { readMadePackage } from '../../support/electron/launch-packaged.ts'
import { proveStart } from './prove-start.ts'

const proof = await proveStart(readMadePackage(process.argv[2]))
process.stdout.write(`${JSON.stringify(proof)}\n`)
if (proof.intrusions.length > 0) process.exitCode = 1
