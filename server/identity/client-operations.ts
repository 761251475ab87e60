import type { Kysely, Transaction } from 'kysely'
import { type AuditEntry, type AuditStamp, recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { type OperatorAction, toOperatorEntry } from '#server/identity/audit.ts'
import {
  addInvitedClient,
  changeClient,
  hasEmail,
  type ListedClient,
  listClients,
  listUsernameKeys,
  lockByUsername,
} from '#server/identity/client-accounts-store.ts'
import { invitationMail } from '#server/identity/client-mails.ts'
import type { Client } from '#server/identity/client-store.ts'
import { createLink } from '#server/identity/recovery.ts'
import { addLink, consumeLinks } from '#server/identity/recovery-store.ts'
import {
  findRegistration,
  listRegistrations,
  type StoredRegistration,
  settleRegistration,
} from '#server/identity/registration-store.ts'
import { type EndedSession, endSessions } from '#server/identity/session-store.ts'
import { adoptPaidOrders } from '#server/payments/payments.ts'
import { newId } from '#server/secrets.ts'
import { resetFactor } from '#server/security/second-factor.ts'
import { OPERATOR_LIST_LIMIT } from '#src/adapters/http/contract/operator/operator.ts'
import { type ClientStatus, toClientStatus } from '#src/domain/identity/account.ts'
import { toExpiry, toLastDay, trialLastDay } from '#src/domain/identity/account-expiry.ts'
import { LINK_LIFETIMES_MS } from '#src/domain/identity/recovery.ts'
import { deriveUsername, usernamePrefix } from '#src/domain/imc/users/username.ts'
import { termAfter } from '#src/domain/payment/term.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, HOUR_MS, type Instant, toDate } from '#src/domain/time/bogota.ts'

/** An account with its status at the time of the call. */
export type OperatedClient = ListedClient & { readonly status: ClientStatus }

/** The last day of an account; null when the account never ends. */
type LastDay = BogotaDate | null

/** A new end of an account: its last day, or a number of months to add. */
type NewEnd = { readonly lastDay: LastDay } | { readonly months: number }

interface NewClient {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly lastDay: LastDay
}

/** The operator's choices for the account of an accepted registration. */
interface Acceptance {
  /** Null derives the user name from the person's name. */
  readonly username: string | null
  /** Undefined sets the last day of a trial. */
  readonly lastDay: LastDay | undefined
}

export type NewClientFailure = 'username-taken' | 'email-taken' | 'past-date'
export type ClientFailure = 'unknown' | 'unchanged' | 'past-date' | 'not-invited' | 'disabled'
export type RegistrationFailure = 'unknown' | 'settled' | NewClientFailure

/** The audit values of a change, and the sessions that the change ended. */
interface AuditedChange {
  /** Missing if the change wrote its own entry. */
  readonly action?: OperatorAction
  readonly before?: AuditEntry['before']
  readonly after?: AuditEntry['after']
  readonly endedSessions?: readonly EndedSession[]
}

type ChangeResult = Promise<Result<OperatedClient, ClientFailure>>

/**
 * Operations of the operator on clients and registrations (D79). A `reference` is the reference or
 * the id of a registration.
 */
export interface ClientOperations {
  /** Lists the first accounts whose user name or e-mail address contains a text. */
  listClients(text: string): Promise<{ readonly clients: readonly OperatedClient[]; readonly hasMore: boolean }>
  /** Creates an account and mails its invitation. */
  addClient(client: NewClient, stamp: AuditStamp): Promise<Result<OperatedClient, NewClientFailure>>
  /** Closes an account and ends its sessions. */
  disable(username: string, stamp: AuditStamp): ChangeResult
  enable(username: string, stamp: AuditStamp): ChangeResult
  /**
   * Sets the last day of an account, or adds months. Months count from the account's end, or from
   * today when the end is past. Months are refused for an account without an end.
   */
  extend(username: string, newEnd: NewEnd, stamp: AuditStamp): ChangeResult
  /** Expires the password: the client must set a new one, also in an open session (D6). */
  expirePassword(username: string, stamp: AuditStamp): ChangeResult
  /** Removes a lost second factor and ends the sessions; `unchanged` without one (D93). */
  resetFactor(username: string, stamp: AuditStamp): ChangeResult
  /** Mails a new invitation; older links of the client become invalid. */
  invite(username: string, stamp: AuditStamp): ChangeResult
  listRegistrations(pendingOnly: boolean): Promise<readonly StoredRegistration[]>
  /** Creates the account of a registration and mails its invitation. */
  accept(
    reference: string,
    acceptance: Acceptance,
    stamp: AuditStamp,
  ): Promise<Result<OperatedClient, RegistrationFailure>>
  refuse(reference: string, reason: string, stamp: AuditStamp): Promise<Result<void, 'unknown' | 'settled'>>
}

interface ClientOperationsDeps {
  readonly database: Database
  /** The session clock, on which accounts and links expire. */
  readonly sessionNow: () => Instant
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
  readonly notifyEnded: (endedSessions: readonly EndedSession[]) => void
  /** The hash of a discarded secret, for accounts without a password. */
  readonly unusableHash: string
}

type Tx = Transaction<Schema>

const toEnd = (lastDay: LastDay): Instant | null => (lastDay === null ? null : toExpiry(lastDay))
const toDay = (end: Instant | null): LastDay => (end === null ? null : toLastDay(end))

/** Finds the first free user name for a person. */
async function findFreeUsername(tx: Kysely<Schema>, name: string): Promise<string> {
  const takenKeys = new Set(await listUsernameKeys(tx, usernamePrefix(name)))
  return deriveUsername(name, (username) => takenKeys.has(username))
}

export function createClientOperations(deps: ClientOperationsDeps): ClientOperations {
  const { database, sessionNow, publicUrl, notifyEnded, unusableHash } = deps

  const addStatus = (client: ListedClient): OperatedClient => ({
    ...client,
    status: toClientStatus(client, sessionNow()),
  })

  const isPast = (lastDay: LastDay) => lastDay !== null && lastDay < toDate(sessionNow())

  const addMonths = (end: Instant | null, months: number): LastDay => termAfter(end, toDate(sessionNow()), months).until

  /** Queues the mail with a new link to the first password. Older links become invalid. */
  async function queueInvitation(tx: Tx, client: Client, stamp: AuditStamp) {
    const createdAt = sessionNow()
    const toMail = (link: string) => invitationMail(client, link, LINK_LIFETIMES_MS.invitation / HOUR_MS)
    await consumeLinks(tx, client.id, createdAt)
    const clocks = { createdAt, at: stamp.at }
    await addLink(tx, createLink({ kind: 'invitation', client, publicUrl: publicUrl(), toMail, ...clocks }))
  }

  /**
   * Assigns to a new account the orders that its owner has paid. The account ends no earlier than
   * the term of these orders.
   */
  async function adoptOrders(tx: Tx, client: Client, stamp: AuditStamp): Promise<Client> {
    const adoption = await adoptPaidOrders(tx, client)
    if (adoption === null) return client
    const { references, end } = adoption
    const expiresAt = client.expiresAt === null ? null : Math.max(client.expiresAt, end)
    if (expiresAt !== client.expiresAt) await changeClient(tx, client.id, { expiresAt })
    const after = { orders: references, lastDay: toDay(expiresAt) }
    await recordAudit(tx, toOperatorEntry(stamp, { action: 'orders-adopted', target: client.id, after }))
    return { ...client, expiresAt }
  }

  /** Adds an account without a password, assigns its earlier orders and queues the invitation. */
  async function createClient(tx: Tx, { username, name, email, lastDay }: NewClient, stamp: AuditStamp) {
    const client: Client = {
      id: `cli-${newId()}`,
      username,
      name,
      email,
      expiresAt: toEnd(lastDay),
      disabled: false,
      passwordExpired: false,
      termsAcceptedAt: null,
    }
    if (await hasEmail(tx, email)) return err<NewClientFailure>('email-taken')
    const createdAt = sessionNow()
    if (!(await addInvitedClient(tx, { ...client, passwordHash: unusableHash }, createdAt)))
      return err<NewClientFailure>('username-taken')
    const owner = await adoptOrders(tx, client, stamp)
    await queueInvitation(tx, owner, stamp)
    return ok(addStatus({ ...owner, invited: true, createdAt }))
  }

  /**
   * Changes an account and writes the audit entry of the change, in one transaction. Then publishes
   * the sessions that the change ended.
   */
  async function recordChange(tx: Tx, client: ListedClient, change: AuditedChange, stamp: AuditStamp) {
    const { action, before = null, after = null } = change
    if (action !== undefined)
      await recordAudit(tx, toOperatorEntry(stamp, { action, target: client.id, before, after }))
  }

  async function changeClientByName(
    username: string,
    stamp: AuditStamp,
    change: (tx: Tx, client: ListedClient) => Promise<Result<AuditedChange, ClientFailure>>,
  ): ChangeResult {
    let endedSessions: readonly EndedSession[] = []
    const result = await runRefusable(database, async (tx) => {
      const client = await lockByUsername(tx, username)
      if (client === null) return err<ClientFailure>('unknown')
      const changed = await change(tx, client)
      if (!changed.ok) return changed
      endedSessions = changed.value.endedSessions ?? []
      await recordChange(tx, client, changed.value, stamp)
      const changedClient = await lockByUsername(tx, username)
      return changedClient === null ? err<ClientFailure>('unknown') : ok(addStatus(changedClient))
    })
    if (result.ok) notifyEnded(endedSessions)
    return result
  }

  async function setDisabled(
    tx: Tx,
    client: ListedClient,
    disabled: boolean,
  ): Promise<Result<AuditedChange, ClientFailure>> {
    if (client.disabled === disabled) return err('unchanged')
    await changeClient(tx, client.id, { disabled })
    const endedSessions = disabled ? await endSessions(tx, { clientId: client.id }, 'closed', sessionNow()) : []
    const action = disabled ? 'client-disabled' : 'client-enabled'
    return ok({ action, before: { disabled: !disabled }, after: { disabled }, endedSessions })
  }

  /** Returns why a registration cannot be accepted with this last day; null when it can. */
  function findAcceptanceFailure({ status }: StoredRegistration, lastDay: LastDay): RegistrationFailure | null {
    if (status !== 'pending') return 'settled'
    return isPast(lastDay) ? 'past-date' : null
  }

  async function acceptRegistration(
    tx: Tx,
    reference: string,
    { username, lastDay = trialLastDay(sessionNow()) }: Acceptance,
    stamp: AuditStamp,
  ): Promise<Result<OperatedClient, RegistrationFailure>> {
    const registration = await findRegistration(tx, reference)
    if (registration === null) return err('unknown')
    const failure = findAcceptanceFailure(registration, lastDay)
    if (failure !== null) return err(failure)
    const name = `${registration.firstName} ${registration.lastName}`
    const chosenUsername = username ?? (await findFreeUsername(tx, name))
    const result = await createClient(tx, { username: chosenUsername, name, email: registration.email, lastDay }, stamp)
    if (!result.ok) return result
    const { id: clientId, expiresAt } = result.value
    const decision = { status: 'accepted', at: stamp.at, clientId, reason: null } as const
    if (!(await settleRegistration(tx, registration.id, decision))) return err('settled')
    const after = { client: clientId, username: chosenUsername, lastDay: toDay(expiresAt) }
    await recordAudit(tx, toOperatorEntry(stamp, { action: 'registration-accepted', target: registration.id, after }))
    return result
  }

  return {
    async listClients(text) {
      const rows = await listClients(database.db, text.trim(), OPERATOR_LIST_LIMIT + 1)
      return { clients: rows.slice(0, OPERATOR_LIST_LIMIT).map(addStatus), hasMore: rows.length > OPERATOR_LIST_LIMIT }
    },

    addClient: (client, stamp) =>
      runRefusable(database, async (tx) => {
        if (isPast(client.lastDay)) return err<NewClientFailure>('past-date')
        const result = await createClient(tx, client, stamp)
        if (!result.ok) return result
        const { id: target, username, email, expiresAt } = result.value
        const after = { username, email, lastDay: toDay(expiresAt) }
        await recordAudit(tx, toOperatorEntry(stamp, { action: 'client-added', target, after }))
        return result
      }),

    disable: (username, stamp) => changeClientByName(username, stamp, (tx, client) => setDisabled(tx, client, true)),
    enable: (username, stamp) => changeClientByName(username, stamp, (tx, client) => setDisabled(tx, client, false)),

    extend: (username, newEnd, stamp) =>
      changeClientByName(username, stamp, async (tx, client) => {
        // Months must not set an end for an account without an end.
        if ('months' in newEnd && client.expiresAt === null) return err('unchanged')
        const lastDay = 'months' in newEnd ? addMonths(client.expiresAt, newEnd.months) : newEnd.lastDay
        if (isPast(lastDay)) return err('past-date')
        await changeClient(tx, client.id, { expiresAt: toEnd(lastDay) })
        const before = { lastDay: toDay(client.expiresAt) }
        return ok({ action: 'client-extended', before, after: { lastDay } })
      }),

    expirePassword: (username, stamp) =>
      changeClientByName(username, stamp, async (tx, client) => {
        if (client.passwordExpired || client.invited) return err('unchanged')
        await changeClient(tx, client.id, { passwordExpired: true })
        return ok({ action: 'client-password-expired' })
      }),

    resetFactor: (username, stamp) =>
      changeClientByName(username, stamp, async (tx, client) => {
        const subject = { ...client, label: client.username }
        const entry = toOperatorEntry(stamp, { action: 'factor-reset', target: client.id, before: null, after: null })
        if (!(await resetFactor(tx, 'client', subject, entry))) return err('unchanged')
        return ok({ endedSessions: await endSessions(tx, { clientId: client.id }, 'replaced', sessionNow()) })
      }),

    invite: (username, stamp) =>
      changeClientByName(username, stamp, async (tx, client) => {
        if (client.disabled) return err('disabled')
        if (!client.invited) return err('not-invited')
        await queueInvitation(tx, client, stamp)
        return ok({ action: 'client-invited' })
      }),

    listRegistrations: (pendingOnly) => listRegistrations(database.db, { pendingOnly, limit: OPERATOR_LIST_LIMIT }),

    accept: (reference, acceptance, stamp) =>
      runRefusable(database, (tx) => acceptRegistration(tx, reference, acceptance, stamp)),

    refuse: (reference, reason, stamp) =>
      runRefusable(database, async (tx) => {
        const registration = await findRegistration(tx, reference)
        if (registration === null) return err<'unknown' | 'settled'>('unknown')
        const decision = { status: 'refused', at: stamp.at, clientId: null, reason } as const
        if (!(await settleRegistration(tx, registration.id, decision))) return err<'unknown' | 'settled'>('settled')
        const entry = { action: 'registration-refused', target: registration.id, after: { reason } } as const
        await recordAudit(tx, toOperatorEntry(stamp, entry))
        return ok(undefined)
      }),
  }
}
