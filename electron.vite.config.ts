import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { pageBuild } from './scripts/lib/page-build.mjs'

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * The test runtime's Node has no node:sqlite; under `--mode trial` a driver of the same shape takes its place.
 * A built-in module is external before any alias is looked at, so the text of the import is changed instead.
 */
const trialSqlite: Plugin = {
  name: 'trial-sqlite',
  enforce: 'pre',
  transform: (code) => {
    if (!code.includes("'node:sqlite'")) return undefined
    const file = JSON.stringify(fromHere('src/main/storage/trial-sqlite.ts'))
    return { code: code.replace("'node:sqlite'", file), map: null }
  },
}

/**
 * For scripts/package: a list of the packages that went into each bundle, with their licenses, which a package
 * of the app must name. Not otherwise: the page's folder holds what the page may load.
 */
const license = process.env['RUNDESK_LIST_LICENSES'] === 'yes' ? { fileName: '.vite/licenses.json' } : false

/** Everything is bundled but the native parts: keytar, and in a trial build libsql. */
export default defineConfig(({ mode }) => ({
  main: {
    plugins: mode === 'trial' ? [trialSqlite] : [],
    build: {
      outDir: 'out/main',
      target: 'node20',
      license,
      sourcemap: 'hidden',
      rollupOptions: {
        external: ['libsql'],
        input: {
          index: fromHere('src/main/index.ts'),
          'storage-worker': fromHere('src/main/storage/worker.ts'),
          'list-import-thread': fromHere('src/main/lists/import-thread.ts'),
          'vault-child': fromHere('src/main/vault/child-process.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          charset: 'ascii',
          // Node keeps the text of every module in memory. Names stay as they are, for stack traces.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      license,
      rollupOptions: {
        input: { index: fromHere('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: fromHere('src/renderer'),
    plugins: [react({ jsxImportSource: '#jsx' })],
    build: {
      outDir: fromHere('out/renderer'),
      ...pageBuild,
      license,
      minify: true,
      rolldownOptions: {
        ...pageBuild.rolldownOptions,
        input: { index: fromHere('src/renderer/index.html'), start: fromHere('src/renderer/start.html') },
      },
    },
  },
}))
