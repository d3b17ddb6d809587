import { afterAll, beforeAll } from 'vitest'
import type { TestMessages } from '../support/renderer-page.ts'
import { type SceneOptions, type OpenedScene, startScenes } from './open-scene.ts'

/**
 * Opens scenes for the tests of a file or group. Builds the page before the first test and closes everything after the
 * last one.
 */
export const openedScenes = (words: TestMessages | null = null) => {
  let started: Awaited<ReturnType<typeof startScenes>>
  beforeAll(async () => {
    started = await startScenes(words)
  })
  afterAll(() => started.end())
  return { open: (scene: string, look?: SceneOptions): Promise<OpenedScene> => started.open(scene, look) }
}
