import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'

type Parts = Pick<CallDesk, 'pasted' | 'form'> & { announce: (text: string) => void }

/**
 * Fills the form with a pasted text and tells what came of it; resolves with true when it found a number or a row.
 * Where a person put the caret, a text without any number stands as it is, to be seen and mended.
 */
export const takePaste = async (
  { pasted, form, announce }: Parts,
  text: string,
  inField: boolean,
): Promise<boolean> => {
  const kind = await pasted.paste(text)
  if (kind === null) return false
  announce(words.pasted.told(kind))
  if (kind === 'nothing' && inField) form.typeNumber(text.trim().replaceAll(/\s+/g, ' '))
  return kind !== 'nothing'
}
