/** What a lab is told: how many trials, the seed of every choice it makes, and where to tell how far it is. */
export type LabOptions = {
  n: number
  seed: number
  progress: (done: number, of: number) => void
}

/** What a lab found: its figures, whether its planted bug was caught, and whether everything held. */
export type LabReport = {
  figures: Record<string, number | string | boolean | Record<string, number>>
  control: { caught: boolean }
  ok: boolean
}

/**
 * One experiment about certainty. `standard` is the number of trials that its promise names, `short` the number that
 * fits into every test run. A planted bug lives in the lab, never in the app, and `control` says whether it was caught.
 */
export type Lab = {
  name: string
  standard: number
  short: number
  /** It drives the built app: it wants that, a screen and a keychain, and is not run where they cannot be had. */
  needs?: 'window'
  run(options: LabOptions): Promise<LabReport>
}
