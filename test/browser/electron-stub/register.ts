// node --import …/register.ts out/main/index.js: replaces every import of `electron` by electron.ts in this folder.
import { registerHooks } from 'node:module'

const stub = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: stub, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})
