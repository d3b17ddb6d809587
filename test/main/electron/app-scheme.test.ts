import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAppScheme } from '../../../src/main/electron/app-scheme.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const setUp = () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'renderer', 'index.html'), '<!doctype html>page')
  writeFileSync(join(folder, 'renderer', 'assets', 'app.js'), 'app')
  writeFileSync(join(folder, 'outside.txt'), 'outside')
  return createAppScheme(join(folder, 'renderer'))
}

const get = (url: string, method = 'GET') => new Request(url, { method })

it('serves what was built, with its type and the policy', async () => {
  const answer = await setUp()(get('rundesk://app/index.html'))
  expect(await answer.text()).toBe('<!doctype html>page')
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

it.each([
  'rundesk://other/index.html',
  'rundesk://app/',
  'rundesk://app/../outside.txt',
  'rundesk://app/%2e%2e/outside.txt',
  'rundesk://app/..%2foutside.txt',
  'rundesk://app//index.html',
  'rundesk://app/assets',
  'rundesk://app/assets/app.js%00',
  'https://app/outside.txt',
])('has nothing at %s', async (url) => {
  expect((await setUp()(get(url))).status).toBe(404)
})

it('answers GET alone', async () => {
  expect((await setUp()(get('rundesk://app/index.html', 'POST'))).status).toBe(405)
})

it('gives no hostile path a file', async () => {
  const serve = setUp()
  const part = fc.constantFrom('..', '.', '%2e%2e', 'assets', 'outside.txt', '%00', '\\', 'renderer', ' ', '%5c')
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const answer = await serve(get(`rundesk://app/${parts.join('/')}`))
      expect(await answer.text()).not.toContain('outside')
    }),
    { numRuns: 500 },
  )
})
