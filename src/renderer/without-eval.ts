import { z } from 'zod'

// SECURITY: imported before every schema: zod otherwise probes for eval as soon as one is made, which the policy of the page reports as a breach.
z.config({ jitless: true })
