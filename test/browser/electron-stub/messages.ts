/** A request from the test to main on Node: an operation, a file of the page, or to quit. */
export type MainRequest =
  | { id: number; kind: 'invoke'; channel: string; text: string; frameUrl: string }
  | { id: number; kind: 'fetch'; url: string }
  | { id: number; kind: 'quit' }

/** A message from main: a response, an event for the page, or the news that its window was opened. */
export type MainMessage =
  | { kind: 'answer'; id: number; text: string; headers?: Record<string, string>; status?: number }
  | { kind: 'refusal'; id: number; message: string }
  | { kind: 'event'; channel: string; text: string }
  | { kind: 'opened'; url: string }
