import type { Kysely } from 'kysely'
import { type AuditEntry, type AuditStamp, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import type { Mail } from '#server/delivery/mail.ts'
import { hashSecret, newId, newSecret } from '#server/secrets.ts'
import type { AttemptLimits, CountedSubject, TooManyAttempts } from '#server/security/attempt-limits.ts'
import type { CheckedProof, FactorAction, FactorChangeContext, FactorSubject } from '#server/security/factor-change.ts'
import {
  type FactorKeys,
  findTotpStep,
  newRecoveryCodes,
  newTotpSecret,
  toTotpAddress,
} from '#server/security/factor-keys.ts'
import { createFactorStore, hasFactor, removeRows } from '#server/security/factor-store.ts'
import type { FactorRealm } from '#server/security/factor-tables.ts'
import { createPasskeys } from '#server/security/passkeys.ts'
import {
  FACTOR_KINDS,
  FACTOR_TICKET_MS,
  type FactorChallenge,
  type FactorKind,
  type FactorProof,
  type FactorRefusal,
  type FactorSetup,
  formatRecoveryCode,
  isFactorCode,
} from '#src/domain/identity/second-factor.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

type Tx = Kysely<Schema>

export type WrongCode = { readonly kind: 'code-refused'; readonly attemptsLeft: number }

/** A ticket that is still valid. */
export interface FactorTicket {
  readonly subjectId: string
  readonly takeover: boolean
  isForPassword(passwordHash: string): boolean
  /** Deletes the ticket; returns false when another use was first. */
  consume(tx: Tx): Promise<boolean>
}

/** Thrown in a transaction to undo it: another request used the same code or ticket. */
export class ProofUsed extends Error {}

/** What the realm of the accounts does within a change of a factor. */
interface FactorHost<Actor> {
  readonly realm: FactorRealm
  readonly toEntry: (stamp: AuditStamp, action: FactorAction, actor: Actor) => AuditEntry
  /** Ends the sessions of an account except one. */
  readonly endOtherSessions: (tx: Tx, subjectId: string, exceptId: string | null) => Promise<void>
}

interface SecondFactorDeps<Actor> extends FactorHost<Actor> {
  readonly database: Database
  readonly keys: FactorKeys
  readonly limits: AttemptLimits
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
  /** The real clock: codes follow the clocks of telephones. */
  readonly now: () => Instant
}

const CHANGES: Readonly<Record<FactorAction, { readonly subject: string; readonly text: string }>> = {
  'factor-activated': {
    subject: 'La verificación en dos pasos está activa',
    text: 'La verificación en dos pasos de su cuenta se activó',
  },
  'factor-deactivated': {
    subject: 'La verificación en dos pasos está desactivada',
    text: 'La verificación en dos pasos de su cuenta se desactivó',
  },
  'factor-codes-renewed': {
    subject: 'Sus códigos de recuperación cambiaron',
    text: 'Los códigos de recuperación de su cuenta se reemplazaron; los anteriores ya no sirven. El cambio se hizo',
  },
  'passkey-added': {
    subject: 'Se agregó una llave de acceso',
    text: 'A su cuenta se agregó una llave de acceso',
  },
  'passkey-removed': {
    subject: 'Se quitó una llave de acceso',
    text: 'De su cuenta se quitó una llave de acceso',
  },
  'factor-reset': {
    subject: 'La verificación en dos pasos se restableció',
    text: 'Su agente de soporte restableció la verificación en dos pasos de su cuenta',
  },
}

/** The mail about a change. It has no link that a forger could imitate. */
const toMail = (action: FactorAction, { name }: FactorSubject, to: string, at: Instant): Mail => ({
  to,
  subject: `${CHANGES[action].subject} - Mercado Dólar`,
  text: [
    `Hola, ${name}:`,
    `${CHANGES[action].text} el ${formatLongDate(toDate(at)).toLowerCase()} a las ${formatShortClock(at)} (hora de Bogotá).`,
    'Si usted no hizo ni pidió este cambio, cambie su contraseña y avise a su agente de soporte.',
    'Mercado Dólar',
  ].join('\n\n'),
})

/** Writes audit entry and mail of a change, and ends the logins that wait for the old factor. */
async function writeRecords(
  tx: Tx,
  realm: FactorRealm,
  action: FactorAction,
  subject: FactorSubject,
  entry: AuditEntry,
) {
  await removeRows(tx, ['security_tickets'], realm, subject.id)
  await recordAudit(tx, entry)
  if (subject.email !== null) await enqueueMail(tx, toMail(action, subject, subject.email, entry.at), entry.at)
}

/**
 * Removes the factor of a person who lost it. Returns false for an account without one. The caller
 * ends its sessions.
 */
export async function resetFactor(
  tx: Tx,
  realm: FactorRealm,
  subject: FactorSubject,
  entry: AuditEntry,
): Promise<boolean> {
  if (!(await hasFactor(tx, realm, subject.id))) return false
  await removeRows(tx, ['security_factors', 'security_recovery_codes'], realm, subject.id)
  await writeRecords(tx, realm, 'factor-reset', subject, entry)
  return true
}

export type SecondFactor<Actor> = ReturnType<typeof createSecondFactor<Actor>>

/** Uses up a ticket and a proof in the transaction that opens the session. */
export const consumeAll = (ticket: FactorTicket, proof: CheckedProof) => async (tx: Tx) => {
  if (!((await ticket.consume(tx)) && (await proof.consume(tx)))) throw new ProofUsed()
}

/** Runs a login; the second of two uses of one code or ticket is refused. */
export async function openOnce<T, E>(logIn: () => Promise<Result<T, E>>): Promise<Result<T, E | FactorRefusal>> {
  try {
    return await logIn()
  } catch (error) {
    if (error instanceof ProofUsed) return err({ kind: 'ticket-expired' })
    throw error
  }
}

/** Creates the second factor of one realm (D93). */
export function createSecondFactor<Actor>(deps: SecondFactorDeps<Actor>) {
  const { realm, toEntry, endOtherSessions, database, keys, limits, now } = deps
  const { transaction } = database
  const store = createFactorStore(database.db, realm)
  const toOwner = (subjectId: string) => `${realm} ${subjectId}`
  const toCount = (subjectId: string): CountedSubject => ({ kind: 'factorAccount', subject: toOwner(subjectId) })

  function toKinds(rows: readonly { readonly kind: string }[]): readonly FactorKind[] {
    const kinds = FACTOR_KINDS.filter((kind) => rows.some((row) => row.kind === kind))
    return kinds.length === 0 ? [] : [...kinds, 'recovery']
  }

  const listKinds = async (subjectId: string) => toKinds(await store.findFactors(subjectId, true))

  /** Checks a code of the confirmed factor, or of the one that is being set up. */
  async function checkTotp(subjectId: string, code: string, isPending: boolean): Promise<CheckedProof | null> {
    const row = (await store.findFactors(subjectId, !isPending)).find(({ kind }) => kind === 'totp')
    if (row === undefined) return null
    const step = findTotpStep(keys.decrypt(row.secret, toOwner(subjectId)), code, now())
    if (step === null || step <= row.last_step) return null
    return { consume: (tx) => store.useStep(tx, row.id, step, isPending ? now() : null) }
  }

  async function checkRecoveryCode(subjectId: string, code: string): Promise<CheckedProof | null> {
    const hash = keys.hashCode(code, toOwner(subjectId))
    return (await store.hasUnusedCode(hash)) ? { consume: (tx) => store.useCode(tx, hash, now()) } : null
  }

  /** The check of each kind of factor. A new kind adds its own. */
  const checks: Readonly<Record<FactorKind, (subjectId: string, code: string) => Promise<CheckedProof | null>>> = {
    totp: (subjectId, code) => checkTotp(subjectId, code, false),
    recovery: checkRecoveryCode,
    passkey: (subjectId, code) => passkeys.check(subjectId, code),
  }

  /** Counts an attempt, and checks a proof. The count starts again after a right one. */
  async function count(
    subjectId: string,
    check: () => Promise<CheckedProof | null>,
  ): Promise<Result<CheckedProof, WrongCode | TooManyAttempts>> {
    const counted = toCount(subjectId)
    const attempts = await limits.take([counted])
    if (!attempts.ok) return attempts
    const proof = await check()
    if (proof === null) return err({ kind: 'code-refused', attemptsLeft: attempts.value.countLeft(counted) })
    return ok({
      async consume(tx) {
        const isFirst = await proof.consume(tx)
        if (isFirst) await attempts.value.settle({ clear: [counted], refund: [] }, tx)
        return isFirst
      },
    })
  }

  async function checkProof(subjectId: string, { factor, code }: FactorProof) {
    return count(subjectId, async () => (isFactorCode(factor, code) ? checks[factor](subjectId, code) : null))
  }

  async function replaceCodes(tx: Tx, subjectId: string): Promise<readonly string[]> {
    const codes = newRecoveryCodes()
    await store.replaceCodes(
      tx,
      subjectId,
      codes.map((code) => keys.hashCode(code, toOwner(subjectId))),
    )
    return codes.map(formatRecoveryCode)
  }

  async function finishChange(
    tx: Tx,
    action: FactorAction,
    { subject, actor, sessionId, stamp }: FactorChangeContext<Actor>,
  ) {
    await endOtherSessions(tx, subject.id, sessionId)
    await writeRecords(tx, realm, action, subject, toEntry(stamp, action, actor))
  }

  const passkeys = createPasskeys<Actor>({ ...deps, replaceCodes, finishChange })

  /** Uses up a proof and makes a change, both or none. */
  async function change<T>(
    proof: Result<CheckedProof, WrongCode | TooManyAttempts>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<Result<T, WrongCode | TooManyAttempts>> {
    if (!proof.ok) return proof
    try {
      return ok(
        await transaction(async (tx) => {
          if (!(await proof.value.consume(tx))) throw new ProofUsed()
          return work(tx)
        }),
      )
    } catch (error) {
      if (error instanceof ProofUsed) return err({ kind: 'code-refused', attemptsLeft: 0 })
      throw error
    }
  }

  return {
    listKinds,
    checkProof,
    passkeys,

    /** Issues a ticket after a right password; null for an account without a factor. */
    async challenge(subjectId: string, passwordHash: string, takeover: boolean): Promise<FactorChallenge | null> {
      const factors = await listKinds(subjectId)
      if (factors.length === 0) return null
      const ticket = newSecret()
      await store.addTicket({
        id: hashSecret(ticket),
        subject_id: subjectId,
        password: hashSecret(passwordHash),
        takeover: takeover ? 1 : 0,
        expires_at: now() + FACTOR_TICKET_MS,
      })
      return { ticket, factors }
    },

    /** Finds a ticket of this realm; null for an unknown, used or expired one. */
    async findTicket(ticket: string): Promise<FactorTicket | null> {
      const id = hashSecret(ticket)
      const row = await store.findTicket(id, now())
      if (row === undefined) return null
      return {
        subjectId: row.subject_id,
        takeover: row.takeover === 1,
        isForPassword: (passwordHash) => row.password === hashSecret(passwordHash),
        consume: (tx) => store.useTicket(tx, id),
      }
    },

    async findStatus(subjectId: string) {
      const rows = await store.findFactors(subjectId, true)
      const starts = rows.flatMap(({ confirmed_at }) => (confirmed_at === null ? [] : [confirmed_at]))
      return {
        factors: toKinds(rows),
        since: starts.length === 0 ? null : Math.min(...starts),
        recoveryCodes: await store.countUnusedCodes(subjectId),
      }
    },

    /** Stores a secret that is not confirmed yet, in place of an older one of that kind. */
    async begin({ id, label }: FactorSubject): Promise<FactorSetup> {
      const secret = newTotpSecret()
      await transaction((tx) =>
        store.addPending(tx, {
          id: newId(),
          subject_id: id,
          kind: 'totp',
          secret: keys.encrypt(secret, toOwner(id)),
          last_step: 0,
          created_at: now(),
          confirmed_at: null,
        }),
      )
      return { secret, address: toTotpAddress(secret, label) }
    },

    /** Turns the factor on with a code of the new secret. Returns the recovery codes. */
    async confirm(context: FactorChangeContext<Actor>, code: string) {
      const { id } = context.subject
      const proof = await count(id, async () => (isFactorCode('totp', code) ? checkTotp(id, code, true) : null))
      return change(proof, async (tx) => {
        const codes = await replaceCodes(tx, id)
        await finishChange(tx, 'factor-activated', context)
        return codes
      })
    },

    async turnOff(context: FactorChangeContext<Actor>, proof: FactorProof) {
      const { id } = context.subject
      return change(await checkProof(id, proof), async (tx) => {
        await removeRows(tx, ['security_factors', 'security_recovery_codes'], realm, id)
        await finishChange(tx, 'factor-deactivated', context)
      })
    },

    async renewCodes(context: FactorChangeContext<Actor>, proof: FactorProof) {
      const { id } = context.subject
      return change(await checkProof(id, proof), async (tx) => {
        const codes = await replaceCodes(tx, id)
        await finishChange(tx, 'factor-codes-renewed', context)
        return codes
      })
    },

    /** Deletes the expired tickets and challenges. */
    async deleteOldRows() {
      await store.deleteExpiredTickets(now())
      await passkeys.deleteOldRows()
    },
  }
}
