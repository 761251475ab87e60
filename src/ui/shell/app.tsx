import type { Portal } from '#src/application/portal.ts'
import type { PortalConfig } from '#src/application/portal-config.ts'
import { BrokenPage } from '#src/ui/shell/broken-page.tsx'
import { ConfigProvider } from '#src/ui/shell/config-context.tsx'
import { ErrorBoundary } from '#src/ui/shell/error-boundary.tsx'
import { Shell } from '#src/ui/shell/shell.tsx'
import { UseCasesProvider } from '#src/ui/shell/use-cases-context.tsx'

interface Props {
  readonly useCases: Portal
  readonly config: PortalConfig
}

/** The root component: the shell with its use-cases and configuration, in an error boundary. */
export const App = ({ useCases, config }: Props) => (
  <ErrorBoundary onError={useCases.logError} fallback={(retry) => <BrokenPage onRetry={retry} />}>
    <UseCasesProvider value={useCases}>
      <ConfigProvider value={config}>
        <Shell />
      </ConfigProvider>
    </UseCasesProvider>
  </ErrorBoundary>
)
