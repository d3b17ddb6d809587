import { setTimeout as wait } from 'node:timers/promises'
import { eventually, run } from './processes.ts'
import { keyringPassword, type Session } from './session.ts'

/** The window that can be seen on a session's screen: it has no others than the keychain's. */
const windowOn = async ({ env }: Session): Promise<string | null> => {
  // The tool ends with an error when it finds none.
  const found = await run('xdotool', ['search', '--onlyvisible', '--name', '.'], env).catch(() => '')
  return found.trim().split('\n')[0] || null
}

const keys = (session: Session, ...args: string[]): Promise<string> => run('xdotool', args, session.env)

/** A person sees a window, thinks for a moment, and acts; a window that did not take it is acted upon again. */
const atWindow = async (session: Session, act: () => Promise<unknown>): Promise<void> => {
  const window = await eventually('The window of the keychain', 8_000, () => windowOn(session))
  await wait(1_200)
  await eventually('The end of the keychain’s window', 6_000, async () => {
    await act()
    await wait(300)
    return (await windowOn(session)) === window ? null : true
  })
}

/** Waits for the keychain's window and presses Cancel in it. Fails when it asks a second time for the same wish. */
export const pressCancel = async (session: Session): Promise<void> => {
  await atWindow(session, () => keys(session, 'key', 'Escape'))
  await wait(500)
  if ((await windowOn(session)) !== null) throw new Error('The person was asked again after Cancel.')
}

/** Waits for the keychain's window and types the right password into it. */
export const typePassword = (session: Session): Promise<void> =>
  atWindow(session, async () => {
    await keys(session, 'key', 'ctrl+a')
    await keys(session, 'type', '--delay', '20', keyringPassword)
    await keys(session, 'key', 'Return')
  })
