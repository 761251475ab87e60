import type { Transaction } from 'kysely'
import { recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { withIdempotency } from '#server/database/idempotency.ts'
import { enqueueAll } from '#server/database/outbox.ts'
import type { Schema } from '#server/database/schema.ts'
import { toMailItem } from '#server/delivery/delivery.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { type Actor, toAuditEntry } from '#server/imc/session/actor.ts'
import { loadedLines, loadedPerson } from '#server/imc/users/load-messages.ts'
import {
  type CreateFirstPassword,
  type FirstPassword,
  findTakenNames,
  readMailEntity,
  toFirstMail,
  toUserRecord,
} from '#server/imc/users/new-user.ts'
import {
  type CheckedRow,
  checkRows,
  findKnownUsers,
  judgeRow,
  type KnownBatch,
  lockEntity,
} from '#server/imc/users/user-batch-store.ts'
import { addLoadPart, endLoad } from '#server/imc/users/user-load-store.ts'
import { addUsers } from '#server/imc/users/user-store.ts'
import { newId } from '#server/secrets.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import type { BatchLoad, BatchOutcome, BatchRow } from '#src/domain/imc/users/user-batch.ts'
import type { NewUser } from '#src/domain/imc/users/user-form.ts'
import { deriveUsername, usernamePrefix } from '#src/domain/imc/users/username.ts'
import { ok, type Result } from '#src/domain/result.ts'

type Tx = Transaction<Schema>

/** A user that a batch adds. */
interface PlannedUser {
  readonly line: number
  readonly user: NewUser
  readonly id: string
  readonly username: string
  readonly firstPassword: FirstPassword | null
}

/** The user names of an entity by their prefix, as far as a batch has read them. */
type TakenNames = Map<string, Set<string>>

/** The first passwords by line; null without an e-mail address. */
type Passwords = ReadonlyMap<number, FirstPassword | null>

interface UserBatchParts {
  readonly database: Database
  readonly publicUrl: () => string
  readonly createFirstPassword: CreateFirstPassword
}

/** A stored reply. */
const readOutcomes = (reply: unknown) => reply as readonly BatchOutcome[]

/** Returns the requested user name, or the first free one that is derived from the person's name. */
async function chooseUsername(tx: Tx, entityId: string, user: NewUser, known: KnownBatch, taken: TakenNames) {
  if (user.username !== '') return user.username
  const prefix = usernamePrefix(user.name)
  const names = taken.get(prefix) ?? (await findTakenNames(tx, entityId, user.name))
  taken.set(prefix, names)
  return deriveUsername(user.name, (name) => names.has(name) || known.hasUsername(toAccountKey(name)))
}

/** Checks and creates the users of a file, in parts (D91). */
export interface UserBatches {
  /** Returns what `createBatch` would do with each row of a file, without a change (D91). */
  checkBatch(actor: Actor, rows: readonly BatchRow[]): Promise<readonly BatchOutcome[]>
  /**
   * Creates the valid rows of a part of a file, as `create` does, in one transaction (D91). All parts
   * of a load have one audit entry, after its last part; a part without a load has its own.
   */
  createBatch(
    actor: Actor,
    rows: readonly BatchRow[],
    load?: BatchLoad | null,
  ): Promise<Result<readonly BatchOutcome[], ImcFailure>>
}

export function createUserBatches({ database, publicUrl, createFirstPassword }: UserBatchParts): UserBatches {
  /** Hashes the passwords of the rows that will probably be created: a retry does not hash again. */
  async function createPasswords(entityId: string, checked: readonly CheckedRow[]) {
    const known = await database.transaction((tx) => findKnownUsers(tx, entityId, checked))
    const passwords = new Map<number, FirstPassword | null>()
    await Promise.all(
      checked.map(async ({ line, user }) => {
        if (user !== null && judgeRow(line, user, known).kind === 'ready')
          passwords.set(line, await createFirstPassword(user))
      }),
    )
    return passwords
  }

  /** Adds the users with their mails, and one audit entry for all: few statements, because others wait for them. */
  async function addPlanned(tx: Tx, actor: Actor, planned: readonly PlannedUser[], load: BatchLoad | null) {
    const [first] = planned
    if (first === undefined) return
    const { user, stamp } = actor
    await addUsers(
      tx,
      user.entityId,
      planned.map((each) => ({ ...toUserRecord(actor, each.user, each), status: 'available' })),
    )
    const entity = await readMailEntity(tx, actor, publicUrl)
    const mails = planned.flatMap(({ user: person, username, firstPassword }) =>
      firstPassword === null ? [] : toFirstMail(entity, person, username, firstPassword),
    )
    await enqueueAll(
      tx,
      mails.map((mail) => toMailItem(mail, stamp.at)),
    )
    const [firstLine, lastLine] = [first.line, planned.at(-1)?.line ?? first.line]
    const people = planned.map(({ user: person, username }) => loadedPerson(person, username)).join('; ')
    const part = { firstLine, lastLine, quantity: planned.length, people }
    if (load !== null) return addLoadPart(tx, actor, load.id, part)
    const after = { quantity: part.quantity, people }
    await recordAudit(tx, toAuditEntry(actor, 'users-loaded', loadedLines(firstLine, lastLine), { after }))
  }

  /** Returns the prepared password of a row; hashes one if the row was not expected to be created. */
  const takePassword = async (passwords: Passwords, line: number, user: NewUser) =>
    passwords.has(line) ? (passwords.get(line) ?? null) : createFirstPassword(user)

  async function createRows(
    tx: Tx,
    actor: Actor,
    checked: readonly CheckedRow[],
    { passwords, load }: { readonly passwords: Passwords; readonly load: BatchLoad | null },
  ) {
    const { entityId } = actor.user
    const known = await findKnownUsers(tx, entityId, checked)
    const taken: TakenNames = new Map()
    const planned: PlannedUser[] = []
    const outcomes: BatchOutcome[] = []
    for (const { line, user, outcome } of checked) {
      const judged = outcome ?? judgeRow(line, user, known)
      if (user === null || judged.kind !== 'ready') {
        outcomes.push(judged)
        continue
      }
      const firstPassword = await takePassword(passwords, line, user)
      const username = await chooseUsername(tx, entityId, user, known, taken)
      known.add(user, username)
      planned.push({ line, user, id: `usr-${newId()}`, username, firstPassword })
      outcomes.push({ line, kind: 'created', username })
    }
    await addPlanned(tx, actor, planned, load)
    if (load?.isLast) await endLoad(tx, { entityId, subjectId: actor.user.id, loadId: load.id })
    return outcomes
  }

  return {
    async checkBatch({ user: { entityId } }, rows) {
      const checked = checkRows(rows)
      return database.transaction(async (tx) => {
        const known = await findKnownUsers(tx, entityId, checked)
        return checked.map(({ line, user, outcome }) => outcome ?? judgeRow(line, user, known))
      })
    },

    async createBatch(actor, rows, load = null) {
      const { entityId } = actor.user
      const checked = checkRows(rows)
      const passwords = await createPasswords(entityId, checked)
      return runRefusable<readonly BatchOutcome[], ImcFailure>(database, (tx) =>
        withIdempotency(tx, actor.keyedRequest, readOutcomes, async () => {
          // No user name is taken between the reads and the inserts.
          await lockEntity(tx, entityId)
          return ok(await createRows(tx, actor, checked, { passwords, load }))
        }),
      )
    },
  }
}
