import { readFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'

/** What our package.json says about us. */
export const about = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))

/**
 * What a package is called. One made from the test runtime is never mistaken for the product: not by its file, not by
 * its name in a menu, and it keeps its data in a folder of its own.
 */
export const namesFor = ({ trial }) =>
  trial
    ? { file: 'rundesk-test-runtime', shown: 'Rundesk (test runtime)', id: 'app.rundesk.testruntime' }
    : { file: 'rundesk', shown: 'Rundesk', id: 'app.rundesk' }

/**
 * The links that a package declares as its own. Telephone links (tel:) belong to other programs too: nothing declares
 * them, and the app asks the system for them once a person wants it. A trial takes no links from an installed product.
 */
export const linkSchemes = ({ trial }) => (trial ? [] : ['rundesk'])

/** The same for the desktop entry of a Linux system. */
export const linkTypes = ({ trial }) => linkSchemes({ trial }).map((scheme) => `x-scheme-handler/${scheme}`)
