// Must be the first import of our code: it defines the order of the cascade layers.
import '#src/demo/demo.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'

import { openTabStorage } from '#src/adapters/browser/storage.ts'
import { openDemo } from '#src/composition/demo.ts'
import { DemoBar } from '#src/demo/bar.tsx'
import { CardPage } from '#src/demo/card-page.tsx'
import { DEMO_CONFIG } from '#src/demo/config.ts'
import { openDemoSettings } from '#src/demo/settings.ts'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'
import { App } from '#src/ui/shell/app.tsx'

const element = window.document.getElementById('root')
if (!element) throw new Error('demo.html has no element #root')

/** The folder of the demo: this script is in `assets/` there. */
const folder = new URL(/* @vite-ignore */ '..', import.meta.url).pathname

const { startsAt, settings } = openDemoSettings({
  storage: openTabStorage(window, 'demo.'),
  folder,
  now: Date.now,
  reload: () => window.location.reload(),
  open: (address) => window.location.assign(address),
})
const demo = openDemo(window, startsAt)
const { portal } = demo

createRoot(element).render(
  <StrictMode>
    <Router base={folder.slice(0, -1)}>
      <App portal={portal} config={DEMO_CONFIG} />
      <PortalProvider value={portal}>
        <CardPage demo={demo} />
        <DemoBar demo={demo} settings={settings} />
      </PortalProvider>
    </Router>
  </StrictMode>,
)
portal.verifySession().catch((error: unknown) => window.reportError(error))
