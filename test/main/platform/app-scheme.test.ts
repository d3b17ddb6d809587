import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contentSecurityPolicy, createAppScheme } from '../../../src/main/platform/app-scheme.ts'
import { createHostileUrls } from '../../labs/window/hostile-urls.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const setUp = () => {
  const folder = temporaryFolder()
  const page = join(folder, 'renderer')
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<!doctype html>page')
  writeFileSync(join(page, 'assets', 'app.js'), 'app')
  writeFileSync(join(page, 'assets', 'app.js.map'), 'outside: a source map')
  writeFileSync(join(page, 'assets', 'a b#c%.svg'), 'odd')
  writeFileSync(join(folder, 'outside.txt'), 'outside')
  symlinkSync(join(folder, 'outside.txt'), join(page, 'link.html'))
  return { page, serve: createAppScheme(page) }
}

/** A plain object, because the Request constructor would reject or normalize the URL. */
const get = (url: string, method = 'GET') => ({ url, method })

it('serves the built files, with their type and the policy', async () => {
  const answer = await setUp().serve(get('rundesk://app/index.html'))
  expect(await answer.text()).toBe('<!doctype html>page')
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

it('ignores the fragment', async () => {
  expect((await setUp().serve(get('rundesk://app/index.html#screen'))).status).toBe(200)
})

it('finds a file by its percent-encoded name', async () => {
  const { serve } = setUp()
  const named = new URL('assets/a%20b%23c%25.svg', 'rundesk://app/').href
  expect(await (await serve(get(named))).text()).toBe('odd')
})

it.each([
  'rundesk://other/index.html',
  'rundesk://user:secret@app/index.html',
  'rundesk://app.evil.example/index.html',
  'rundesk://app:80/index.html',
  'rundesk://app/',
  'rundesk://app',
  'rundesk://app/index.html?',
  'rundesk://app/index.html?x=1',
  'rundesk://app/INDEX.HTML',
  'rundesk://app/index.html/',
  'rundesk://app/index.html%23',
  'rundesk://app/../outside.txt',
  'rundesk://app/%2e%2e/outside.txt',
  'rundesk://app/..%2foutside.txt',
  'rundesk://app/assets%2fapp.js',
  'rundesk://app/assets\\app.js',
  'rundesk://app//index.html',
  'rundesk://app/assets',
  'rundesk://app/assets/app.js%00',
  'rundesk://app/assets/app.js.map',
  'rundesk://app/link.html',
  'https://app/index.html',
  'file:///etc/passwd',
])('has nothing at %s', async (url) => {
  const answer = await setUp().serve(get(url))
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe('')
})

it.each(['HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE'])('responds to GET only, not to %s', async (method) => {
  expect((await setUp().serve(get('rundesk://app/index.html', method))).status).toBe(405)
})

it('serves only the files that existed at startup', async () => {
  const { page, serve } = setUp()
  writeFileSync(join(page, 'later.js'), 'outside')
  expect((await serve(get('rundesk://app/later.js'))).status).toBe(404)
  rmSync(join(page, 'later.js'))
})

it('returns only listed files for hostile URLs', async () => {
  const { serve } = setUp()
  const draw = createHostileUrls(createSeededRandom(7), ['index.html', 'assets/app.js'])
  for (let i = 0; i < 2_000; i += 1) {
    const answer = await serve(get(draw()))
    expect(await answer.text()).not.toContain('outside')
  }
})
