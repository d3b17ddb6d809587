import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createLiveSecretsMask } from '../../../src/main/vault/mask-live-secrets.ts'
import { createSecret, liveSecrets, type Secret } from '../../../src/main/vault/secret.ts'

const createMask = (secret: string) => (text: string) => text.replaceAll(secret, '[secret]')

it('takes out every secret that is in memory, also one that came after the mask was made', () => {
  const mask = createLiveSecretsMask(createMask)
  expect(mask('horse and battery')).toBe('horse and battery')
  const held: Secret[] = [createSecret('horse')]
  expect(mask('horse and battery')).toBe('[secret] and battery')
  held.push(createSecret('battery'))
  expect(mask('horse and battery')).toBe('[secret] and [secret]')
  expect(held).toHaveLength(2)
})

it('makes one mask for the same text, however often it is there', () => {
  let made = 0
  const mask = createLiveSecretsMask((secret) => {
    if (secret === 'staple') made += 1
    return createMask(secret)
  })
  const held = Array.from({ length: 50 }, () => createSecret('staple'))
  expect(mask('staple')).toBe('[secret]')
  expect(mask('staple')).toBe('[secret]')
  expect([made, held.length]).toEqual([1, 50])
})

it('forgets a secret that nobody holds any more', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // what the flag puts there
  const count = liveSecrets().length
  for (let made = 0; made < 100; made += 1) createSecret(`gone ${made}`)
  expect(liveSecrets().length).toBe(count + 100)
  await expect
    .poll(() => {
      collect()
      return liveSecrets().length
    })
    .toBeLessThanOrEqual(count)
})
