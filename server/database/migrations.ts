import type { Migration } from 'kysely'

/**
 * Every change of the tables by name, which is its order; imported one by one, so that a bundle carries them. A released
 * migration is never edited, only followed by another.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {}
