import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createForkVault, createVaultProcesses } from '../../../src/main/vault/child.ts'
import { createKeyVault, type KeyVault } from '../../../src/main/vault/vault.ts'
import { createSecret, openSecret } from '../../../src/main/vault/secret.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const child = fileURLToPath(new URL('../../../src/main/vault/child-process.ts', import.meta.url))
const entry = {
  profileId: '01KAJ3ZZZZZZZZZZZZZZZZZZZZ',
  origin: 'https://voice.acme.example',
  keyStorage: 'session',
} as const

const open = (file: string, deadlineMilliseconds = 5_000): KeyVault => {
  const vault = createKeyVault(createVaultProcesses({ spawn: createForkVault(file), deadlineMilliseconds }))
  onTestFinished(() => vault.close())
  return vault
}

const script = (text: string): string => {
  const file = join(temporaryFolder(), 'child.mjs')
  writeFileSync(file, text)
  return file
}

describe('the vault in a child process', () => {
  it('keeps a session key between requests', async () => {
    const vault = open(child)
    await vault.set(entry, createSecret('dgr_schlüssel_and_more'))
    const found = await vault.get(entry)
    expect(found.ok && openSecret(found.value)).toBe('dgr_schlüssel_and_more')
  })

  it('responds to many requests in sequence', async () => {
    const vault = open(child)
    const names = Array.from({ length: 20 }, (_unused, index) => `https://host-${index}.example`)
    await Promise.all(names.map((origin) => vault.set({ ...entry, origin }, createSecret(`key of ${origin}`))))
    const found = await Promise.all(names.map((origin) => vault.get({ ...entry, origin })))
    expect(found.map((one) => one.ok && openSecret(one.value))).toEqual(names.map((origin) => `key of ${origin}`))
  })

  it('survives a child that crashes while loading', async () => {
    expect(await open(script('process.exit(1)')).status()).toEqual({ usable: false, reason: 'unavailable' })
  })

  it('survives a child that crashes during a request', async () => {
    const vault = open(script(`process.send({ ready: true }); process.on('message', () => process.abort())`))
    expect(await vault.status()).toEqual({ usable: false, reason: 'unavailable' })
    expect(await vault.status()).toEqual({ usable: false, reason: 'unavailable' })
  })

  it('kills a child that does not respond', async () => {
    const vault = open(script(`process.send({ ready: true }); process.on('message', () => {})`), 300)
    expect(await vault.status()).toEqual({ usable: false, reason: 'timedOut' })
  })
})
