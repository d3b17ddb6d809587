/** What follows from an event that was damaged or modified: in an evidence file, when it is saved and when it is verified. */
export const untrustedEvents =
  'It and all later events can’t be trusted, and this call has such events. Don’t rely on this file.'
