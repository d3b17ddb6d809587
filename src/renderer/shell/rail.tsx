import { Kbd } from '../design/kbd.tsx'
import { words } from '../words/words.ts'
import css from './rail.module.css'
import { screenNames, screens, type ScreenName } from './screens.ts'

type Props = { current: ScreenName; onGo: (screen: ScreenName) => void }

const Place = ({ name, current, onGo }: { name: ScreenName } & Props) => {
  const { icon: Icon, letter } = screens[name]
  const text = words.shell.screens[name]
  return (
    <li>
      <button
        type="button"
        className={css['place']}
        aria-current={name === current ? 'page' : undefined}
        aria-keyshortcuts={`G ${letter.toUpperCase()}`}
        title={text}
        onClick={() => onGo(name)}
      >
        <Icon aria-hidden />
        <span className={css['name']}>{text}</span>
        <span className={css['keys']}>
          <Kbd keys={`G ${letter.toUpperCase()}`} look="bare" />
        </span>
      </button>
    </li>
  )
}

/** The left rail: only screens that exist. */
export const Rail = (props: Props) => (
  <nav className={css['rail']} aria-label={words.shell.nav}>
    <ul>
      {screenNames.map((name) => (
        <Place key={name} name={name} {...props} />
      ))}
    </ul>
  </nav>
)
