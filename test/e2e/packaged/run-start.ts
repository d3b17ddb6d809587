// Starts a package once and makes a first practice call in it; for `npm run package`.
//   run-start.ts <made.json>     prints one line of JSON; exits with 1 if an intrusion succeeded
import { readMadePackage } from '../../support/electron/launch-packaged.ts'
import { proveStart } from './prove-start.ts'

const proof = await proveStart(readMadePackage(process.argv[2]))
process.stdout.write(`${JSON.stringify(proof)}\n`)
if (proof.intrusions.length > 0) process.exitCode = 1
