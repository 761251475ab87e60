import { Button } from '#src/ui/parts/button.tsx'

interface Props {
  /**
   * The reasons why the portal cannot start: one line per invalid field, or one line for the whole
   * configuration.
   */
  readonly problems: readonly string[]
  readonly onRetry: () => void
}

/** Shown instead of the portal when its configuration is invalid or cannot be loaded (D39). */
export const StartFailure = ({ problems, onRetry }: Props) => (
  <main id="contenido" className="page">
    <div className="blank blank-page" role="alert">
      <h1>El portal no pudo iniciar</h1>
      <p>La configuración del servicio no se pudo leer o tiene un valor que no es válido:</p>
      <ul className="blank-problems">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <Button variant="primary" onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  </main>
)
