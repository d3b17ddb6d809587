/** How the page is built, wherever it is built: paths, plugins and the way in are its builder's own. */
export const pageBuild = {
  target: 'chrome130',
  assetsInlineLimit: 0,
  // One sheet for the page: what is drawn first has its looks before a script has run.
  cssCodeSplit: false,
  // What the screens consist of is asked for where the first picture is drawn.
  modulePreload: false,
  rolldownOptions: {
    output: {
      // SECURITY: what keeps zod from probing for eval stands beside it, and so before every schema of every other file.
      codeSplitting: { groups: [{ name: 'schemas', test: /node_modules\/zod\/|without-eval/ }] },
    },
  },
}
