/** The code that the system or a library gave to what was thrown, such as `ENOSPC`; null where it gave none. */
export const errorCode = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null
