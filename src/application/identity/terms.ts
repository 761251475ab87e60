import type { Terms } from '#src/application/portal-config.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { toDate, toInstant } from '#src/domain/time/bogota.ts'

/** The terms of a portal whose configuration has none. */
export const DEFAULT_TERMS: Terms = {
  version: '1',
  since: toInstant('2026-01-01', '00:00'),
  clauses: [
    {
      title: '1. Objeto',
      text: 'Estos términos regulan el acceso al servicio de información del mercado de dólar en Colombia: precios, montos, gráficas y estadísticas del par USD/COP.',
    },
    {
      title: '2. Uso de la información',
      text: 'La información es para uso propio del usuario registrado. No puede redistribuirse, publicarse ni integrarse en otros sistemas sin autorización escrita.',
    },
    {
      title: '3. Cuenta y clave',
      text: 'La cuenta es personal. Solo se permite una sesión activa por usuario. Usted responde por el uso de su clave y debe avisar si sospecha que alguien más la conoce.',
    },
    {
      title: '4. Disponibilidad',
      text: 'El servicio opera en los horarios del mercado. Puede haber interrupciones por mantenimiento o por fallas de terceros, que se informarán en cuanto se conozcan.',
    },
    {
      title: '5. Alcance',
      text: 'La información publicada no constituye recomendación de inversión. Las decisiones que usted tome son de su exclusiva responsabilidad.',
    },
    {
      title: '6. Datos personales',
      text: 'Sus datos se tratan según la política de privacidad y solo para prestar el servicio. Puede conocerlos, corregirlos o pedir que se supriman.',
    },
    {
      title: '7. Vigencia',
      text: 'Estos términos rigen desde su aceptación. Si cambian, se le pedirá aceptarlos de nuevo al iniciar sesión.',
    },
  ],
}

/** Version and date below the clauses. */
export const termsVersionText = ({ version, since }: Terms) =>
  `Versión ${version}. Rige desde: ${formatLongDate(toDate(since)).toLowerCase()}.`
