import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'

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
    <Empty
      size="page"
      role="alert"
      lead="El portal no pudo iniciar"
      rest="La configuración del servicio no se pudo leer o tiene un valor que no es válido:"
      action={
        <Button variant="primary" onClick={onRetry}>
          Reintentar
        </Button>
      }
    >
      <ul className="list-disc pl-4.5 text-sm/6">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Empty>
  </main>
)
