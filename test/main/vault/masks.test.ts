import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createHoldsSecret, createLiveSecretsMask } from '../../../src/main/vault/masks.ts'
import { createSecret, liveSecrets, type Secret } from '../../../src/main/vault/secret.ts'

const createMask = (secret: string) => (text: string) => text.replaceAll(secret, '[secret]')

it('removes every secret in memory, including later ones', () => {
  const mask = createLiveSecretsMask(createMask)
  expect(mask('horse and battery')).toBe('horse and battery')
  const held: Secret[] = [createSecret('horse')]
  expect(mask('horse and battery')).toBe('[secret] and battery')
  held.push(createSecret('battery'))
  expect(mask('horse and battery')).toBe('[secret] and [secret]')
  expect(held).toHaveLength(2)
})

it('does not count a name that only starts like a key as a secret', () => {
  const holdsSecret = createHoldsSecret()
  expect(holdsSecret('policy dgr_policy_holder_first_name')).toBe(false)
  expect(holdsSecret('policy dgr_0123456789abcdefghijABCDEFG')).toBe(true)
})

it('creates one mask for the same string', () => {
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

it('forgets a secret after it is garbage-collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // Defined by --expose-gc.
  const count = liveSecrets().length
  for (let made = 0; made < 100; made += 1) createSecret(`unused ${made}`)
  expect(liveSecrets().length).toBe(count + 100)
  await expect
    .poll(() => {
      collect()
      return liveSecrets().length
    })
    .toBeLessThanOrEqual(count)
})
