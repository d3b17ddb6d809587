import { useEffect, useEffectEvent } from 'react'
import type { Asked } from '../contract/asked.ts'
import type { CallDesk } from './call/call-desk.ts'
import { isModalOpen } from './design/modal.ts'
import { useParts } from './shell/parts.ts'
import type { ScreenName } from './shell/screens.ts'
import { settle } from './shell/settle.ts'
import { words } from './words/words.ts'

type Around = {
  call: CallDesk
  /** Opens a call in the history. */
  show: (callId: string) => void
  onGo: (screen: ScreenName) => void
}

/** As Ctrl+V does; gives what is told of it, or null while a call is being recorded and the form is not to be touched. */
const fillFromClipboard = async ({ pasted, asked }: CallDesk, text: string | null): Promise<string | null> => {
  const kind = text === null ? 'nothing' : await pasted.paste(text)
  if (kind !== 'nothing') return kind === null ? null : words.pasted.told(kind)
  asked.tellNothingCopied()
  return words.asked.nothingCopied
}

/** Takes what was asked from outside the window, as it comes and what came before: fills and shows, and never calls. */
export const useAsked = ({ call, show, onGo }: Around): void => {
  const { desk, announce } = useParts()

  const shortcut = async (text: string | null) => {
    onGo('call')
    const sentence = await fillFromClipboard(call, text)
    if (sentence !== null) announce(sentence)
    // A question that stands over the page keeps the focus: what is pressed next is the answer to it.
    if (!isModalOpen()) document.querySelector<HTMLElement>('[data-number-field]')?.focus()
  }

  const follow = useEffectEvent((asked: Asked) => {
    const sentence = words.asked.told(asked)
    if (sentence !== null) announce(sentence)
    switch (asked.by) {
      case 'link':
        return void call.asked.put(asked)
      case 'refusedLink':
        return call.asked.refuse(asked.why)
      case 'shortcut':
        return void shortcut(asked.text)
      case 'notification':
        return asked.callId === null ? onGo('settings') : show(asked.callId)
    }
  })

  useEffect(() => {
    const take = async () => {
      const answer = await settle(desk.takeAsked({}))
      if (answer.ok && answer.value.asked !== null) follow(answer.value.asked)
    }
    void take()
    return desk.onAskedChanged(() => void take())
  }, [desk])
}
