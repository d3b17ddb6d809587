import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { hideFirstPicture } from './take-first-picture.ts'
import { words } from '../words/words.ts'
import css from './fault-boundary.module.css'

type Props = { children: ReactNode }
type State = { step: 'sound' } | { step: 'broken' }

/** Stands around the app: when a screen breaks, it says so in words instead of going blank. */
export class FaultBoundary extends Component<Props, State> {
  override state: State = { step: 'sound' }

  static getDerivedStateFromError(): State {
    return { step: 'broken' }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // It would stand before what is said here.
    hideFirstPicture()
    reportError(new Error(`A screen broke.${info.componentStack ?? ''}`, { cause: error }))
  }

  override render(): ReactNode {
    if (this.state.step === 'sound') return this.props.children
    return (
      <main className={css['broken']} role="alert">
        <Notice
          tone="bad"
          title={words.shell.fault.title}
          acts={<Button onClick={() => this.setState({ step: 'sound' })}>{words.shell.fault.reload}</Button>}
        >
          <p>{words.shell.fault.text}</p>
        </Notice>
      </main>
    )
  }
}
