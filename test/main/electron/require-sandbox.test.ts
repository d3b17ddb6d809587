import { expect, it } from 'vitest'
import { requireSandbox } from '../../../src/main/electron/require-sandbox.ts'

const asked = (userId: number | undefined, switches: readonly string[]): string[] => {
  const done: string[] = []
  requireSandbox(
    {
      enableSandbox: () => void done.push('sandbox'),
      commandLine: {
        hasSwitch: (name) => switches.includes(name),
        appendSwitch: (name, value) => void done.push(`${name}=${value}`),
      },
    },
    userId,
  )
  return done
}

const noHints = 'blink-settings=dnsPrefetchingEnabled=false'

it.each([
  ['an ordinary user', 1000, []],
  ['an ordinary user who asks to go without', 1000, ['no-sandbox']],
  ['root who does not ask', 0, []],
  ['a system without user numbers', undefined, ['no-sandbox']],
])('asks for the sandbox for %s', (_who, userId, switches) => {
  expect(asked(userId, switches)).toEqual(['sandbox', noHints])
})

it('lets root alone go without, when root says so', () => {
  expect(asked(0, ['no-sandbox'])).toEqual([noHints])
})
