import type { ElectronApplication, Page } from '@playwright/test'

/** What a reader of the guide has at hand while following a page. */
export type Desk = {
  /** The Rundesk in front of the reader; another one takes its place where a page leads to another desk. */
  page: Page
  app: ElectronApplication
  /** The reader's own organization: the practice service on a port of its own. */
  organization: { origin: string; key: string }
  /** Where every file goes that the reader saves. */
  folder: string
  /** Opens another Rundesk, with a data folder of its own, and puts it in front of the reader. */
  openAnother: () => Promise<void>
  /** Puts the reader's own Rundesk in front again. */
  comeBack: () => void
  /** What the reader notes down on the way: a run id, a seal. */
  notes: Map<string, string>
}

/** A step: its exact sentence on the page, and the act that it asks for. */
export type Step = readonly [sentence: string, act: (desk: Desk) => Promise<void>]

/** What was noted at an earlier step; a step that comes too early has nothing there. */
export const noted = ({ notes }: Desk, name: string): string => {
  const text = notes.get(name)
  if (text === undefined) throw new Error(`Nothing was noted as ${name}.`)
  return text
}
