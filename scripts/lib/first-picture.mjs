import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer } from 'vite'

const place = '<div id="root"></div>'

/** Runs modules of the page here, with the same names of styles as in the page; nothing listens, and nothing is made ready for a browser. */
async function readModules(root, plugins, paths) {
  const server = await createServer({
    root,
    plugins,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    return await Promise.all(paths.map((path) => server.ssrLoadModule(path)))
  } finally {
    await server.close()
  }
}

/** Asks for the files with the screens while the picture is drawn, before the page's first script does. */
function preloads(bundle) {
  const screens = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith('/main.tsx'))
  if (!screens) throw new Error('The page has no screens.')
  return [screens.fileName, ...screens.imports]
    .map((file) => `  <link rel="modulepreload" crossorigin href="./${file}">\n`)
    .join('')
}

/**
 * Makes, beside `index.html`, the page `desk.html`: the same with the first picture drawn into it. `root` is the page's
 * folder, `plugins` are what else its modules are read with; throws when the page has no place for it.
 */
export const drawFirstPicture = ({ root, plugins = [] }) => ({
  name: 'first-picture',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const [{ FirstPicture }, { words }] = await readModules(root, plugins, ['/first-picture.tsx', '/words/words.ts'])
    const picture = renderToStaticMarkup(createElement(FirstPicture))
    const page = String(bundle['index.html']?.source ?? '')
    const { tag, direction } = words.language
    if (page.split(place).length !== 2) throw new Error('The page has no place for its first picture.')
    const source = page
      .replace(/<html[^>]*>/, `<html lang="${tag}" dir="${direction}">`)
      // The picture has ears from the first moment on: nothing is drawn before the page's first, small script has run.
      .replace('<script type="module"', '<script blocking="render" type="module"')
      .replace('</head>', `${preloads(bundle)}  </head>`)
      .replace(place, () => `${place}\n    ${picture}`)
    this.emitFile({ type: 'asset', fileName: 'desk.html', source })
  },
})
