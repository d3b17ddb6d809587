import { z } from 'zod'

// SECURITY: otherwise, zod tries eval when it creates the first schema, which violates the page's content security
// policy. This runs before any schema is created, because it is in zod's chunk of the built page
// (scripts/lib/page-build.mjs).
z.config({ jitless: true })
