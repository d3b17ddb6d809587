import { setTimeout as wait } from 'node:timers/promises'
import { eventually, run } from './processes.ts'
import { keyringPassword, type Session } from './session.ts'

/** Returns the visible window of a session, which can only be the keychain's prompt. */
const windowOn = async ({ env }: Session): Promise<string | null> => {
  // The tool exits with an error if it finds none.
  const found = await run('xdotool', ['search', '--onlyvisible', '--name', '.'], env).catch(() => '')
  return found.trim().split('\n')[0] || null
}

const keys = (session: Session, ...args: string[]): Promise<string> => run('xdotool', args, session.env)

/** Waits for the prompt, pauses, and repeats an input until the prompt closes. */
const inPrompt = async (session: Session, act: () => Promise<unknown>): Promise<void> => {
  const window = await eventually('The prompt of the keychain', 8_000, () => windowOn(session))
  await wait(1_200)
  await eventually('The end of the prompt', 6_000, async () => {
    await act()
    await wait(300)
    return (await windowOn(session)) === window ? null : true
  })
}

/** Presses Cancel in the keychain's prompt. Fails if the same request prompts again. */
export const pressCancel = async (session: Session): Promise<void> => {
  await inPrompt(session, () => keys(session, 'key', 'Escape'))
  await wait(500)
  if ((await windowOn(session)) !== null) throw new Error('The keychain prompted again after Cancel.')
}

/** Types the correct password into the keychain's prompt. */
export const typePassword = (session: Session): Promise<void> =>
  inPrompt(session, async () => {
    await keys(session, 'key', 'ctrl+a')
    await keys(session, 'type', '--delay', '20', keyringPassword)
    await keys(session, 'key', 'Return')
  })
