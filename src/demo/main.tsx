// Must be the first import of our code: it defines the order of the cascade layers.
import '#src/ui/styles/main.css'
// The build of the package that inversify itself imports.
import 'reflect-metadata/lite'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'

import { openDemo } from '#src/composition/demo.ts'
import { DEMO_CONFIG } from '#src/demo/config.ts'
import { DEMO_START } from '#src/demo/market-time.ts'
import { App } from '#src/ui/shell/app.tsx'

const element = window.document.getElementById('root')
if (!element) throw new Error('demo.html has no element #root')

/** The folder of the demo without its last slash: this script is in `assets/` there. */
const base = new URL(/* @vite-ignore */ '..', import.meta.url).pathname.slice(0, -1)

const portal = openDemo(window, DEMO_START)
createRoot(element).render(
  <StrictMode>
    <Router base={base}>
      <App portal={portal} config={DEMO_CONFIG} />
    </Router>
  </StrictMode>,
)
portal.verifySession().catch((error: unknown) => window.reportError(error))
