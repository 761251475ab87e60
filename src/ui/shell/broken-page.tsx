import { Button } from '#src/ui/parts/button.tsx'

interface Props {
  readonly onRetry: () => void
}

/** Replaces the whole portal after an unexpected error. */
export const BrokenPage = ({ onRetry }: Props) => (
  <main id="contenido" className="page">
    <div className="blank blank-page" role="alert">
      <h1>No pudimos mostrar la página</h1>
      <p>Ocurrió un error inesperado. Inténtelo de nuevo; si continúa, vuelva a cargar la página.</p>
      <Button variant="primary" onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  </main>
)
