import { Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { words } from '../../words/words.ts'
import { Doctor } from './doctor.tsx'
import css from './doctor.module.css'

const said = words.doctor

/** The doctor for who has no profile yet: over the page, looking at an address or at this computer alone. */
export const AskDoctor = ({ address }: { address?: string }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        <Stethoscope aria-hidden />
        {said.call}
      </Button>
      <Dialog wide title={said.title} open={open} onClose={() => setOpen(false)}>
        <div className={css['over']}>
          <p>{said.text}</p>
          <Doctor chosen="elsewhere" {...(address === undefined ? {} : { address })} profiles={[]} />
        </div>
      </Dialog>
    </>
  )
}
