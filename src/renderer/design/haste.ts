/** A key held down, or pressed twice in haste, is the press that came before and not another; in milliseconds. */
export const haste = 600

/** No answer takes longer, in milliseconds: Enter is nobody's for so long at most. */
const longest = 30_000

const idle: ReadonlySet<string> = new Set(['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock'])

const isPress = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' || (key === ' ' && target instanceof HTMLButtonElement)

/**
 * The press that answers a question is none of what lies under it: nobody hears another one until `answered`, and haste
 * after, unless something else is done then.
 */
export const swallowPresses = async (answered: Promise<unknown>): Promise<void> => {
  const over = new AbortController()
  const listening = { capture: true, signal: over.signal }
  let isAnswered = false
  const goOn = (): void => {
    if (isAnswered) over.abort()
  }
  const swallow = (event: KeyboardEvent): void => {
    if (isPress(event)) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (!idle.has(event.key)) goOn()
  }
  window.addEventListener('keydown', swallow, listening)
  window.addEventListener('pointerdown', goOn, listening)
  const latest = setTimeout(() => over.abort(), longest)
  await answered
  isAnswered = true
  clearTimeout(latest)
  setTimeout(() => over.abort(), haste)
}
