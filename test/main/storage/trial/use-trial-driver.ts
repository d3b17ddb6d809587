import { registerHooks } from 'node:module'

/** Replaces node:sqlite with the trial driver in this thread and its workers, as the trial build does. */
const trial = new URL('../../../../src/main/storage/trial-sqlite.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:sqlite' ? { url: trial, shortCircuit: true } : next(specifier, context),
})
