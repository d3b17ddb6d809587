// npm run --silent verify-evidence -- FILE [SEAL]
// Verifies an evidence file: exit code 0 when it matches its checksum, 1 when it does not, 2 when it cannot be verified.
// Only the checksum that was noted when the file was saved proves that it is exactly what Rundesk wrote: a changed file
// can have a new, matching checksum.
import { readFileSync } from 'node:fs'
import { rerunOnNode24 } from './node24.mjs'

const usage = 'npm run --silent verify-evidence -- FILE [SEAL]'

const faults = {
  seal: 'Not valid evidence. The checksum does not match: the file was changed, or is not an evidence file.',
  otherSeal:
    'Another checksum. The file is valid evidence, but its checksum is not the one you entered. If you entered it correctly, it is another file, or was changed and sealed again.',
  notEvidence: 'Not valid evidence. It is sealed, but this version cannot read its contents.',
  event: 'Not valid evidence. Event {event} was changed before the file was sealed.',
}

/** Returns the bytes of the file. Exits with code 2 and a message if it cannot be read. */
function read(file) {
  try {
    return readFileSync(file)
  } catch (error) {
    console.error(`${file} cannot be read (${error.code}). ${usage}`)
    process.exit(2)
  }
}

/** Returns a few lines about the verified contents, to compare with other records. */
function describe({ seal, evidence }, noted) {
  const { call, madeAt, operator, app, events, chain } = evidence
  const { firstBroken, isAffected } = damageOf(evidence)
  const { recoveries = [] } = chain
  return [
    noted === null
      ? 'It matches its own checksum. To rule out that it was changed and sealed again, enter the checksum noted when it was saved.'
      : 'Unchanged since its checksum was noted.',
    `  ${call.workflowRunId === null ? `call ${call.callId}` : `run ${call.workflowRunId}, call ${call.callId}`}`,
    `  made ${madeAt} by ${operator} with ${app}`,
    ...(isAffected ? [] : [`  ${messages.support.verify.events(events.length, exactEventsOf(evidence))}`]),
    `  the history at that time: ${chain.events} events saved, ${firstBroken === null ? 'all matching their hashes' : `damaged or modified, starting with event ${firstBroken}`}, last hash ${chain.head}`,
    `  checksum ${seal}`,
    ...(firstBroken === null ? [] : [messages.support.verify.historyBroken(firstBroken, isAffected)]),
    ...recoveries.slice(-1).map(({ at }) => messages.support.verify.historyRecovered(recoveries.length, at)),
  ].join('\n')
}

await rerunOnNode24(import.meta.url)
const [file, entered = null] = process.argv.slice(2)
if (file === undefined) {
  console.error(`Name the file. ${usage}`)
  process.exit(2)
}
const { messages } = await import('../src/messages/index.ts')
const { damageOf, exactEventsOf, verifyEvidence } = await import('../src/main/features/support/verify-evidence.ts')
// The last line of the file has this prefix.
const seal = entered?.replace(/^sha256:/i, '') ?? null
if (seal !== null && !/^[0-9a-f]{64}$/i.test(seal)) {
  console.error(messages.support.verify.invalidChecksum)
  process.exit(2)
}
const verified = verifyEvidence(read(file), seal)
if (verified.ok) console.log(describe(verified, seal))
else {
  console.error(faults[verified.fault].replace('{event}', verified.event))
  process.exitCode = 1
}
