import { z } from 'zod'

// SECURITY: without this, zod tries `eval` when it creates the first schema, which violates the page's content security
// policy. This runs before any schema is created, because the build puts it in zod's chunk
// (scripts/lib/page-build.mjs).
z.config({ jitless: true })
