import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { argv, execPath } from 'node:process'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/database/connection.ts'
import { JSON_TYPE } from '#server/http/headers.ts'
import { chooseVariant, createReplyCache, matchesEtag } from '#server/http/prepared-reply.ts'
import { findEntityVersion } from '#server/imc/entity-store.ts'
import { getEntityUser } from '#server/imc/session/actor.ts'

/** Reads the list of an entity, whole or in parts. */
type LoadList = (entityId: string) => Promise<readonly unknown[]> | AsyncIterable<readonly unknown[]>

/** Sends the list that `load` reads for the caller's entity, as `{ data }`. */
export type SendEntityList = (request: FastifyRequest, reply: FastifyReply, load: LoadList) => Promise<FastifyReply>

/** Longer replies are not cached, because a few long replies would fill the memory. */
const MAX_CACHED_BYTES = 65_536

/**
 * Identifies the running program: another release may serialise the same rows differently. All
 * servers of a release give a list the same ETag.
 */
const RELEASE = createHash('sha256')
  .update(readFileSync(argv[1] ?? execPath))
  .digest('base64url')

const REPLY_KIND = { type: JSON_TYPE, cacheControl: 'no-store' }

/** Serialises a list as `{ data }`, each part when it is read. */
async function serialise(list: ReturnType<LoadList>): Promise<string> {
  const rows: string[] = []
  for await (const part of Symbol.asyncIterator in list ? list : [list])
    for (const row of part) rows.push(JSON.stringify(row))
  return `{"data":[${rows.join(',')}]}`
}

/**
 * Sends lists that have no pages in the HTTP contract (§7.2). Their `ETag` depends on the newest
 * audit entries. The server neither reads nor serialises an unchanged list (304). Short replies are
 * cached until the entity changes.
 */
export function createEntityLists({ db }: Database): SendEntityList {
  const cache = createReplyCache({ maxBytes: MAX_CACHED_BYTES })

  return async (request, reply, load) => {
    const { entityId } = getEntityUser(request)
    // Read the version before the rows, so that old rows cannot get a newer version.
    const version = await findEntityVersion(db, entityId)
    const key = `${entityId} ${request.url}`
    const etag = `"${createHash('sha256').update(`${RELEASE} ${key} ${version}`).digest('base64url').slice(0, 22)}"`
    // Weak, because each encoding has different bytes.
    reply.headers({ etag: `W/${etag}`, vary: 'Accept-Encoding' })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const make = () => serialise(load(entityId))
    const prepared = await (cache.find(key, version) ?? cache.add(key, version, { kind: REPLY_KIND, make }))
    const { headers, body } = chooseVariant(prepared, request)
    return reply.headers(headers).send(body)
  }
}
