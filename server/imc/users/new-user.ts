import type { Transaction } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { temporaryPasswordMail } from '#server/imc/imc-messages.ts'
import type { Actor } from '#server/imc/session/actor.ts'
import { findEntityCode, listUsernameKeys, type UserRecord } from '#server/imc/users/user-store.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { toTemporaryEnd } from '#src/domain/imc/users/temporary-password.ts'
import type { NewUser } from '#src/domain/imc/users/user-form.ts'
import { usernamePrefix } from '#src/domain/imc/users/username.ts'

type Tx = Transaction<Schema>

/** The password for the first sign-in. */
export interface FirstPassword {
  readonly password: string
  readonly hash: string
}

/** Creates the first password; null for a user without an e-mail address. */
export type CreateFirstPassword = (user: NewUser) => Promise<FirstPassword | null>

/** What a new user has besides the form. */
interface NewUserFacts {
  readonly id: string
  readonly username: string
  readonly firstPassword: FirstPassword | null
}

/** Finds the existing user names that a derived user name may equal. */
export const findTakenNames = async (tx: Tx, entityId: string, name: string): Promise<Set<string>> =>
  new Set(await listUsernameKeys(tx, entityId, usernamePrefix(name)))

export const toUserRecord = (
  { user, stamp: { at } }: Actor,
  form: NewUser,
  { id, username, firstPassword }: NewUserFacts,
): UserRecord => ({
  ...form,
  id,
  username,
  passwordHash: firstPassword?.hash ?? null,
  mustChangePassword: firstPassword !== null,
  temporaryUntil: firstPassword && toTemporaryEnd(at),
  contractPending: form.role === 'administrator',
  createdAt: at,
  createdBy: user.name,
})

/** What the mails to the new users of an entity have in common. */
type MailEntity = Pick<Parameters<typeof temporaryPasswordMail>[0], 'entityName' | 'entityCode' | 'loginUrl'>

export const readMailEntity = async (tx: Tx, { user }: Actor, publicUrl: () => string): Promise<MailEntity> => ({
  entityName: user.entityName,
  entityCode: await findEntityCode(tx, user.entityId),
  loginUrl: `${publicUrl()}${SCREENS.imcLogin.path}`,
})

/** The mail with the first password. */
export const toFirstMail = (
  entity: MailEntity,
  { email, name }: NewUser,
  username: string,
  { password }: FirstPassword,
) => temporaryPasswordMail({ ...entity, email, name, username, password })
