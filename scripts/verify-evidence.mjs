// npm run --silent verify-evidence -- FILE [SEAL]
// Says whether a file of evidence fits its seal: code 0 when it does, 1 when it does not. Only with the seal that was noted
// when it was made is it, byte for byte, what Rundesk wrote: a file that was changed and sealed anew fits its own seal.
import { readFileSync } from 'node:fs'
import { rerunOnNode24 } from './node24.mjs'

const usage = 'npm run --silent verify-evidence -- FILE [SEAL]'

const faults = {
  seal: 'It was changed after it was made, or is no sealed evidence at all: the seal does not fit.',
  otherSeal:
    'It is sealed, and its seal is not the one that was noted: it is another file, or was changed and sealed anew.',
  notEvidence: 'It is sealed, and holds no evidence that this version understands.',
  event: 'It is sealed, and event {event} in it does not fit its own hash: it was changed before it was sealed.',
}

/** The bytes of the file, or code 2 and a sentence where it cannot be read. */
function read(file) {
  try {
    return readFileSync(file)
  } catch (error) {
    console.error(`${file} cannot be read (${error.code}). ${usage}`)
    process.exit(2)
  }
}

/** What is sound, in a few lines that can be compared with what stands elsewhere. */
function describe({ seal, evidence }, noted) {
  const { call, madeAt, operator, app, events, chain } = evidence
  const exact = events.filter(({ salt }) => salt !== null).length
  return [
    noted === null
      ? 'It fits its own seal. Only the seal noted when it was made tells whether it was changed and sealed anew.'
      : 'Sound: not a byte was changed since its seal was noted.',
    `  ${call.workflowRunId === null ? `call ${call.callId}` : `run ${call.workflowRunId}, call ${call.callId}`}`,
    `  made ${madeAt} by ${operator} with ${app}`,
    `  ${events.length} events fit their hashes, ${exact} of them with their exact text`,
    `  the whole history then: ${chain.events} events, ${chain.intact ? 'intact' : `not as written from event ${chain.firstBroken} on`}, ending in ${chain.head}`,
    `  seal ${seal}`,
  ].join('\n')
}

await rerunOnNode24(import.meta.url)
const [file, seal = null] = process.argv.slice(2)
if (file === undefined) {
  console.error(`Name the file. ${usage}`)
  process.exit(2)
}
const { verifyEvidence } = await import('../src/main/bundles/verify-evidence.ts')
const verified = verifyEvidence(read(file), seal)
if (verified.ok) console.log(describe(verified, seal))
else {
  console.error(`Not to be believed. ${faults[verified.fault].replace('{event}', verified.event)}`)
  process.exitCode = 1
}
