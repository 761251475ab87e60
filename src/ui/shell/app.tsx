import type { Portal } from '#src/application/portal.ts'
import type { PortalConfig } from '#src/application/portal-config.ts'
import { ErrorBoundary } from '#src/ui/parts/error-boundary.tsx'
import { ConfigProvider } from '#src/ui/portal/config-context.tsx'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'
import { BrokenPage } from '#src/ui/shell/broken-page.tsx'
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
