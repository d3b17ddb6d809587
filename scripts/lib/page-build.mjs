/** Build options of the page that all builders share; each adds its own paths, plugins and entry. */
export const pageBuild = {
  target: 'chrome130',
  assetsInlineLimit: 0,
  // One style sheet, so that the start page has its styles before any script runs.
  cssCodeSplit: false,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    output: {
      // V8 needs two bytes per character for a script with a character above U+00FF.
      charset: 'ascii',
      // SECURITY: the module that disables zod's eval probe is in zod's chunk, so it runs before every schema.
      codeSplitting: { groups: [{ name: 'schemas', test: /node_modules\/zod\/|without-eval/ }] },
    },
  },
}
