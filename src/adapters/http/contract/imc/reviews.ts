import * as z from 'zod/mini'
import { idField, listOf } from '#src/adapters/http/contract/imc/values.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { calendarDay } from '#src/adapters/http/contract/values.ts'
import {
  customField,
  figureField,
  flagField,
  instantField,
  looseTextField,
  nullableTextField,
  numberField,
  parseItems,
  textField,
} from '#src/adapters/http/decode/lenient.ts'
import type { Review, ReviewAnswer, ReviewChange, ReviewItem } from '#src/domain/imc/reviews/review.ts'
import { parseDate, toIsoOrNull } from '#src/domain/time/bogota.ts'

const ANSWER_WORDS = { keep: 'conservar', release: 'desvincular' } as const satisfies Record<ReviewAnswer, string>

const answerWord = z.nullable(z.enum([ANSWER_WORDS.keep, ANSWER_WORDS.release]))

const ITEM = {
  paquete_id: textField,
  numero: textField,
  perfil_id: textField,
  pantalla: textField,
  usuario_id: textField,
  usuario: looseTextField,
  codigo: looseTextField,
  costo: numberField,
  ultimo_uso: nullableTextField,
  uso_reportado: flagField,
  respuesta: customField,
  fecha: instantField,
  persona: looseTextField,
}

const REVIEW = { anio: figureField, desde: nullableTextField, hasta: nullableTextField, abierta: flagField }

const itemReply = toReplySchema(ITEM, { respuesta: answerWord })

/** The yearly review; without a rule its year is null (D110). */
export const reviewReply = listOf(
  z.extend(toReplySchema(REVIEW, {}), {
    desde: z.nullable(calendarDay),
    hasta: z.nullable(calendarDay),
    pantallas: z.array(itemReply),
  }),
)
type ReviewRecord = z.infer<typeof reviewReply>['data'][number]

export const reviewBody = z.object({
  paquete_id: idField,
  numero: idField,
  perfil_id: idField,
  pantalla: idField,
  usuario_id: idField,
  respuesta: answerWord,
})
export type ReviewBody = z.infer<typeof reviewBody>

const toAnswer = (word: unknown): ReviewAnswer | null => {
  if (word === ANSWER_WORDS.keep) return 'keep'
  return word === ANSWER_WORDS.release ? 'release' : null
}

export const toReviewChange = ({ respuesta, ...body }: ReviewBody): ReviewChange => ({
  item: {
    packageId: body.paquete_id,
    number: body.numero,
    profileId: body.perfil_id,
    screen: body.pantalla,
    userId: body.usuario_id,
  },
  answer: toAnswer(respuesta),
})

export const toReviewBody = ({ item, answer }: ReviewChange): ReviewBody => ({
  paquete_id: item.packageId,
  numero: item.number,
  perfil_id: item.profileId,
  pantalla: item.screen,
  usuario_id: item.userId,
  respuesta: answer && ANSWER_WORDS[answer],
})

const toItemReply = (item: ReviewItem): ReviewRecord['pantallas'][number] => ({
  ...toReviewBody({ item, answer: item.answer }),
  usuario: item.fullName,
  codigo: item.code,
  costo: item.monthlyCost,
  ultimo_uso: item.lastUse,
  uso_reportado: item.isUseReported,
  fecha: toIsoOrNull(item.answeredAt),
  persona: item.answeredBy,
})

export const toReviewReply = ({ period, isOpen, items }: Review): ReviewRecord => ({
  anio: period?.year ?? null,
  desde: period?.from ?? null,
  hasta: period?.until ?? null,
  abierta: isOpen,
  pantallas: items.map(toItemReply),
})

const itemDecoder = z.pipe(
  z.object(ITEM),
  z.transform(
    (row): ReviewItem => ({
      packageId: row.paquete_id,
      number: row.numero,
      profileId: row.perfil_id,
      screen: row.pantalla,
      userId: row.usuario_id,
      fullName: row.usuario,
      code: row.codigo,
      monthlyCost: row.costo,
      lastUse: parseDate(row.ultimo_uso),
      isUseReported: row.uso_reportado,
      answer: toAnswer(row.respuesta),
      answeredAt: row.fecha,
      answeredBy: row.persona,
    }),
  ),
)

export const reviewDecoder = z.pipe(
  z.object({ ...REVIEW, pantallas: z.array(z.unknown()) }),
  z.transform(({ anio, desde, hasta, abierta, pantallas }): Review => {
    const [from, until] = [parseDate(desde), parseDate(hasta)]
    const period = anio === null || from === null || until === null ? null : { year: anio, from, until }
    return { period, isOpen: abierta, items: parseItems(itemDecoder, pantallas) }
  }),
)
