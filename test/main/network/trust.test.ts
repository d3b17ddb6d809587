import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checkCertificateFile, createTrust, systemCertificates } from '../../../src/main/network/certificates.ts'
import { closeAfterTest } from '../../support/close-after-test.ts'
import { answering, httpAnswer, type RawServer, startRawServer } from '../../support/raw-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createTestClient, createTrigger } from '../service/create-test-client.ts'
import { createTestNetwork } from './create-test-network.ts'
import { elsewhereCertificate, expiredCertificate, serviceCertificate, testAuthority } from './test-certificates.ts'

const started = '{"status":"initiated","workflow_run_id":12345,"workflow_run_name":"WR-API-7823"}'
const startService = async (certificate = serviceCertificate): Promise<RawServer> => {
  return closeAfterTest(await startRawServer(answering(httpAnswer('200 OK', started)), certificate))
}

const aFile = (text: string | Uint8Array): string => {
  const file = join(temporaryFolder(), 'authority.pem')
  writeFileSync(file, text)
  return file
}
const networkTrusting = (file: string | null, system: string[] = []) =>
  createTestNetwork(null, {
    settings: () => ({ proxy: { mode: 'none' }, extraCertificatesFile: file }),
    trust: createTrust(() => system),
  })
const dial = async (origin: string, network: ReturnType<typeof createTestNetwork>) =>
  (await createTestClient(origin, { connect: network.connectorFor(origin) }).triggerCall(createTrigger())).outcome

describe('a trusted authority', () => {
  it('is not the test authority by default', async () => {
    const { origin, received } = await startService()
    expect(await dial(origin, networkTrusting(null))).toEqual({ state: 'notSent', cause: 'certificate' })
    expect(received()).toBe('')
  })

  it('can come from the operating system', async () => {
    const { origin } = await startService()
    expect(await dial(origin, networkTrusting(null, [testAuthority]))).toMatchObject({ state: 'accepted' })
  })

  it('can come from the extra certificates file', async () => {
    const { origin } = await startService()
    const file = aFile(`# our own\n${elsewhereCertificate.cert}\n\n${testAuthority}\n`)
    expect(await dial(origin, networkTrusting(file))).toMatchObject({ state: 'accepted' })
  })

  it('does not make a certificate for another name or an expired one valid', async () => {
    for (const certificate of [elsewhereCertificate, expiredCertificate]) {
      const { origin } = await startService(certificate)
      expect(await dial(origin, networkTrusting(null, [testAuthority]))).toEqual({
        state: 'notSent',
        cause: 'certificate',
      })
    }
  })

  it('is accepted even if the system has an unreadable certificate', async () => {
    const { origin } = await startService()
    const invalidCertificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
    expect(await dial(origin, networkTrusting(null, [invalidCertificate, testAuthority]))).toMatchObject({
      state: 'accepted',
    })
  })

  it('is reloaded when the file changes', async () => {
    const { origin } = await startService()
    const file = aFile(elsewhereCertificate.cert)
    const network = networkTrusting(file)
    expect(await dial(origin, network)).toMatchObject({ cause: 'certificate' })
    writeFileSync(file, testAuthority)
    utimesSync(file, 1_700_000_000, 1_700_000_000)
    expect(await dial(origin, network)).toMatchObject({ state: 'accepted' })
  })

  it('is loaded once for many connections', async () => {
    let reads = 0
    const trust = createTrust(() => {
      reads += 1
      return [testAuthority]
    })
    const contexts = await Promise.all([trust.contextFor(null), trust.contextFor(null), trust.contextFor(null)])
    expect([new Set(contexts).size, reads]).toEqual([1, 1])
  })

  it('includes the system store if the runtime supports it', () => {
    expect(Array.isArray(systemCertificates())).toBe(true)
  })
})

describe('a file of certificates', () => {
  it.each([
    ['that does not exist', () => '/nowhere/authority.pem', 'CA_FILE_UNREADABLE'],
    ['that is a folder', () => temporaryFolder(), 'CA_FILE_UNREADABLE'],
    ['that is empty', () => aFile(''), 'CA_FILE_EMPTY'],
    ['that contains only a key', () => aFile(serviceCertificate.key), 'CA_FILE_EMPTY'],
    ['that is binary', () => aFile(randomBytes(500)), 'CA_FILE_EMPTY'],
    ['that is truncated', () => aFile(testAuthority.slice(0, -30)), 'CA_FILE_EMPTY'],
    [
      'with a broken certificate',
      () => aFile(`${testAuthority}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`),
      'CA_FILE_BROKEN',
    ],
    ['that is much too large', () => aFile(Buffer.alloc(1024 * 1024 + 1, 'x')), 'CA_FILE_TOO_LARGE'],
  ])('%s is refused, and no connection is opened', async (_name, make, code) => {
    const file = make()
    expect(await checkCertificateFile(file)).toEqual({ ok: false, code })
    const { origin, connections } = await startService()
    const network = networkTrusting(file, [testAuthority])
    expect(await dial(origin, network)).toEqual({ state: 'notSent', cause: 'certificate' })
    expect(network.problems).toEqual([{ code, proxy: null }])
    expect(connections).toEqual([])
  })

  it('is counted if it is valid', async () => {
    const file = aFile(`${testAuthority}\n${elsewhereCertificate.cert}`)
    expect(await checkCertificateFile(file)).toEqual({ ok: true, certificates: 2 })
  })
})

describe('verification', () => {
  it('cannot be turned off by the environment', async () => {
    const { port, received } = await startService()
    const script = `
      const { createServiceClient } = await import('./src/main/service/client.ts')
      const { createSecret } = await import('./src/main/vault/secret.ts')
      const client = createServiceClient({ origin: 'https://127.0.0.1:${port}', key: createSecret('dgr_x'), clock: Date.now })
      const trigger = { agentUuid: 'a', phoneNumber: '1', initialContext: {}, telephonyConfigurationId: null, fromPhoneNumberId: null }
      process.stdout.write(JSON.stringify((await client.triggerCall(trigger)).outcome))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', '--input-type=module', '--eval', script],
      { env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
    )
    expect(JSON.parse(stdout)).toEqual({ state: 'notSent', cause: 'certificate' })
    expect(received()).toBe('')
  })
})
