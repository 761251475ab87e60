import { Link } from 'wouter'

import { PATHS } from '#src/ui/shell/routes.ts'
import { isBuilt } from '#src/ui/shell/screens.ts'

/** Links to the services of the portal. */
export const Ask = () => (
  <section className="ask mt-11 print:hidden" aria-label="Servicios en tiempo real">
    <div>
      <h2>Lleve el dólar en tiempo real a su mesa</h2>
      <p>Precios, montos, velas y bandas de Bollinger sin retraso, con soporte gratuito.</p>
    </div>
    <div className="actions">
      {isBuilt('pricing') && (
        <Link className="btn sec" href={PATHS.pricing}>
          Ver precios
        </Link>
      )}
      <Link className="btn pri" href={PATHS.registration}>
        Solicitar demo
      </Link>
    </div>
  </section>
)
