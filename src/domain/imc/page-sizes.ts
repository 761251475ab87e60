/** Rows per page of an entity's tables (§9). The costs are as long as the other tables of a page. */
export const PAGE_SIZES = {
  users: 40,
  requests: 40,
  screens: 40,
  packages: 5,
  subscriptions: 5,
  dialogs: 5,
  costs: 40,
  sessions: 40,
} as const
