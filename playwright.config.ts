import { defineConfig } from '@playwright/test'

// The shell lane: the built app in a real Electron. One at a time: each test owns the screen and the keychain.
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '.cache/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
})
