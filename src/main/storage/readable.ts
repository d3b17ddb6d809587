/** What an act gives, or null where the damaged file does not let it be read. */
export const readable = <T>(act: () => T): T | null => {
  try {
    return act()
  } catch {
    // The file is known to be damaged: what cannot be read is counted, and the file itself is kept.
    return null
  }
}
