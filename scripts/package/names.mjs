import { readFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'

export const about = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))

/**
 * The names of a package. A package with the test runtime has a different file name, menu name and data folder than the
 * product.
 */
export const namesFor = ({ trial }) =>
  trial
    ? { file: 'rundesk-test-runtime', shown: 'Rundesk (test build)', id: 'app.rundesk.testruntime' }
    : { file: 'rundesk', shown: 'Rundesk', id: 'app.rundesk' }

/**
 * The link schemes that a package declares. Other programs also handle telephone links (tel:), so no package declares
 * them; the app registers for them when the user turns them on. A test build does not take over links from an installed
 * product.
 */
export const linkSchemes = ({ trial }) => (trial ? [] : ['rundesk'])

/** The same schemes as MIME types, for a Linux desktop entry. */
export const linkTypes = ({ trial }) => linkSchemes({ trial }).map((scheme) => `x-scheme-handler/${scheme}`)
