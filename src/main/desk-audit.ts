import type { Operations } from '../contract/operations.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { type AuditedParts, createAudited } from './audit/audited.ts'
import { writeExport } from './calls/write-export.ts'
import type { DeskParts } from './desk.ts'
import { createProcessScrub } from './process-log.ts'

/** What is answered by the log itself. */
export type AuditOperations = Pick<Operations, 'listAudit' | 'checkAudit' | 'exportAudit'>

/** Puts the log of acts around all operations, and adds the ones that read it. */
export const writeActsDown = (
  operations: Omit<Operations, keyof AuditOperations>,
  parts: Omit<AuditedParts, 'scrub'> & Pick<DeskParts, 'chooseFile'>,
): Operations => {
  // Without a window there is nobody to choose a place.
  const chooseFile = parts.chooseFile ?? (async () => null)
  const reading = createAuditLog({ ...parts, chooseFile, writeFile: writeExport })
  return createAudited({ ...parts, scrub: createProcessScrub() })({ ...operations, ...reading })
}
