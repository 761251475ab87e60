/** All tables, each declared beside the store that reads it. */
export type Schema = Record<never, never>
