// The page's first script. What reads and builds the screens keeps the page busy for a tenth of a second and more: where a
// picture was drawn into the page, it goes before.
import { breakFirstPicture, isFirstPictureUp, watchFirstPicture } from './shell/take-first-picture.ts'

/** A window that nobody sees draws no frames, and must not wait for one. */
const longestWaitMilliseconds = 250

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    // Behind the frame itself, which is drawn when this callback is over.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestWaitMilliseconds)
  })

if (isFirstPictureUp()) {
  watchFirstPicture()
  await nextFrame()
}
try {
  await import('./main.tsx')
} catch (error) {
  breakFirstPicture()
  throw error
}
