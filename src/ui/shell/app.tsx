import type { Portal } from '#src/application/portal.ts'
import type { PortalConfig } from '#src/application/portal-config.ts'
import { BrokenPage } from '#src/ui/shell/broken-page.tsx'
import { ConfigProvider } from '#src/ui/shell/config-context.tsx'
import { ErrorBoundary } from '#src/ui/shell/error-boundary.tsx'
import { PortalProvider } from '#src/ui/shell/portal-context.tsx'
import { Shell } from '#src/ui/shell/shell.tsx'

interface Props {
  readonly portal: Portal
  readonly config: PortalConfig
}

/** The root component: the shell with its use-cases and configuration, in an error boundary. */
export const App = ({ portal, config }: Props) => (
  <ErrorBoundary onError={portal.logError} fallback={(retry) => <BrokenPage onRetry={retry} />}>
    <PortalProvider value={portal}>
      <ConfigProvider value={config}>
        <Shell />
      </ConfigProvider>
    </PortalProvider>
  </ErrorBoundary>
)
