import { defineConfig } from '@playwright/test'

// Tests of the built app in a real Electron. One at a time: each test uses the screen and the keychain alone.
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
