import type { ExpressionBuilder, Transaction } from 'kysely'
import { recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { runEach } from '#server/imc/run-each.ts'
import type { Actor } from '#server/imc/session/actor.ts'
import { loadedLines } from '#server/imc/users/load-messages.ts'
import { lockEntity } from '#server/imc/users/user-batch-store.ts'
import { newOrderedId } from '#server/secrets.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

type Tx = Transaction<Schema>

/** A file that a person of an entity loads in parts. */
interface UserLoad {
  readonly entityId: string
  readonly subjectId: string
  readonly loadId: string
}

/** What a part of a file has created. */
export interface LoadedPart {
  readonly firstLine: number
  readonly lastLine: number
  readonly quantity: number
  readonly people: string
}

/** After this time without another part, a file has ended: its person has stopped, or has lost the connection. */
export const LOAD_PAUSE_MS = 2 * MINUTE_MS

/** Stores what a part has created, in its transaction, until the file has ended. */
export async function addLoadPart(tx: Tx, { user, stamp }: Actor, loadId: string, part: LoadedPart): Promise<void> {
  await tx
    .insertInto('imc_user_load_parts')
    .values({
      id: newOrderedId(stamp.at),
      entity_id: user.entityId,
      load_id: loadId,
      subject_id: user.id,
      subject_name: user.name,
      request_id: stamp.origin?.requestId ?? null,
      address: stamp.origin?.address ?? null,
      at: stamp.at,
      first_line: part.firstLine,
      last_line: part.lastLine,
      quantity: part.quantity,
      people: part.people,
    })
    .execute()
}

const isPartOf =
  ({ entityId, subjectId, loadId }: UserLoad) =>
  ({ and }: ExpressionBuilder<Schema, 'imc_user_load_parts'>) =>
    and({ entity_id: entityId, subject_id: subjectId, load_id: loadId })

/** Records what all parts of a file have created as one entry of the audit, that of the last part. */
export async function endLoad(tx: Tx, load: UserLoad): Promise<void> {
  const { entityId, subjectId } = load
  const parts = await tx.selectFrom('imc_user_load_parts').selectAll().where(isPartOf(load)).orderBy('id').execute()
  const last = parts.at(-1)
  if (last === undefined) return
  const { request_id: requestId, address } = last
  await recordAudit(tx, {
    at: last.at,
    origin: requestId === null || address === null ? null : { requestId, address },
    ...{ realm: 'imc', subjectId, subjectName: last.subject_name, entityId, action: 'users-loaded' },
    target: loadedLines(
      Math.min(...parts.map((part) => part.first_line)),
      Math.max(...parts.map((part) => part.last_line)),
    ),
    after: {
      quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0),
      people: parts.map(({ people }) => people).join('; '),
    },
  })
  await tx.deleteFrom('imc_user_load_parts').where(isPartOf(load)).execute()
}

/** Ends the files that got no part for `LOAD_PAUSE_MS`, also after the end of a process. */
export async function endUserLoads(
  { database }: { readonly database: Pick<Database, 'db' | 'transaction'> },
  at: Instant,
): Promise<void> {
  const loads = await database.db
    .selectFrom('imc_user_load_parts')
    .select(['entity_id as entityId', 'subject_id as subjectId', 'load_id as loadId'])
    .groupBy(['entity_id', 'subject_id', 'load_id'])
    .having(({ fn }) => fn.max('at'), '<=', at - LOAD_PAUSE_MS)
    .execute()
  await runEach(
    loads,
    ({ loadId }) => `file of users ${loadId}`,
    (load) =>
      database.transaction(async (tx) => {
        // A part of the same file may arrive now.
        await lockEntity(tx, load.entityId)
        await endLoad(tx, load)
      }),
  )
}
