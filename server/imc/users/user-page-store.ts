import type { Kysely } from 'kysely'

import { contains } from '#server/database/like.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Page } from '#server/imc/imc-replies.ts'
import { GRAM_LENGTH, selectUsers, toEntityUser, toGrams, toNameKey } from '#server/imc/users/user-store.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'

type Queries = Kysely<Schema>

/** Filters and cursor of a page of users. */
interface UserPageQuery {
  readonly limit: number
  /** The name key and the id of the last row before the page; null for the first page. */
  readonly after: readonly string[] | null
  /** True: only active users; false: only inactive users; null: all users. */
  readonly active: boolean | null
  /** Part of the name; case and accents are ignored. '' matches every user. */
  readonly search: string
}

/** Maximum users to count for a trigram. */
const MAX_COUNT = 64

interface UserKey {
  readonly id: string
  readonly name_key: string
}

/** Counts the users whose name contains a trigram, up to `limit`. */
async function countUsers(db: Queries, entityId: string, gram: string, limit: number): Promise<number> {
  const found = db
    .selectFrom('imc_user_grams')
    .select('user_id')
    .where('entity_id', '=', entityId)
    .where('gram', '=', gram)
    .limit(limit)
    .as('found')
  const { count } = await db
    .selectFrom(found)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the trigram that the fewest names contain; counts at most `MAX_COUNT` names of each. */
async function findRarestGram(db: Queries, entityId: string, [first = '', ...others]: readonly string[]) {
  let rarest = { gram: first, count: await countUsers(db, entityId, first, MAX_COUNT) }
  for (const gram of others) {
    const count = await countUsers(db, entityId, gram, rarest.count)
    if (count < rarest.count) rarest = { gram, count }
  }
  return rarest.gram
}

/** Selects the keys of a page. `text` is empty or shorter than a trigram. */
const selectKeys = (db: Queries, entityId: string, { limit, after, active }: UserPageQuery, text: string) =>
  db
    .selectFrom('imc_users as user')
    .select(['user.id', 'user.name_key'])
    .where('user.entity_id', '=', entityId)
    .$if(active !== null, (query) => query.where('user.active', '=', active ? 1 : 0))
    .$if(text !== '', (query) => query.where(contains('user.name_key', text)))
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('user.name_key', 'user.id'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .orderBy('user.name_key')
    .orderBy('user.id')
    .limit(limit + 1)
    .execute()

/** Selects the keys of a page from the index of trigrams, in the order of names. */
async function searchKeys(db: Queries, entityId: string, { limit, after, active }: UserPageQuery, text: string) {
  const gram = await findRarestGram(db, entityId, toGrams(text))
  return db
    .selectFrom('imc_user_grams as part')
    .$if(active !== null, (query) =>
      query.innerJoin('imc_users as user', 'user.id', 'part.user_id').where('user.active', '=', active ? 1 : 0),
    )
    .select(['part.user_id as id', 'part.name_key'])
    .where('part.entity_id', '=', entityId)
    .where('part.gram', '=', gram)
    .where(contains('part.name_key', text))
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('part.name_key', 'part.user_id'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .orderBy('part.name_key')
    .orderBy('part.user_id')
    .limit(limit + 1)
    .execute()
}

/**
 * Finds a page of an entity's users, sorted by name. A search of three letters or more reads only
 * the users with its rarest trigram.
 */
export async function findUserPage(db: Queries, entityId: string, query: UserPageQuery): Promise<Page<EntityUser>> {
  const text = toNameKey(query.search)
  const keys: readonly UserKey[] = await ([...text].length < GRAM_LENGTH ? selectKeys : searchKeys)(
    db,
    entityId,
    query,
    text,
  )
  const pageKeys = keys.slice(0, query.limit)
  const lastKey = keys.length > query.limit ? pageKeys.at(-1) : undefined
  if (pageKeys.length === 0) return { rows: [], next: null }
  // The code below sorts the rows: with ORDER BY, SQLite would scan all names of the entity.
  const rows = await selectUsers(db, entityId)
    .where(
      'user.id',
      'in',
      pageKeys.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toEntityUser(row)]))
  const users = pageKeys.flatMap(({ id }) => byId.get(id) ?? [])
  return { rows: users, next: lastKey ? [lastKey.name_key, lastKey.id] : null }
}
