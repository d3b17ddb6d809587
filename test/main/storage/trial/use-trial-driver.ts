import { registerHooks } from 'node:module'

/** Puts the trial build's driver in the place of node:sqlite, as that build does: in this thread and those it starts. */
const trial = new URL('../../../../src/main/storage/trial-sqlite.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:sqlite' ? { url: trial, shortCircuit: true } : next(specifier, context),
})
