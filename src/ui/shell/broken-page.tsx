import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'

interface Props {
  readonly onRetry: () => void
}

/** Replaces the whole portal after an unexpected error. */
export const BrokenPage = ({ onRetry }: Props) => (
  <main id="contenido" className="page">
    <Empty
      size="page"
      role="alert"
      lead="No pudimos mostrar la página"
      rest="Ocurrió un error inesperado. Inténtelo de nuevo; si continúa, vuelva a cargar la página."
      action={
        <Button variant="primary" onClick={onRetry}>
          Reintentar
        </Button>
      }
    />
  </main>
)
