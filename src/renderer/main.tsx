import './without-eval.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './design/tokens.css'
import './design/hues.css'
import './design/base.css'
import './first-picture.css'
import { FaultBoundary } from './shell/fault-boundary.tsx'
import { words } from './words/words.ts'
import type { Parts } from './shell/parts.ts'

const parts: Parts = {
  desk: window.desk,
  now: () => Date.now(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}

document.documentElement.lang = words.language.tag
document.documentElement.dir = words.language.direction

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place to render into.')
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={words.language.direction}>
        <FaultBoundary>
          <App parts={parts} />
        </FaultBoundary>
      </DirectionProvider>
    </CSPProvider>
  </StrictMode>,
)
