/** As much of a window as is waited for. */
export type PaintedWindow = { once(event: 'ready-to-show', listener: () => void): unknown }

/** A window that has drawn nothing by then will not by itself. */
const longestWaitMilliseconds = 5_000

/** Resolves once the window has its first picture, or after a while without one. */
export const firstPicture = (
  window: PaintedWindow,
  after: (milliseconds: number, act: () => void) => () => void,
): Promise<void> =>
  new Promise((resolve) => {
    const stopWaiting = after(longestWaitMilliseconds, resolve)
    window.once('ready-to-show', () => {
      stopWaiting()
      resolve()
    })
  })
