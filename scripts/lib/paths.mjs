import { fileURLToPath } from 'node:url'

/** The folder of the repository, ending in a slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Returns the absolute path of a file or folder in the repository. */
export const inRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
