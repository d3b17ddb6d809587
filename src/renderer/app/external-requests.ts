import { useEffect, useEffectEvent } from 'react'
import type { ExternalRequest } from '../../contract/external-request.ts'
import type { CallScreenModel } from '../features/call/form/call-screen-model.ts'
import { isModalOpen } from '../lib/hotkeys.ts'
import { usePage } from '../lib/page.ts'
import type { ScreenName } from './screens.ts'
import { settle } from '../lib/query.ts'
import { messages } from '../../messages/index.ts'

type ExternalRequestsOptions = {
  call: CallScreenModel
  /** Opens a call in the history. */
  show: (callId: string) => void
  onGo: (screen: ScreenName) => void
}

/**
 * Pastes like Ctrl+V and resolves with the announcement; null if the text cannot be parsed or a call is being recorded.
 */
const fillFromClipboard = async (
  { paste, externalRequest }: CallScreenModel,
  text: string | null,
): Promise<string | null> => {
  const kind = text === null ? 'nothing' : await paste.paste(text)
  if (kind !== 'nothing') return kind === null ? null : messages.paste.announcement(kind)
  externalRequest.reportEmptyClipboard()
  return messages.externalRequest.nothingCopied
}

/** Handles links, the global shortcut and notification clicks. Fills in the form or opens a screen, but never calls. */
export const useExternalRequests = ({ call, show, onGo }: ExternalRequestsOptions): void => {
  const { api, announce } = usePage()

  const shortcut = async (text: string | null) => {
    onGo('call')
    const sentence = await fillFromClipboard(call, text)
    if (sentence !== null) announce(sentence)
    // Keep focus in an open dialog.
    if (!isModalOpen()) call.elements.number.current?.focus()
  }

  const follow = useEffectEvent((request: ExternalRequest) => {
    const sentence = messages.externalRequest.announcement(request)
    if (sentence !== null) announce(sentence)
    switch (request.by) {
      case 'link':
        return void call.externalRequest.receive(request)
      case 'refusedLink':
        return call.externalRequest.refuse(request.why)
      case 'shortcut':
        return void shortcut(request.text)
      case 'notification':
        return request.callId === null ? onGo('settings') : show(request.callId)
    }
  })

  useEffect(() => {
    const take = async () => {
      const answer = await settle(api.takeExternalRequest({}))
      if (answer.ok && answer.value.request !== null) follow(answer.value.request)
    }
    void take()
    return api.onExternalRequestChanged(() => void take())
  }, [api])
}
