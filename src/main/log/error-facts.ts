/** What the log says of an error that nobody foresaw: its kind, its words and its stack, and nothing that hangs on it. */
export const errorFacts = (error: unknown): { kind: string; message: string; stack: string } =>
  error instanceof Error
    ? { kind: error.name, message: error.message, stack: error.stack ?? '' }
    : { kind: typeof error, message: '', stack: '' }
