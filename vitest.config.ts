import { defineConfig } from 'vitest/config'

const lane = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  test: { name, include: [...include], exclude: [...exclude], testTimeout: 20_000, hookTimeout: 60_000 },
})

// One project a lane; scripts/test.mjs counts them apart. Every test file belongs to exactly one of them.
const client = ['test/main/service/**/*.test.ts', 'test/client/**/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      lane('fences', ['test/fences/**/*.test.ts']),
      lane('unit', ['test/{main,preload,renderer,scripts,support}/**/*.test.{ts,tsx}'], ['test/main/service/**']),
      lane('contract', ['test/contract/**/*.test.ts']),
      lane('specification', ['test/spec/**/*.test.ts']),
      lane('client', client),
      lane('engines', ['test/engines/**/*.test.ts']),
    ],
  },
})
