import { afterAll, beforeAll } from 'vitest'
import type { TestMessages } from '../support/renderer-page.ts'
import { type SceneOptions, type OpenedScene, startScenes } from './open-scene.ts'

/** Scenes for the tests of a file or of a group: the page is built before the first of them, and everything ends after the last. */
export const openedScenes = (words: TestMessages | null = null) => {
  let started: Awaited<ReturnType<typeof startScenes>>
  beforeAll(async () => {
    started = await startScenes(words)
  })
  afterAll(() => started.end())
  return { open: (scene: string, look?: SceneOptions): Promise<OpenedScene> => started.open(scene, look) }
}
