import type { Printable } from '../json/json-value.ts'
import type { Practice } from '../practice.ts'

/** How many runs were made and how many phones rang, with each one: what a test counts real rings with. */
export function countsOf({ world, redirectsFollowed, keysAtStorage }: Practice): Printable {
  return {
    runs: world.runs.length,
    dials: world.dials.length,
    redirects_followed: redirectsFollowed,
    keys_at_storage: keysAtStorage,
    list: world.runs.map((run) => ({
      id: run.id,
      name: run.name,
      organization_id: run.organizationId,
      phone_number: run.calledNumber,
      start: run.start.kind,
      dials: world.dials.filter((dial) => dial.runId === run.id).length,
      initial_context: run.initialContext,
    })),
  }
}
