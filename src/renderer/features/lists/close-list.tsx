import { X } from 'lucide-react'
import { messages } from '../../../messages/index.ts'
import { useListsStore } from '../../lib/lists.ts'
import { Button } from '../../ui/button.tsx'

/** Renders the button that returns to the start page of the screen. The list continues. */
export const CloseList = () => {
  const store = useListsStore()
  const { close } = messages.lists.check
  return (
    <Button variant="quiet" size="icon" aria-label={close} title={close} onClick={() => store.show(null)}>
      <X aria-hidden />
    </Button>
  )
}
