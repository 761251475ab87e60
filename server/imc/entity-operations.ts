import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AuditStamp, OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import {
  type AccessOperations,
  type AdministratorForm,
  createAccessOperations,
  createFirstPassword,
  insertAdministrator,
} from '#server/imc/access/access-operations.ts'
import { insertEntity, type ListedEntity, listEntities, requireFactor } from '#server/imc/entity-store.ts'
import { createGovernanceOperations, type GovernanceOperations } from '#server/imc/governance-operations.ts'
import type { PackageTable } from '#server/imc/imc-tables.ts'
import { insertPackage, listPackages, type PackageChange, updatePackage } from '#server/imc/packages/package-store.ts'
import {
  findDueRequests,
  findRequestKey,
  listOperatorRequests,
  listRequiredFiles,
  type OperatorRequest,
  type Period,
  type RequestFilter,
  type RequiredFile,
} from '#server/imc/requests/operator-store.ts'
import { findRequest, type StoredRequest } from '#server/imc/requests/request-store.ts'
import { settleInSteps } from '#server/imc/requests/settlement-service.ts'
import type { SettledRequest, SettlementFailure } from '#server/imc/requests/settlement-store.ts'
import { hasProfile } from '#server/imc/screens/profile-store.ts'
import { reportUses } from '#server/imc/screens/screen-use-report.ts'
import { type AccountName, endOtherImcSessions, findAccount } from '#server/imc/session/imc-session-store.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { resetFactor } from '#server/security/second-factor.ts'
import type { Settlement } from '#src/domain/imc/requests/requests.ts'
import type { CheckedUses, UseReportRow } from '#src/domain/imc/screens/screen-use.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Maximum requests per run of the automatic approval. */
const DUE_LIMIT = 100

/** A request with its entity and its files. */
export interface OperatedRequest extends StoredRequest {
  readonly entityId: string
  /** The code of the entity. */
  readonly entity: string
  readonly files: readonly RequiredFile[]
}

type NewPackage = Pick<PackageTable, 'code' | 'name' | 'price' | 'screens' | 'profile_id'>

/** The operator's work on entities, requests and packages. A `reference` may also be an id. */
export interface EntityOperations extends GovernanceOperations, AccessOperations {
  listRequests(filter: RequestFilter): Promise<readonly OperatorRequest[]>
  findRequest(reference: string): Promise<OperatedRequest | null>
  settle(
    reference: string,
    settlement: Settlement,
    reason: string,
    stamp: AuditStamp,
  ): Promise<Result<SettledRequest, SettlementFailure>>
  /**
   * Approves requests that became `in-progress` in a period, at most `DUE_LIMIT` (D31). A failure
   * does not stop the other approvals; at the end the first failure is thrown.
   */
  approveDue(period: Period, stamp: AuditStamp): Promise<void>
  listEntities(): Promise<readonly ListedEntity[]>
  addEntity(form: EntityForm, stamp: AuditStamp): Promise<Result<{ readonly id: string }, EntityFailure>>
  /** Sets whether the users of an entity need a second factor. Returns false for an unknown code. */
  requireFactor(code: string, required: boolean, stamp: AuditStamp): Promise<boolean>
  /** Removes a lost factor and ends the user's sessions. Returns false for a user without one. */
  resetFactor(name: AccountName, stamp: AuditStamp): Promise<boolean>
  /** Stores the last use of screens, all or none (D102). Returns null for an unknown code. */
  reportUses(code: string, rows: readonly UseReportRow[], stamp: AuditStamp): Promise<CheckedUses | null>
  listPackages(): Promise<readonly PackageTable[]>
  addPackage(form: NewPackage, stamp: AuditStamp): Promise<Result<void, 'code-taken' | 'unknown-profile'>>
  changePackage(code: string, change: PackageChange, stamp: AuditStamp): Promise<Result<void, 'unknown'>>
}

interface EntityOperationsDeps {
  readonly database: Database
  readonly hashes: PasswordHashes
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
  /** The real clock. */
  readonly now: () => Instant
}

/** Calls `work` for each item, with other work of the server between two. A failure does not stop the loop. */
async function runInSequence<T, R>(items: readonly T[], work: (item: T) => Promise<R>) {
  const results: PromiseSettledResult<R>[] = []
  for (const item of items) {
    results.push(...(await Promise.allSettled([work(item)])))
    await nextTurn()
  }
  return results
}

/** Opens the operations on the entities' database. */
export function openEntityOperations({ database, hashes, publicUrl, now }: EntityOperationsDeps): EntityOperations {
  const { db, transaction } = database

  return {
    ...createGovernanceOperations(database),
    ...createAccessOperations({ database, hashes, publicUrl }),
    listRequests: (filter) => listOperatorRequests(db, filter),

    async findRequest(reference) {
      const key = await findRequestKey(db, reference)
      if (key === null) return null
      const request = await findRequest(db, key.entityId, key.id)
      if (request === null) return null
      return { ...request, ...key, files: await listRequiredFiles(db, key.id) }
    },

    async settle(reference, settlement, reason, stamp) {
      const key = await findRequestKey(db, reference)
      if (key === null) return err('unknown')
      const person = OPERATOR.subjectName
      return settleInSteps(database, { requestId: key.id, settlement, reason, person, origin: stamp.origin }, now)
    },

    async approveDue(period, stamp) {
      const ids = await findDueRequests(db, period, DUE_LIMIT)
      const order = { settlement: 'approved', reason: '', person: null, origin: stamp.origin } as const
      const results = await runInSequence(ids, (requestId) => settleInSteps(database, { ...order, requestId }, now))
      const failure = results.find((result) => result.status === 'rejected')
      if (failure !== undefined) throw failure.reason
    },

    listEntities: () => listEntities(db),
    addEntity: (form, stamp) => addEntityWithAdministrator({ database, hashes, publicUrl }, form, stamp),
    requireFactor: (code, required, stamp) =>
      transaction(async (tx) => {
        const entityId = await requireFactor(tx, code, required)
        if (entityId === null) return false
        const after = { exigida: required }
        await recordAudit(tx, { ...stamp, ...OPERATOR, entityId, action: 'factor-required', target: entityId, after })
        return true
      }),

    resetFactor: (name, stamp) =>
      transaction(async (tx) => {
        const account = await findAccount(tx, name)
        if (account === null) return false
        const { user, username: label, email } = account
        const subject = { id: user.id, name: user.name, label, email }
        const entry = {
          ...stamp,
          ...OPERATOR,
          entityId: user.entityId,
          action: 'factor-reset',
          target: user.id,
        } as const
        if (!(await resetFactor(tx, 'imc', subject, entry))) return false
        await endOtherImcSessions(tx, user.id, null, stamp.at)
        return true
      }),

    reportUses: (code, rows, stamp) => reportUses(database, code, rows, stamp),

    listPackages: () => listPackages(db),

    addPackage: (form, stamp) =>
      transaction(async (tx) => {
        if (!(await hasProfile(tx, form.profile_id))) return err('unknown-profile')
        const row = { ...form, id: `paq-${form.code.toLowerCase()}`, offered: 1 }
        if (!(await insertPackage(tx, row))) return err('code-taken')
        const after = { nombre: form.name, precio: String(form.price), pantallas: String(form.screens) }
        await recordAudit(tx, { ...stamp, ...OPERATOR, action: 'package-added', target: row.id, after })
        return ok(undefined)
      }),

    changePackage: (code, change, stamp) =>
      transaction(async (tx) => {
        const before = await updatePackage(tx, code, change)
        if (before === null) return err('unknown')
        await recordAudit(tx, {
          ...stamp,
          ...OPERATOR,
          action: 'package-changed',
          target: before.id,
          before: { precio: before.price, ofrecido: before.offered === 1 },
          after: { precio: change.price, ofrecido: change.offered },
        })
        return ok(undefined)
      }),
  }
}

/** A new entity with its first administrator. */
interface EntityForm {
  readonly code: string
  readonly name: string
  readonly administrator: AdministratorForm
}

type EntityFailure = 'code-taken'

interface NewEntityDeps {
  readonly database: Pick<Database, 'transaction'>
  readonly hashes: PasswordHashes
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

/**
 * Adds an entity and its first administrator, who gets a temporary password by mail. The contract
 * is not pending, because the operator already has it.
 */
async function addEntityWithAdministrator(
  { database, hashes, publicUrl }: NewEntityDeps,
  { code, name, administrator }: EntityForm,
  stamp: AuditStamp,
): Promise<Result<{ readonly id: string }, EntityFailure>> {
  const first = await createFirstPassword({ hashes })
  const id = `ent-${code.toLowerCase()}`
  return database.transaction(async (tx) => {
    if (!(await insertEntity(tx, { id, code, name, at: stamp.at }))) return err('code-taken')
    await insertAdministrator(tx, { entityId: id, form: administrator, first, publicUrl, stamp })
    await recordAudit(tx, {
      ...stamp,
      ...OPERATOR,
      entityId: id,
      action: 'entity-added',
      target: id,
      after: { name, administrator: administrator.name },
    })
    return ok({ id })
  })
}
