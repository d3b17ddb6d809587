import type { DeskParts } from './desk.ts'
import { createHistoryService } from './history/history-service.ts'
import { watchStorage } from './history/watch-storage.ts'
import { nothingOutside } from './links/outside.ts'
import { createNotices } from './notices/notices.ts'
import { createPolicyBook } from './policy/policy-book.ts'
import { createSettingsBook } from './settings/settings-book.ts'
import { createSettingsService } from './settings/settings-service.ts'

/**
 * What a desk keeps, its history and its settings, and who is told when that fails: the page, and a person outside the
 * window. `doubt` is called when the storage fails or works again.
 */
export const createDeskKeeping = (parts: DeskParts, doubt: () => void) => {
  const outside = parts.outside ?? nothingOutside
  const changed = (): void => parts.announce('historyChanged', {})
  const storage = watchStorage(parts.storage, (reason) => {
    notices.storageChanged(reason)
    history.doubt()
    doubt()
    changed()
  })
  const policy = createPolicyBook(storage, parts.policyFile ?? null)
  const settings = createSettingsBook(storage, outside.apply, policy.over)
  const notices = createNotices({ settings, notify: outside.notify })
  const onUpkeepFailure = (reason: string): void => {
    parts.onUpkeepFailure?.(reason)
    notices.historyFailed()
  }
  const history = createHistoryService({ ...parts, storage, settings, announce: changed, onUpkeepFailure })
  return {
    outside,
    storage,
    settings,
    policy,
    settingsService: createSettingsService({ settings, vault: parts.vault, isLocked: policy.isLocked }),
    history,
    notices,
    /** Reads the settings, asks of the system what they say, and begins to look after the history. */
    async start(): Promise<void> {
      // What it sets holds from the first moment on.
      await policy.read()
      const known = await settings.read()
      if (known.ok) outside.apply(known.value)
      await history.start()
    },
  }
}
