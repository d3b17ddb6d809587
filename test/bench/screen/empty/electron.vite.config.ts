import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Rundesk's build configuration, for a window with one field. */
export default defineConfig({
  main: {
    build: { target: 'node20', rollupOptions: { input: { index: pathOf('main.ts') }, output: { format: 'es' } } },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { index: pathOf('preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: pathOf('.'),
    plugins: [react()],
    build: { target: 'chrome130', minify: true, rollupOptions: { input: { index: pathOf('index.html') } } },
  },
})
