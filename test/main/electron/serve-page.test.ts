import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { servePage } from '../../../src/main/electron/serve-page.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const setUp = () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'app.css'), 'body {}')
  writeFileSync(join(folder, 'assets', 'app.js'), 'app')
  const served: string[] = []
  let ask = (_url: string): Promise<Response> => Promise.reject(new Error('Nothing is served.'))
  let [told, waiting] = [false, true]
  let waitedLong = (): void => undefined
  const scripted = servePage({
    handle: (scheme, serve) => {
      served.push(scheme)
      ask = (url) => serve({ method: 'GET', url })
    },
    folder,
    after: (_milliseconds, act) => {
      waitedLong = act
      return () => void (waiting = false)
    },
  })
  void scripted.then(() => (told = true))
  return {
    served,
    ask: (path: string) => ask(`rundesk://app/${path}`),
    isTold: () => told,
    isWaiting: () => waiting,
    waitLong: () => waitedLong(),
  }
}

it('tells when the page has its first script, and neither at its first file nor at one that is not there', async () => {
  const { served, ask, isTold, isWaiting } = setUp()
  expect(served).toEqual(['rundesk'])
  expect((await ask('index.html')).status).toBe(200)
  expect((await ask('assets/app.css')).status).toBe(200)
  expect((await ask('assets/other.js')).status).toBe(404)
  await turn()
  expect(isTold()).toBe(false)
  expect(await (await ask('assets/app.js')).text()).toBe('app')
  expect(isTold()).toBe(false)
  await turn()
  expect(isTold()).toBe(true)
  expect(isWaiting()).toBe(false)
})

it('tells after a while all the same, for a page that cannot be had', async () => {
  const { waitLong, isTold } = setUp()
  waitLong()
  await turn()
  expect(isTold()).toBe(true)
})
