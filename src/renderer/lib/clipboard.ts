import { useCallback } from 'react'
import { messages } from '../../messages/index.ts'
import { usePage } from './page.ts'
import { settle } from './query.ts'

/** Returns a function that copies text via main, announces the result and resolves with whether it succeeded. */
export const useCopy = (): ((text: string) => Promise<boolean>) => {
  const { api, announce } = usePage()
  return useCallback(
    async (text) => {
      const answer = await settle(api.copyText({ text }))
      announce(answer.ok ? messages.common.copied(text) : messages.common.notCopied)
      return answer.ok
    },
    [api, announce],
  )
}
