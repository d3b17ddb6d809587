import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)
let folder: string
let requests: number

beforeEach(() => {
  requests = 0
  folder = mkdtempSync(join(tmpdir(), 'rundesk-audit-'))
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const weakness = {
  id: 1,
  url: 'https://example.invalid/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'A test weakness',
  severity: 'low',
  vulnerable_versions: '<99.0.0',
}

/** Runs a function with a minimal registry that reports vulnerabilities or responds with an error status. */
const withRegistry = async <T>(answer: object | number, work: (address: string) => Promise<T>): Promise<T> => {
  const server = createServer((request, response) => {
    const isQuestion = request.method === 'POST'
    if (isQuestion) requests += 1
    // The registry serves no packages, so npm reports every version that the vulnerability names.
    const status = isQuestion ? 200 : 404
    response.statusCode = typeof answer === 'number' ? answer : status
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isQuestion && typeof answer !== 'number' ? answer : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that is listening on a port has an address of this shape.
  const { port } = server.address() as AddressInfo
  try {
    return await work(`http://127.0.0.1:${port}/`)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

const audit = async (
  answer: object | number,
  exceptions: readonly object[] = [],
  now = '2026-11-21',
): Promise<unknown> =>
  withRegistry(answer, async (registry) => {
    const lines = `import { auditDependencies } from '${root}/scripts/deps/audit.mjs'
      const wanted = ${JSON.stringify({ folders: [folder], registry, exceptions })}
      const { state, faults } = await auditDependencies({ ...wanted, now: new Date('${now}') })
      console.log(JSON.stringify({ state, faults }))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', lines], { timeout: 60_000 })
    const report: unknown = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
    return report
  })

const excepted = { package: 'undici', advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'for this test', until: '2026-12-31' }

describe('the audit', () => {
  it('is clean when the registry reports no vulnerabilities', async () => {
    expect(await audit({})).toEqual({ state: 'clean', faults: [] })
    expect(requests).toBeGreaterThan(0)
  })

  it('finds a reported vulnerability of low severity', async () => {
    const found = await audit({ undici: [weakness] })
    expect(found).toEqual({ state: 'found', faults: ['undici: A test weakness (low, GHSA-aaaa-bbbb-cccc)'] })
  })

  it('accepts an exception only until its expiration date', async () => {
    expect(await audit({ undici: [weakness] }, [excepted])).toEqual({ state: 'clean', faults: [] })
    expect(await audit({ undici: [weakness] }, [excepted], '2027-01-01')).toMatchObject({ state: 'found' })
  })

  it('reports an exception that is no longer needed', async () => {
    expect(await audit({}, [excepted])).toMatchObject({ state: 'found' })
  })

  it('never treats a missing response as clean', async () => {
    expect(await audit(405)).toEqual({ state: 'not run', faults: [] })
    expect(await audit(500)).toEqual({ state: 'not run', faults: [] })
  })
})
