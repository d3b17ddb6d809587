import '../../src/renderer/without-eval.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { createFakeDesk } from './fake-desk.ts'
import { acme, fakeHistory } from './fake-desk/fake-world.ts'

// The scene is named in the address, so that one script serves every picture: ?scene=first, desk, empty, waiting, unknown.
const scene = new URLSearchParams(location.search).get('scene') ?? 'desk'
const now = Date.now()
const many: Profile[] = Array.from({ length: 3 }, (_, index) => ({
  ...acme,
  id: `01K000000000000000000ACME${index}`,
  name: ['Borealis Support and Customer Happiness Operations Europe', 'Cobalt', 'Delta'][index] ?? 'Other',
  color: (['teal', 'magenta', 'amber'] as const)[index] ?? 'slate',
}))

const desk = createFakeDesk({
  profiles: scene === 'first' || scene === 'locked' ? [] : [acme, ...many],
  calls:
    scene === 'desk' || scene === 'waiting' || scene === 'unknown' ? fakeHistory(scene === 'desk' ? 1200 : 6, now) : [],
  runtime: scene === 'unknown' ? 'trial' : 'product',
  ...(scene === 'locked' && { keychain: { usable: false, reason: 'unavailable' } }),
  ...(scene === 'locked' && { failing: { addProfile: { kind: 'unreachable', cause: 'refused' } } }),
  ...(scene === 'waiting' && { outcomeOf: () => new Promise(() => undefined) }),
  ...(scene === 'unknown' && { outcomeOf: () => ({ state: 'unknown', cause: 'cut', status: null, detail: '' }) }),
})

Object.defineProperty(window, 'desk', { value: desk })
