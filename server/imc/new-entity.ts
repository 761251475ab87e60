import { type AuditStamp, OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import { temporaryPasswordMail } from '#server/imc/imc-messages.ts'
import { insertEntity } from '#server/imc/requests/operator-store.ts'
import { newTemporaryPassword } from '#server/imc/users/temporary-password.ts'
import { addUser } from '#server/imc/users/user-store.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { newId } from '#server/security/secrets.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** A new entity with its first administrator. */
export interface EntityForm {
  readonly code: string
  readonly name: string
  readonly administrator: {
    readonly name: string
    readonly username: string
    readonly email: string
    readonly documentType: string
    readonly documentNumber: string
  }
}

export type EntityFailure = 'code-taken'

export interface NewEntityDeps {
  readonly database: Pick<Database, 'transaction'>
  readonly hashes: PasswordHashes
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

/**
 * Adds an entity and its first administrator, who gets a temporary password by mail. The contract
 * is not pending, because the operator already has it.
 */
export async function addEntityWithAdministrator(
  { database, hashes, publicUrl }: NewEntityDeps,
  { code, name, administrator }: EntityForm,
  stamp: AuditStamp,
): Promise<Result<{ readonly id: string }, EntityFailure>> {
  const password = newTemporaryPassword()
  const passwordHash = await hashes.hash(password)
  const id = `ent-${code.toLowerCase()}`
  return database.transaction(async (tx) => {
    if (!(await insertEntity(tx, { id, code, name, at: stamp.at }))) return err('code-taken')
    const userId = newId()
    await addUser(tx, id, {
      ...administrator,
      id: userId,
      role: 'administrator',
      active: true,
      contingency: false,
      checkDigit: '',
      position: '',
      telephone: '',
      passwordHash,
      mustChangePassword: true,
      contractPending: false,
      createdAt: stamp.at,
      createdBy: null,
    })
    const mail = temporaryPasswordMail({
      email: administrator.email,
      name: administrator.name,
      entityName: name,
      entityCode: code,
      username: administrator.username,
      password,
      loginUrl: `${publicUrl()}${SCREENS.imcLogin.path}`,
    })
    await enqueueMail(tx, mail, stamp.at)
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
