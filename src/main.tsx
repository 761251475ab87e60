import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { composeBrowser, readConfiguration } from '#src/composition/start.ts'
import { App } from '#src/ui/shell/app.tsx'
import { BrokenPage } from '#src/ui/shell/broken-page.tsx'
import { StartFailure } from '#src/ui/shell/start-failure.tsx'
import '#src/ui/styles/main.css'

const element = window.document.getElementById('root')
if (!element) throw new Error('index.html has no element #root')

const root = createRoot(element)
const show = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>)

async function start(): Promise<void> {
  const configuration = await readConfiguration(window)
  if (!configuration.ok) return show(<StartFailure problems={configuration.error} onRetry={begin} />)
  const useCases = composeBrowser(window, configuration.value)
  show(<App useCases={useCases} config={configuration.value.portal} />)
  await useCases.verifySession()
}

function begin(): void {
  start().catch((error: unknown) => {
    window.reportError(error)
    show(<BrokenPage onRetry={() => window.location.reload()} />)
  })
}

begin()
