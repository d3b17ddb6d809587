/** What the test asks of a main process that runs on Node: to answer the page, to serve a file, to quit. */
export type Question =
  | { id: number; kind: 'invoke'; channel: string; text: string; frameUrl: string }
  | { id: number; kind: 'fetch'; url: string }
  | { id: number; kind: 'quit' }

/** What the main process says: an answer, an announcement to the page, or that its window has been opened. */
export type Told =
  | { kind: 'answer'; id: number; text: string; headers?: Record<string, string>; status?: number }
  | { kind: 'refusal'; id: number; message: string }
  | { kind: 'event'; channel: string; text: string }
  | { kind: 'opened'; url: string }
