import type { Condition } from './conditions.ts'
import type { PlantedName } from './planted-vaults.ts'
import { type ConditionResult, runCondition } from './run-condition.ts'
import type { Stage } from './stage.ts'

const open = { bus: 'usual', keyring: true, screen: false } as const

const withFrozenService = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ['ok'], stage.add('keychain'))
  process.kill(stage.session.keyringPid(), 'SIGSTOP')
  await stage.expect('check', ['timedOut'], stage.check(stage.profiles[0]))
}

const withLockedKeyring = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ['ok'], stage.add('keychain'))
  await stage.session.lock()
  await stage.expect('check', ['locked'], stage.check(stage.profiles[0]))
}

const withoutService = async (stage: Stage): Promise<void> => {
  await stage.expect('add', ['unavailable'], stage.add('keychain'))
}

type Control = { vault: PlantedName; condition: Condition; isCaught: (result: ConditionResult) => boolean }

const controls: Record<string, Control> = {
  withoutDeadline: {
    vault: 'inMain',
    condition: { name: 'service that hangs', wishes: open, play: withFrozenService },
    isCaught: ({ faults }) => faults.some((fault) => fault.startsWith('check: no answer')),
  },
  withSearch: {
    vault: 'searching',
    condition: { name: 'locked, no prompt', wishes: open, play: withLockedKeyring },
    isCaught: ({ deaths }) => deaths > 0,
  },
  blocking: {
    vault: 'blocking',
    condition: { name: 'service that hangs', wishes: open, play: withFrozenService },
    isCaught: ({ measured }) => measured.some(({ own }) => own > 1_000),
  },
  plainFile: {
    vault: 'plainFile',
    condition: { name: 'absent service', wishes: { bus: 'bare', keyring: false, screen: false }, play: withoutService },
    isCaught: ({ plainTexts }) => plainTexts.length > 0,
  },
}

/** Plays the planted vaults where they do harm; each must be caught by what it does there. */
export const runControls = async (seed: number): Promise<Record<string, number>> => {
  const played = Object.entries(controls).map(async ([name, { vault, condition, isCaught }]) => {
    const result = await runCondition(condition, seed, vault)
    return [name, isCaught(result) ? 1 : 0] as const
  })
  return Object.fromEntries(await Promise.all(played))
}
