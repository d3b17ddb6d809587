import '../without-eval.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { messages } from '../../messages/index.ts'
import type { PageDeps } from '../lib/page.ts'
import '../ui/tokens.css'
import '../ui/hues.css'
import '../ui/base.css'
import './startup.css'
import { App, ErrorBoundary } from './app.tsx'

const deps: PageDeps = {
  api: window.api,
  now: () => Date.now(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}

document.documentElement.lang = messages.language.tag
document.documentElement.dir = messages.language.direction

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element.')
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={messages.language.direction}>
        <ErrorBoundary>
          <App deps={deps} />
        </ErrorBoundary>
      </DirectionProvider>
    </CSPProvider>
  </StrictMode>,
)
