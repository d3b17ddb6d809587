/** What the head of an answer told: its status, its date as ISO 8601, and how long it asks to be left alone. */
export type Head = { status: number; date: string | null; retryAfter: string | null }

/** A Response cannot have a status outside 200 to 599; an answer may. */
class StatusError extends Error {
  readonly code = 'STATUS_OUT_OF_RANGE'
}

/** Makes a Response of an answer that has arrived whole. Throws where the platform knows no such status. */
export const toResponse = (head: Head, bytes: Uint8Array): Response => {
  if (head.status < 200 || head.status > 599) throw new StatusError()
  const mayHaveBody = ![204, 205, 304].includes(head.status)
  return new Response(mayHaveBody ? Buffer.from(bytes) : null, {
    status: head.status,
    headers: {
      ...(head.date === null ? {} : { date: head.date }),
      ...(head.retryAfter === null ? {} : { 'retry-after': head.retryAfter }),
    },
  })
}
