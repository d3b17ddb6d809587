import { migrations } from '../../../src/main/storage/schema.ts'

// A storage thread with one more migration than the app has.
migrations.push(`ALTER TABLE calls ADD COLUMN extra TEXT NOT NULL DEFAULT ''; UPDATE calls SET extra = call_id`)
await import('../../../src/main/storage/worker.ts')
