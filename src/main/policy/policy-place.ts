import { join } from 'node:path'
import type { PolicyFileParts } from './policy-file.ts'

export type PolicyPlaceParts = {
  platform: NodeJS.Platform
  packaged: boolean
  /** Another place, for tests: heeded by a build that is not packaged only. */
  asked: string
  /** Who runs this process; undefined where the system has no such ids. */
  userId: number | undefined
}

/** Only an administrator can write in these folders. */
const folderOf = (platform: NodeJS.Platform): string => {
  // A variable would be the people's own.
  if (platform === 'win32') return 'C:\\ProgramData\\Rundesk'
  return platform === 'darwin' ? '/Library/Application Support/Rundesk' : '/etc/rundesk'
}

/**
 * Where the policy of this computer lies, and whose it must be: root's. SECURITY: no argument and no variable leads a
 * packaged app to another file, else the people it rules could.
 */
export const policyPlace = (parts: PolicyPlaceParts): PolicyFileParts => {
  const { packaged, asked, userId } = parts
  if (!packaged && asked !== '') return { file: asked, owners: userId === undefined ? [] : [0, userId] }
  return { file: join(folderOf(parts.platform), 'policy.json'), owners: userId === undefined ? [] : [0] }
}
