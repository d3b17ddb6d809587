/** Text as JSON, or undefined when it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is an ordinary answer here: a proxy's page, a plain-text 500, half a body.
    return undefined
  }
}
