import { messages } from '../../messages/index.ts'
import { type CommandId, commands, type CommandScreen, keysOf } from '../lib/commands.ts'
import { Kbd } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './shortcut-sheet.module.css'

const sheetText = messages.shortcuts
// Object.keys returns string[] and loses the type of the keys.
const screens = Object.keys(commands) as CommandScreen[]
// Object.keys returns string[] and loses the type of the keys, which are all command IDs.
const idsOf = (screen: CommandScreen) => Object.keys(commands[screen]) as CommandId[]

/** Lists the commands of every screen with their shortcuts. */
export const ShortcutSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog title={sheetText.title} open={open} onClose={onClose} wide>
    <div className={css['sheet']}>
      {screens.map((screen) => (
        <section key={screen} aria-label={sheetText.screens[screen]}>
          <h3 className={css['title']}>{sheetText.screens[screen]}</h3>
          <dl className={css['lines']}>
            {idsOf(screen).map((id) => (
              <div key={id}>
                <dt>
                  <Kbd keys={keysOf(id)} spoken />
                </dt>
                <dd>{sheetText.commands[id]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)
