import { Link } from 'wouter'

import { SCREENS } from '#src/application/navigation/screens.ts'

/** Links to the prices and to the registration for the real-time service. */
export const ServiceLinks = () => (
  <section
    className="panel lazy-layout-54 max-sm:lazy-layout-138 mt-11 flex flex-wrap items-center justify-between gap-x-10 gap-y-4 [border-bottom:1px_solid_var(--md-line)] py-5.5 max-sm:py-4.5 print:hidden"
    aria-label="Servicios en tiempo real"
  >
    <div>
      <h2 className="text-xl">Lleve el dólar en tiempo real a su mesa</h2>
      <p className="mt-0.5 max-w-[62ch] text-ink-soft">
        Precios, montos, velas y bandas de Bollinger sin retraso, con soporte gratuito.
      </p>
    </div>
    <div className="flex flex-wrap gap-2.5 max-sm:w-full">
      <Link className="btn sec max-sm:flex-1" href={SCREENS.pricing.path}>
        Ver precios
      </Link>
      <Link className="btn pri max-sm:flex-1" href={SCREENS.registration.path}>
        Solicitar demo
      </Link>
    </div>
  </section>
)
