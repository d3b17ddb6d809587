import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Kbd } from '../design/kbd.tsx'
import { words } from '../words/words.ts'
import { isInDialog, isTyping, useWindowKeys } from './shortcuts.ts'
import { useCopy } from './use-copy.ts'

type Props = {
  text: string
  name: string
  look?: 'plain' | 'quiet'
  label?: string
  shortcut?: string
  /** Whether it hears the key of its shortcut itself, wherever the focus is but in a field. */
  hears?: boolean
}

const isKey = (event: KeyboardEvent, shortcut: string | undefined): boolean =>
  event.key.toLowerCase() === shortcut?.toLowerCase() &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event) || isInDialog(event))

/** Copies a short text through main; with `label` it is a button with words, else an icon with a name. */
export const CopyButton = ({ text, name, look = 'quiet', label, shortcut, hears = false }: Props) => {
  const copy = useCopy()
  const [done, setDone] = useState(false)
  const act = async () => {
    setDone(await copy(text))
    setTimeout(() => setDone(false), 2_000)
  }
  useWindowKeys((event) => {
    if (hears && isKey(event, shortcut)) void act()
  })
  const Icon = done ? Check : Copy
  return (
    <Button
      look={look}
      size={label ? 'small' : 'icon'}
      onClick={() => void act()}
      aria-label={label ? undefined : words.common.copyOf(name)}
      title={words.common.copyOf(name)}
      aria-keyshortcuts={shortcut}
    >
      <Icon aria-hidden />
      {label}
      {label && shortcut && <Kbd keys={shortcut} look="bare" />}
    </Button>
  )
}
