import { z } from 'zod'

// SECURITY: runs before every schema, because it is in zod's chunk of the built page (scripts/lib/page-build.mjs).
// Otherwise zod tries eval when the first schema is created, which the page's content security policy reports as a
// violation.
z.config({ jitless: true })
