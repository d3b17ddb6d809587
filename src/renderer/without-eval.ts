import { z } from 'zod'

// SECURITY: stands beside zod in the built page, before every schema (scripts/lib/page-build.mjs): zod otherwise probes for eval
// as soon as one is made, which the policy of the page reports as a breach.
z.config({ jitless: true })
