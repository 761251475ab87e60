import type { Mail } from '#server/delivery/mail.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { countDays, type ExpiringScreen, type ExpiryViolation } from '#src/domain/imc/screens/screen-expiry.ts'
import { formatShortDate } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

export const EXPIRY_SET = 'Fecha de vencimiento guardada.'
export const EXPIRY_REMOVED = 'Fecha de vencimiento quitada.'

const VIOLATIONS: Readonly<Record<ExpiryViolation, string>> = {
  required: 'Elija una fecha.',
  'not-future': 'La fecha de vencimiento debe ser posterior a hoy.',
  'too-far': 'La fecha de vencimiento está a más de diez años. Revise el año.',
}

/** Why the last day of a screen is refused. */
export const expiryMessage = (failure: Extract<ImcFailure, { readonly kind: 'expiry-off' | 'expiry-date' }>): string =>
  failure.kind === 'expiry-date'
    ? VIOLATIONS[failure.violation]
    : 'Su entidad no usa fechas de vencimiento. Un administrador las enciende en Controles.'

interface ExpiryMail {
  readonly to: string
  readonly name: string
  readonly entityName: string
  readonly screens: readonly ExpiringScreen[]
  readonly today: BogotaDate
  /** The address of the entity's subscriptions. */
  readonly url: string
}

const toDaysText = (days: number) => {
  if (days === 0) return 'hoy'
  return days === 1 ? 'mañana' : `en ${days} días`
}

/** The reminder of the screens whose last day is near (D108). */
export const expiryMail = ({ to, name, entityName, screens, today, url }: ExpiryMail): Mail => ({
  to,
  subject: screens.length === 1 ? 'Una pantalla vence pronto' : `${screens.length} pantallas vencen pronto`,
  text: [
    `Hola, ${name}:`,
    '',
    `Al final de su fecha de vencimiento pediremos desvincular estas pantallas de ${entityName}:`,
    '',
    ...screens.map(
      ({ screen, number, fullName, endsOn }) =>
        `- ${screen} de la suscripción ${number}, de ${fullName}: ${formatShortDate(endsOn)} (${toDaysText(countDays(today, endsOn))})`,
    ),
    '',
    `Si alguien la sigue necesitando, cambie o quite la fecha en las pantallas de su suscripción: ${url}`,
    '',
    'Mercado Dólar',
  ].join('\n'),
})
