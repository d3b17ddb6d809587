import health from './shell/health-dot.module.css'
import { Field } from './design/field.tsx'
import fields from './call/fields.module.css'
import screen from './call/call-screen.module.css'
import { Input } from './design/input.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { Rail } from './shell/rail.tsx'
import shell from './shell/shell.module.css'
import { words } from './words/words.ts'

export { words }

const nowhere = (): void => undefined

/**
 * What the window shows before its script runs: the frame, and the number's field with the caret in it. It is drawn once,
 * when the app is built, and put into the page; the screens take what was typed over from it (`take-first-picture.ts`).
 * Nothing else of it can be used, and it holds nothing of anybody.
 */
export const FirstPicture = () => (
  <div data-first-picture>
    <div className={shell['shell']}>
      <div className={shell['line']} />
      <header className={shell['bar']} inert>
        <div className={shell['notices']} />
        <PaletteButton onOpen={nowhere} />
        <span className={health['health']}>
          <span className={health['dot']} />
          <span className={health['text']}>{words.shell.health.checking}</span>
        </span>
      </header>
      <div inert>
        <Rail current="call" onGo={nowhere} />
      </div>
      <main className={shell['screen']} aria-label={words.shell.screens.call}>
        <div className={screen['screen']}>
          <section className={screen['form']} aria-label={words.call.formLabel}>
            <div inert>
              <Field label={words.call.agent.label} layout="row" hint={words.shell.loading}>
                {(control) => <Input {...control} placeholder={words.call.agent.placeholder} />}
              </Field>
            </div>
            <Field label={words.call.number.label} layout="row">
              {(control) => (
                <input
                  {...control}
                  // The place where the work begins, as on the screen that takes over.
                  autoFocus
                  dir="ltr"
                  className={fields['number']}
                  placeholder={words.call.number.placeholder}
                  maxLength={1000}
                  spellCheck={false}
                  autoComplete="off"
                />
              )}
            </Field>
          </section>
          <div />
          <div />
        </div>
      </main>
    </div>
  </div>
)
