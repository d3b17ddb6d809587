import { describe, expect, it } from 'vitest'
import type { Profile } from '../../../src/contract/profile.ts'
import { canonicalOrigin, createServiceOf } from '../../../src/main/lib/service-origin.ts'

const profileAt = (origin: string, organization?: { id: number; providerId: string | null }): Profile => ({
  kind: 'service',
  id: '01JD0000000000000000000001',
  name: 'Acme',
  color: 'blue',
  createdAt: '2026-11-21T10:00:00.000Z',
  referenceName: 'rundesk_call_id',
  origin,
  keyStorage: 'keychain',
  ...(organization === undefined ? {} : { organization }),
})

describe('the canonical origin', () => {
  it.each([
    ['http://localhost:8000', 'http://127.0.0.1:8000'],
    ['http://localhost:8000', 'http://[::1]:8000'],
    ['http://localhost:8000', 'http://[0:0:0:0:0:0:0:1]:8000/'],
    ['http://localhost:8000', 'http://[::ffff:127.0.0.1]:8000'],
    ['http://localhost:8000', 'HTTP://LocalHost.:8000/'],
    ['http://localhost', 'http://127.0.0.1:80'],
    ['https://voice.example', 'https://VOICE.example.:443/'],
    ['https://voice.example', 'https://voice.example/'],
    ['https://192.0.2.7:8443', 'https://[::ffff:c000:207]:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s is %s', (one, other) => expect(canonicalOrigin(other)).toBe(canonicalOrigin(one)))

  it.each([
    ['http://localhost:8000', 'http://localhost:8001'],
    ['http://localhost:8000', 'https://localhost:8000'],
    ['http://localhost:8000', 'http://127.0.0.2:8000'],
    ['https://voice.example', 'https://voice.example.org'],
    ['https://voice.example', 'https://www.voice.example'],
    ['https://192.0.2.7', 'https://192.0.2.8'],
  ])('%s is not %s', (one, other) => expect(canonicalOrigin(other)).not.toBe(canonicalOrigin(one)))
})

describe('the service of an origin', () => {
  const [named, numbered] = ['https://voice.example', 'https://192.0.2.7'] as const
  const acme = { id: 1, providerId: 'oss_acme' }

  it('is the same for two addresses if profiles found the same organization there', () => {
    const serviceOf = createServiceOf([profileAt(named, acme), profileAt(numbered, acme)])
    expect(serviceOf(`${named}:443`)).toBe(serviceOf(numbered))
    expect(serviceOf('https://other.example')).not.toBe(serviceOf(named))
  })

  it('is different if only the organization’s number is the same', () => {
    for (const organization of [{ id: 1, providerId: 'oss_other' }, { id: 1, providerId: null }, undefined]) {
      const serviceOf = createServiceOf([profileAt(named, acme), profileAt(numbered, organization)])
      expect(serviceOf(named)).not.toBe(serviceOf(numbered))
    }
  })

  it('is found through several profiles', () => {
    const beta = { id: 2, providerId: 'oss_beta' }
    const [third] = ['https://third.example']
    const serviceOf = createServiceOf([
      profileAt(named, acme),
      profileAt(third, beta),
      profileAt(numbered, acme),
      profileAt(numbered, beta),
    ])
    expect(new Set([named, numbered, third].map(serviceOf)).size).toBe(1)
  })
})
