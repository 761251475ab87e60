import type { Mail } from '#server/delivery/mail.ts'
import type { ReviewPeriod } from '#src/domain/imc/reviews/review.ts'
import { formatShortDate } from '#src/domain/text.ts'

export const REVIEW_ANSWERED = 'Respuesta guardada.'
export const REVIEW_CLOSED = 'La revisión anual no está abierta.'
export const REVIEW_RELEASED = 'La desvinculación de esta pantalla ya se solicitó.'

/** Texts of the audit for the decision about a screen. */
export const ANSWER_TEXTS = { keep: 'Se conserva', none: 'Sin revisar' } as const

interface ReviewMail {
  readonly to: string
  readonly name: string
  readonly entityName: string
  readonly period: ReviewPeriod
  readonly screens: number
  /** The address of the review. */
  readonly url: string
}

/** The mail at the start of a yearly review (D110). */
export const reviewMail = ({ to, name, entityName, period, screens, url }: ReviewMail): Mail => ({
  to,
  subject: `Revisión anual de pantallas ${period.year}`,
  text: [
    `Hola, ${name}:`,
    '',
    `Empezó la revisión anual de las pantallas de ${entityName}. Hay ${screens} asignadas; diga de cada una si se conserva o se desvincula.`,
    '',
    `Puede hacerlo hasta el ${formatShortDate(period.until)}: ${url}`,
    '',
    'Mercado Dólar',
  ].join('\n'),
})
