import type { ElectronApplication, Page } from '@playwright/test'

/** What the steps of a guide page use. */
export type GuideContext = {
  /** The window of the current Rundesk. `openSecondApp` replaces it. */
  page: Page
  app: ElectronApplication
  /** The reader's organization: the practice service on its own port. */
  organization: { origin: string; key: string }
  /** The folder for files that steps save. */
  folder: string
  /** Starts another Rundesk with its own data folder and makes it the current one. */
  openSecondApp: () => Promise<void>
  /** Makes the first Rundesk the current one again. */
  returnToFirstApp: () => void
  /** Values that later steps need, such as a run ID or a checksum. */
  notes: Map<string, string>
}

/** A step: its exact sentence on the page, and the action that performs it. */
export type Step = readonly [sentence: string, perform: (context: GuideContext) => Promise<void>]

/** Returns a value from an earlier step. Throws if there is none. */
export const getNote = ({ notes }: GuideContext, name: string): string => {
  const text = notes.get(name)
  if (text === undefined) throw new Error(`Nothing was noted as ${name}.`)
  return text
}
