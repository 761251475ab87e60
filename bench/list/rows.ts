import type { ListRules } from '#src/domain/list.ts'

/** A row of the list that is measured alone, without a page of the portal around it. */
export interface ListRow {
  readonly id: string
  readonly user: string
  readonly status: string
}

export const ROW_COUNT = 10_000
export const PAGE_SIZE = 40

/** The text that is typed into the search letter by letter. */
export const TYPED = 'garcía n'

const NAMES = ['María', 'José', 'Ángela', 'Óscar', 'Beatriz', 'César', 'Íngrid', 'Nicolás']
const SURNAMES = ['García', 'Núñez', 'Londoño', 'Peña', 'Ibáñez', 'Ordóñez', 'Quiñones', 'Zapata', 'Muñoz']
const STATUSES = ['disponible', 'tránsito', 'asignada']

const pick = (texts: readonly string[], i: number) => texts[i % texts.length] ?? ''

/** Returns a Spanish name. Names repeat. */
export const toPersonName = (i: number): string =>
  `${pick(NAMES, i)} ${pick(SURNAMES, i * 7)} ${pick(SURNAMES, i * 5 + 3)}`

export const LIST_ROWS: readonly ListRow[] = Array.from({ length: ROW_COUNT }, (_, i) => ({
  id: `P-${i}`,
  user: toPersonName(i),
  status: pick(STATUSES, i),
}))

export const LIST_RULES: ListRules<ListRow, 'user' | 'status'> = {
  toId: ({ id }) => id,
  toTexts: ({ id, user, status }) => [id, user, status],
  columns: ['user', 'status'],
  toKey: (row, column) => row[column],
  filters: {},
  pageSize: PAGE_SIZE,
}
