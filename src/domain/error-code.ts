/** Returns the `code` of a thrown error, such as `ENOSPC`; null if it has none. */
export const errorCode = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null
