import { actionFailureMessage } from '#src/application/imc/messages.ts'
import type { ReviewsGateway } from '#src/application/imc/ports.ts'
import { lastUseText, SCREEN_COLUMN_TITLES } from '#src/application/imc/screens/screens.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps } from '#src/application/platform/resource.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import {
  countReviewed,
  type Review,
  type ReviewAnswer,
  type ReviewItem,
  type ReviewPeriod,
  toItemId,
} from '#src/domain/imc/reviews/review.ts'
import type { ListRules } from '#src/domain/list.ts'
import { formatCount, formatMonthlyCost } from '#src/domain/money.ts'
import type { Result } from '#src/domain/result.ts'
import { formatShortDate } from '#src/domain/text.ts'
import { MINUTE_MS, SECOND_MS, toDate } from '#src/domain/time/bogota.ts'

export const REVIEW_INTRO = 'Quién sigue necesitando qué pantalla'
export const REVIEW_ROWS: RowNames = { one: 'pantalla', many: 'pantallas', feminine: true }
export const REVIEW_FAILED = 'No pudimos consultar la revisión anual'
export const SEARCH_REVIEW = 'Buscar por Nombre o Paquete'
export const KEEP = 'Conservar'
export const RELEASE = 'Desvincular'
export const UNDO = 'Deshacer'
export const OPEN_ITEM = 'Sin revisar'
export const ANSWER_NOT_SAVED = 'No se guardó la respuesta.'
export const SEE_REVIEW = 'Ver la revisión'
export const NO_REVIEW_ITEMS = {
  lead: 'Su entidad no tiene pantallas asignadas',
  rest: 'No hay nada que revisar.',
} as const
export const REVIEW_OFF = {
  lead: 'Su entidad no tiene revisión anual.',
  rest: 'Un administrador la enciende en Controles.',
} as const

/** `La próxima revisión será del 1 mar 2027 al 31 mar 2027.` */
export const nextReviewText = ({ from, until }: ReviewPeriod): string =>
  `La próxima revisión será del ${formatShortDate(from)} al ${formatShortDate(until)}.`

/** `Revisadas 12 de 40`. */
export const progressText = (reviewed: number, all: number): string =>
  `Revisadas ${formatCount(reviewed)} de ${formatCount(all)}`

/** `Puede cambiar una respuesta hasta el 31 mar 2027.` */
export const finishedText = ({ until }: ReviewPeriod): string =>
  `Puede deshacer lo que conservó hasta el ${formatShortDate(until)}.`
export const FINISHED = 'La revisión está completa.'
/** `Queda abierta hasta el 31 mar 2027.` */
export const openUntilText = ({ until }: ReviewPeriod): string => `Queda abierta hasta el ${formatShortDate(until)}.`

const ANSWER_NAMES: Readonly<Record<ReviewAnswer, string>> = {
  keep: 'Se conserva',
  release: 'Desvinculación solicitada',
}

export const answerName = ({ answer }: Pick<ReviewItem, 'answer'>): string =>
  answer === null ? OPEN_ITEM : ANSWER_NAMES[answer]

/** `Paula Ibáñez Cárdenas, 12 mar 2027`; '' before the decision. */
export const answeredText = ({ answeredAt, answeredBy }: ReviewItem): string =>
  [answeredBy, answeredAt === null ? '' : formatShortDate(toDate(answeredAt))].filter(Boolean).join(', ')

export const REVIEW_COLUMN_TITLES = {
  fullName: 'Nombre',
  screen: SCREEN_COLUMN_TITLES.screen,
  code: 'Paquete',
  monthlyCost: 'Costo mensual',
  lastUse: SCREEN_COLUMN_TITLES.lastUse,
  answer: 'Respuesta',
} as const

export const REVIEW_COLUMNS = ['fullName', 'screen', 'code', 'monthlyCost', 'lastUse', 'answer'] as const
type ReviewColumn = (typeof REVIEW_COLUMNS)[number]

/** `P-05 de 004512`. */
export const reviewScreenText = ({ screen, number }: Pick<ReviewItem, 'screen' | 'number'>): string =>
  `${screen} de ${number}`

export const reviewCostText = ({ monthlyCost }: Pick<ReviewItem, 'monthlyCost'>): string =>
  `$\u00a0${formatMonthlyCost(monthlyCost)}`

export const reviewUseText = (item: ReviewItem): string | null => (item.isUseReported ? lastUseText(item) : null)

const RULES: ListRules<ReviewItem, ReviewColumn> = {
  toId: toItemId,
  toTexts: ({ fullName, code, number }) => [fullName, code, number],
  columns: REVIEW_COLUMNS,
  toKey: (item, column) => (column === 'screen' ? reviewScreenText(item) : item[column]),
  filters: {},
  pageSize: PAGE_SIZES.review,
}

const REVIEW_REFRESH_MS = 10 * SECOND_MS

export interface ReviewState extends TableState<ReviewItem> {
  /** Null until it is loaded. */
  readonly review: Review | null
  readonly reviewed: number
  readonly all: number
  /** The rows whose decision is being sent. */
  readonly sending: ReadonlySet<string>
  /** Why the last decision was not stored. */
  readonly failure: string | null
}

/** The page of the yearly review (D110). */
export interface ReviewView
  extends Readable<ReviewState>,
    Omit<TableView<ReviewItem, ReviewColumn>, keyof Readable<unknown>> {
  /** Decides about a row; null takes a kept one back. */
  answer(item: ReviewItem, answer: ReviewAnswer | null): void
}

interface ReviewDeps extends TableDeps {
  readonly reviews: ReviewsGateway
}

export function createReviewView(deps: ReviewDeps, query: string): ReviewView {
  const loaded = createState<{ readonly review: Review | null }>({ review: null })
  const answers = createState<{ readonly sending: ReadonlySet<string>; readonly failure: string | null }>({
    sending: new Set(),
    failure: null,
  })

  const table = createTableView(deps, {
    source: {
      interval: REVIEW_REFRESH_MS,
      async load(signal) {
        const result = await deps.reviews.read(signal)
        if (!result.ok) return result
        loaded.set({ review: result.value })
        return { ok: true, value: result.value.items } satisfies Result<readonly ReviewItem[], never>
      },
    },
    rules: RULES,
    query,
    file: {
      name: 'revision',
      titles: [...REVIEW_COLUMNS.map((column) => REVIEW_COLUMN_TITLES[column]), 'Quién y cuándo'],
      toCells: (item) => [
        ...[item.fullName, reviewScreenText(item), item.code, item.monthlyCost, item.lastUse, answerName(item)],
        answeredText(item),
      ],
    },
  })

  async function send(item: ReviewItem, answer: ReviewAnswer | null) {
    const id = toItemId(item)
    const { sending } = answers.getSnapshot()
    if (sending.has(id)) return
    answers.set({ sending: new Set([...sending, id]), failure: null })
    const result = await deps.reviews.answer({ item, answer })
    const rest = [...answers.getSnapshot().sending].filter((one) => one !== id)
    answers.set({ sending: new Set(rest), failure: result.ok ? null : actionFailureMessage(result.error) })
    table.retry()
  }

  const view = combine({ table, loaded, answers }, (parts): ReviewState => {
    const items = parts.table.rows.value ?? []
    return {
      ...parts.table,
      review: parts.loaded.review,
      reviewed: countReviewed(items),
      all: items.length,
      sending: parts.answers.sending,
      failure: parts.answers.failure,
    }
  })

  return {
    ...table,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    answer: (item, answer) => void send(item, answer),
  }
}

export interface OpenReviewState {
  /** `Revisadas 12 de 40`; null without an open review. */
  readonly progress: string | null
  readonly until: string
}

/** Points at a review that is open and not complete (D110). A failure shows nothing. */
export function createOpenReview(deps: ResourceDeps & Pick<ReviewDeps, 'reviews'>): Readable<OpenReviewState> {
  const review = createResource(deps, { load: (signal) => deps.reviews.read(signal), interval: MINUTE_MS })
  return combine({ review }, ({ review: { value } }): OpenReviewState => {
    const items = value?.items ?? []
    const reviewed = countReviewed(items)
    const isUnfinished = value?.isOpen === true && reviewed < items.length
    return {
      progress: isUnfinished ? `${progressText(reviewed, items.length)}.` : null,
      until: value?.period ? openUntilText(value.period) : '',
    }
  })
}
