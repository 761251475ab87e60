interface Props {
  /**
   * What keeps the portal from starting: one line for each field of the configuration, or one for
   * all of it.
   */
  readonly problems: readonly string[]
  readonly onRetry: () => void
}

/** Stands in for the portal when its configuration cannot be used (D39). */
export const StartFailure = ({ problems, onRetry }: Props) => (
  <main id="contenido" className="page">
    <div className="blank plain" role="alert">
      <h1>El portal no pudo iniciar</h1>
      <p>La configuración del servicio no se pudo leer o tiene un valor que no es válido:</p>
      <ul className="problems">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <button type="button" className="btn pri" onClick={onRetry}>
        Reintentar
      </button>
    </div>
  </main>
)
