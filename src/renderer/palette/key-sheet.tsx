import { Dialog } from '../design/dialog.tsx'
import { Kbd } from '../design/kbd.tsx'
import { words } from '../words/words.ts'
import css from './key-sheet.module.css'

const said = words.keySheet

const Place = ({ title, lines }: { title: string; lines: readonly (readonly [keys: string, what: string])[] }) => (
  <section aria-label={title}>
    <h3 className={css['title']}>{title}</h3>
    <dl className={css['lines']}>
      {lines.map(([keys, what]) => (
        <div key={keys}>
          <dt>
            <Kbd keys={keys} spoken />
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Every key of the app on one sheet. */
export const KeySheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog title={said.title} open={open} onClose={onClose} wide>
    <div className={css['sheet']}>
      <Place title={said.everywhere} lines={said.lines.everywhere} />
      <Place title={said.screens.call} lines={said.lines.call} />
      <Place title={said.screens.runs} lines={said.lines.runs} />
      <Place title={said.screens.keys} lines={said.lines.keys} />
      <Place title={said.screens.support} lines={said.lines.support} />
    </div>
  </Dialog>
)
