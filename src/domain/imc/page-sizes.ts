/** Rows per page of an entity's tables (§9). The costs are as long as the other tables of a page. */
export const PAGE_SIZES = {
  users: 40,
  requests: 40,
  screens: 40,
  packages: 5,
  subscriptions: 5,
  dialogs: 5,
  costs: 40,
  review: 40,
  sessions: 40,
  access: 40,
} as const

/** Rows per page that a reader can choose beside the number above (D98). */
const CHOICES = [10, 25, 50, 100]

/** Returns the numbers of rows to choose from, in order; `initial` is that of the table. */
export const toPageSizeChoices = (initial: number): readonly number[] =>
  [...new Set([...CHOICES, initial])].toSorted((one, other) => one - other)
