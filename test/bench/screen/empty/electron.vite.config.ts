import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Rundesk's build configuration, for a window with one field. */
export default defineConfig({
  main: {
    build: { target: 'node20', rollupOptions: { input: { index: fromHere('main.ts') }, output: { format: 'es' } } },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { index: fromHere('preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: fromHere('.'),
    plugins: [react()],
    build: { target: 'chrome130', minify: true, rollupOptions: { input: { index: fromHere('index.html') } } },
  },
})
