import { lacking, readVersion } from '../capabilities.ts'
import { type Check, found } from '../check.ts'
import type { Journey } from '../journey.ts'

/** Can this release of the service do what Rundesk asks of it? An older one leaves things out without a word. */
export const checkVersion = (journey: Journey): Check => ({
  name: 'version',
  after: ['service'],
  milliseconds: 30_000,
  look: async () => {
    const { answer } = await journey.health()
    const text = answer.ok ? (answer.value.health?.version ?? null) : null
    const version = text === null ? null : readVersion(text)
    // SECURITY: of what the service says here its numbers are told and nothing else: this answer passed no mask.
    if (version === null) return found('versionNotTold')
    const missing = lacking(version)
    const facts = { version: version.join('.'), missing: missing.map(({ name }) => name).join(' ') }
    if (missing.some(({ needed }) => needed)) return found('versionTooOld', facts)
    return found(missing.length > 0 ? 'versionLacks' : 'versionComplete', facts)
  },
})
