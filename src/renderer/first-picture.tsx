import health from './shell/health-dot.module.css'
import { Field } from './design/field.tsx'
import { numberInput } from './call/number-input.ts'
import screen from './call/call-screen.module.css'
import { Hidden } from './design/hidden.tsx'
import { Input } from './design/input.tsx'
import { Notice } from './design/notice.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { Rail } from './shell/rail.tsx'
import shell from './shell/shell.module.css'
import { words } from './words/words.ts'

const opening = 'opening'
const nowhere = (): void => undefined

/**
 * What the window of whoever has been here before shows until the app's script runs: the frame, and the number's field with the caret in it. It is drawn once,
 * when the app is built, and put into the page; the screens take what was done in it over from it (`take-first-picture.ts`).
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
        <div className={screen['screen']} data-broken role="alert" hidden>
          <Notice tone="bad" title={words.shell.notOpened.title}>
            <p>{words.shell.notOpened.text}</p>
          </Notice>
        </div>
        <div className={screen['screen']} data-whole>
          <section className={screen['form']} aria-label={words.call.formLabel}>
            <div inert>
              <Field label={words.call.agent.label} layout="row" hint={words.shell.loading}>
                {(control) => <Input {...control} placeholder={words.call.agent.placeholder} />}
              </Field>
            </div>
            <Hidden id={opening}>{words.shell.loading}</Hidden>
            <Field label={words.call.number.label} layout="row">
              {/* The caret stands where the work begins, as on the screen that takes over. */}
              {(control) => <input {...control} {...numberInput} autoFocus aria-describedby={opening} />}
            </Field>
          </section>
          <div />
          <div />
        </div>
      </main>
    </div>
  </div>
)
