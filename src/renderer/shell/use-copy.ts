import { useCallback } from 'react'
import { words } from '../words/words.ts'
import { useParts } from './parts.ts'
import { settle } from './settle.ts'

/** Copies a text through main and says so aloud; tells whether the clipboard took it. */
export const useCopy = (): ((text: string) => Promise<boolean>) => {
  const { desk, announce } = useParts()
  return useCallback(
    async (text) => {
      const answer = await settle(desk.copyText({ text }))
      announce(answer.ok ? words.common.copied(text) : words.common.notCopied)
      return answer.ok
    },
    [desk, announce],
  )
}
