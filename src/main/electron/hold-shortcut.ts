import type { GlobalShortcut } from 'electron'
import type { SystemTies } from '../../contract/asked.ts'

export type HoldShortcutParts = { system: Pick<GlobalShortcut, 'register' | 'unregister'>; onPressed: () => void }

/** Holds one combination of keys everywhere, or none; another one takes its place. */
export const createShortcutHolder = ({ system, onPressed }: HoldShortcutParts) => {
  let wanted: string | null = null
  let state: SystemTies['shortcut'] = 'off'

  const take = (keys: string): SystemTies['shortcut'] => {
    try {
      return system.register(keys, onPressed) ? 'held' : 'refused'
    } catch {
      // Keys that this system does not have are refused like keys that another program holds.
      return 'refused'
    }
  }

  return {
    hold(keys: string | null): void {
      // What is held stays held; what was refused is asked for again, the other program may be gone.
      if (keys === wanted && state !== 'refused') return
      if (wanted !== null && state === 'held') system.unregister(wanted)
      wanted = keys
      state = keys === null ? 'off' : take(keys)
    },
    state: (): SystemTies['shortcut'] => state,
  }
}
