import type { Migration } from 'kysely'

import * as market from '#server/database/migrations/0001-market.ts'
import * as identity from '#server/database/migrations/0002-identity.ts'

/**
 * Every change of the tables by name, which is its order; imported one by one, so that a bundle carries them. A released
 * migration is never edited, only followed by another.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-market': market,
  '0002-identity': identity,
}
