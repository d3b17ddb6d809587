/** A key held down, or pressed twice in haste, is the press that came before and not another; in milliseconds. */
export const haste = 600

const modifiers: ReadonlySet<string> = new Set(['Control', 'Meta', 'Shift', 'Alt'])

/**
 * The Enter that answers a question is none of what lies under it: nobody hears another one until `answered`, and haste
 * after, unless something else is done first.
 */
export const swallowEnter = async (answered: Promise<unknown>): Promise<void> => {
  const over = new AbortController()
  const listening = { capture: true, signal: over.signal }
  const swallow = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (!modifiers.has(event.key)) over.abort()
  }
  window.addEventListener('keydown', swallow, listening)
  window.addEventListener('pointerdown', () => over.abort(), listening)
  await answered
  setTimeout(() => over.abort(), haste)
}
