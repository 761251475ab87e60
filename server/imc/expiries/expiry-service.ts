import type { Transaction } from 'kysely'
import { recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import { findSubscriptionOwnership } from '#server/imc/entity-store.ts'
import { expiryMail } from '#server/imc/expiries/expiry-messages.ts'
import { type ImcFailure, toMissing } from '#server/imc/failures.ts'
import { listSigners } from '#server/imc/governance/governance-store.ts'
import { takeRequestNumber } from '#server/imc/requests/new-request-store.ts'
import { addPreparedRequest, prepareRelease } from '#server/imc/requests/request-service.ts'
import { runEach } from '#server/imc/run-each.ts'
import { findConflict } from '#server/imc/screens/screen-conflicts.ts'
import {
  allowsExpiry,
  claimReminder,
  deleteExpiry,
  deletePassedExpiries,
  findExpiry,
  listExpiries,
  listExpiryEntities,
  type StoredExpiry,
  writeExpiry,
} from '#server/imc/screens/screen-expiry-store.ts'
import { findListedScreen, findScreen, type ListedScreen, type StoredScreen } from '#server/imc/screens/screen-store.ts'
import { type Actor, toAuditEntry } from '#server/imc/session/actor.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import {
  type ExpiryChange,
  expiryViolation,
  findDueReminder,
  hasEnded,
  REMINDER_DAYS,
} from '#src/domain/imc/screens/screen-expiry.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'

type Tx = Transaction<Schema>

/** Finds the assigned screen of the user whom the administrator saw on it. */
async function requireAssigned(tx: Tx, entityId: string, { number, screen: name, userId }: ExpiryChange) {
  const ownership = await findSubscriptionOwnership(tx, entityId, number)
  if (ownership !== 'own') return err<ImcFailure>(toMissing(ownership, 'subscription'))
  const screen = await findScreen(tx, entityId, { number, screen: name })
  if (screen === null) return err<ImcFailure>({ kind: 'unknown', item: 'screen' })
  const conflict = findConflict(screen, 'releasing')
  if (conflict !== null) return err(conflict)
  return screen.userId === userId ? ok(screen) : err<ImcFailure>({ kind: 'screen-changed', screen })
}

/** Stores another last day with its audit entry. */
async function storeChange(tx: Tx, actor: Actor, screen: StoredScreen, change: ExpiryChange, before: string | null) {
  const { userId, endsOn } = change
  const setOn = toDate(actor.stamp.at)
  await deleteExpiry(tx, screen.id)
  if (endsOn !== null) {
    const { entityId, id: setById } = actor.user
    await writeExpiry(tx, { screenId: screen.id, entityId, userId, endsOn, setOn, setById })
  }
  const after = { number: change.number, screen: change.screen, endsOn: endsOn ?? false }
  await recordAudit(tx, toAuditEntry(actor, 'screen-expiry-changed', userId, { before: { endsOn: before }, after }))
}

/** Sets, moves or removes the last day of an assigned screen (D108). */
export async function changeExpiry(
  tx: Tx,
  actor: Actor,
  change: ExpiryChange,
): Promise<Result<ListedScreen, ImcFailure>> {
  const { entityId } = actor.user
  if (!(await allowsExpiry(tx, entityId))) return err({ kind: 'expiry-off' })
  const screen = await requireAssigned(tx, entityId, change)
  if (!screen.ok) return screen
  const { endsOn } = change
  const before = await findExpiry(tx, screen.value.id, change.userId)
  const violation = endsOn === null || endsOn === before ? null : expiryViolation(endsOn, toDate(actor.stamp.at))
  if (violation !== null) return err({ kind: 'expiry-date', violation })
  if (endsOn !== before) await storeChange(tx, actor, screen.value, change, before)
  const listed = await findListedScreen(tx, entityId, change)
  if (listed === null) throw new Error(`screen ${screen.value.id} is not listed`)
  return ok(listed)
}

interface ExpiryRunDeps {
  readonly database: Database
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

type Entity = Awaited<ReturnType<typeof listExpiryEntities>>[number]

/** The person of what the server does by itself. */
const SYSTEM = 'Sistema'

/** Notes the due reminders of an entity as sent, and returns their screens. */
async function claimReminders(tx: Tx, entityId: string, today: BogotaDate): Promise<readonly StoredExpiry[]> {
  const screens: StoredExpiry[] = []
  for (const expiry of await listExpiries(tx, entityId, addDays(today, REMINDER_DAYS[0]))) {
    const reminder = expiry.status === 'assigned' ? findDueReminder(expiry, today) : null
    if (reminder !== null && (await claimReminder(tx, expiry, reminder))) screens.push(expiry)
  }
  return screens
}

/** Sends the due reminders of an entity in one mail to each administrator. */
const remind = ({ database, publicUrl }: ExpiryRunDeps, { id, name: entityName }: Entity, at: Instant) =>
  database.transaction(async (tx) => {
    const today = toDate(at)
    const screens = await claimReminders(tx, id, today)
    if (screens.length === 0) return
    const url = `${publicUrl()}${SCREENS.imcPackages.path}`
    for (const { name, email } of await listSigners(tx, id)) {
      if (email !== null) await enqueueMail(tx, expiryMail({ to: email, name, entityName, screens, today, url }), at)
    }
  })

/**
 * Requests the release of a screen whose last day is over. With a request of its own open it is
 * released when that one is settled, if its user still has it.
 */
const release = (
  { database }: ExpiryRunDeps,
  { id: entityId, name: entityName }: Entity,
  due: StoredExpiry,
  at: Instant,
) =>
  runRefusable<void, ImcFailure>(database, async (tx) => {
    const number = await takeRequestNumber(tx, at)
    if ((await findExpiry(tx, due.screenId, due.userId)) !== due.endsOn) return err({ kind: 'not-holder' })
    const prepared = await prepareRelease(due)(tx, entityId)
    if (!prepared.ok) return prepared
    const stamp = { at, origin: null }
    const user = { id: due.setById, name: SYSTEM, role: 'administrator', entityId, entityName } as const
    // With four eyes too: it was decided when an administrator chose the day.
    const confirmed = { ...prepared.value, isUnconfirmed: false }
    const added = await addPreparedRequest(tx, { user, stamp, keyedRequest: null }, number, confirmed)
    if (!added.ok) return added
    await deleteExpiry(tx, due.screenId)
    await recordAudit(tx, {
      ...stamp,
      realm: 'system',
      subjectId: null,
      subjectName: SYSTEM,
      entityId,
      action: 'screen-released',
      target: number.id,
      after: { reference: number.reference, ...prepared.value.facts, endsOn: due.endsOn },
    })
    return ok(undefined)
  })

const toEntityName = ({ id }: Entity) => `entity ${id}`
const toScreenName = ({ screenId }: StoredExpiry) => `screen ${screenId}`

/** Sends the due reminders and releases the screens whose last day is over, entity by entity (D108). */
export async function runExpiries(deps: ExpiryRunDeps, at: Instant): Promise<void> {
  const { db, transaction } = deps.database
  const today = toDate(at)
  await transaction((tx) => deletePassedExpiries(tx, today))
  const runEntity = async (entity: Entity) => {
    await remind(deps, entity, at)
    const ended = (await listExpiries(db, entity.id, today)).filter(
      ({ status, endsOn }) => status === 'assigned' && hasEnded(endsOn, today),
    )
    await runEach(ended, toScreenName, (due) => release(deps, entity, due, at))
  }
  await runEach(await listExpiryEntities(db), toEntityName, runEntity)
}
