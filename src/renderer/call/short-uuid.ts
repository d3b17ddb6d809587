/** An Agent UUID short enough for a line: its first eight and last four characters. */
export const shortUuid = (uuid: string): string => `${uuid.slice(0, 8)}…${uuid.slice(-4)}`
