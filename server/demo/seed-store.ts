import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import type {
  CompatibleProfileTable,
  PackageTable,
  ProfileRequirementTable,
  ProfileTable,
  RequestTable,
  RequirementTable,
  ScreenTable,
} from '#server/imc/imc-tables.ts'
import { addUsers, type UserRecord } from '#server/imc/users/user-store.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { toRequestNumber } from '#src/domain/imc/requests/request-number.ts'
import { isSettled } from '#src/domain/imc/requests/requests.ts'
import type { DemoEntity, DemoRequest, DemoScreen, DemoUser } from '#src/simulator/entities/entity.ts'

type Queries = Kysely<Schema>

/** Packages, profiles and required documents, which all entities share. */
export interface Catalogue {
  readonly profiles: readonly ProfileTable[]
  readonly compatible: readonly CompatibleProfileTable[]
  readonly requirements: readonly RequirementTable[]
  readonly profileRequirements: readonly ProfileRequirementTable[]
  readonly packages: readonly PackageTable[]
}

/** A user with the hash of the password. */
export interface SeedUser extends Omit<DemoUser, 'canSignIn'>, UserRecord {}

/** An entity with all its rows. */
export interface EntitySeed extends Omit<DemoEntity, 'users'> {
  readonly users: readonly SeedUser[]
}

/** Converts a demo entity to rows. Its users who can sign in get the hash of their password. */
export const toEntitySeed = (entity: DemoEntity, passwordHash: string): EntitySeed => ({
  ...entity,
  users: entity.users.map(({ canSignIn, ...user }) => ({ ...user, passwordHash: canSignIn ? passwordHash : null })),
})

/** Adds the missing rows of the catalogue; existing rows do not change. */
export async function addCatalogue(tx: Queries, catalogue: Catalogue): Promise<void> {
  for (const part of toChunks(catalogue.profiles)) {
    await tx
      .insertInto('imc_profiles')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const part of toChunks(catalogue.compatible)) {
    await tx
      .insertInto('imc_compatible_profiles')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const part of toChunks(catalogue.requirements)) {
    await tx
      .insertInto('imc_requirements')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const part of toChunks(catalogue.profileRequirements)) {
    await tx
      .insertInto('imc_profile_requirements')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const part of toChunks(catalogue.packages)) {
    await tx
      .insertInto('imc_packages')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

function toRequestRow(entityId: string, request: DemoRequest): RequestTable {
  const [created] = request.steps
  const lastStep = request.steps.at(-1) ?? created
  const { id, reference, sequence } = toRequestNumber(request.sequence, created.at)
  return {
    id,
    sequence,
    reference,
    entity_id: entityId,
    kind: request.kind,
    status: lastStep.status,
    administrator_id: request.administratorId,
    user_id: request.userId,
    source_user_id: request.sourceUserId,
    open_user_id: isSettled(lastStep.status) ? null : request.userId,
    package_id: request.packageId,
    profile_id: request.profileId,
    quantity: request.quantity,
    price: request.price,
    notes: request.notes,
    reason: lastStep.status === 'refused' ? (lastStep.detail ?? '') : null,
    created_at: created.at,
    in_progress_at: request.steps.find(({ status }) => status === 'in-progress')?.at ?? null,
    settled_at: isSettled(lastStep.status) ? lastStep.at : null,
    settled_by: isSettled(lastStep.status) ? lastStep.person : null,
    corrects_id: null,
    confirmation: null,
    decided_by: null,
  }
}

async function addRequests(tx: Queries, { id: entityId, requests }: EntitySeed) {
  const rows = requests.map((request) => ({ request, row: toRequestRow(entityId, request) }))
  for (const part of toChunks(rows)) {
    await tx
      .insertInto('imc_requests')
      .values(part.map(({ row }) => row))
      .execute()
  }
  const requirements = rows.flatMap(({ request, row }) =>
    request.requirements.map(({ id, name }, position) => ({ request_id: row.id, requirement_id: id, position, name })),
  )
  for (const part of toChunks(requirements)) await tx.insertInto('imc_request_requirements').values(part).execute()
  const steps = rows.flatMap(({ request, row }) => request.steps.map((step) => ({ request_id: row.id, ...step })))
  for (const part of toChunks(steps)) await tx.insertInto('imc_request_history').values(part).execute()
}

const countScreens = (screens: readonly DemoScreen[], status: ScreenTable['status']) =>
  screens.filter((screen) => screen.status === status).length

/** Adds the subscriptions, their screens and the screens of the requests. */
async function addSubscriptionRows(tx: Queries, { id: entityId, subscriptions, requests }: EntitySeed) {
  const requestIds = new Map(
    requests.map(({ sequence, steps }) => [sequence, toRequestNumber(sequence, steps[0].at).id]),
  )
  for (const part of toChunks(subscriptions)) {
    await tx
      .insertInto('imc_subscriptions')
      .values(
        part.map(({ number, packageId, monthlyCost, createdAt, screens }) => ({
          number,
          entity_id: entityId,
          package_id: packageId,
          monthly_cost: monthlyCost,
          screens: screens.length,
          available: countScreens(screens, 'available'),
          in_transit: countScreens(screens, 'transit'),
          created_at: createdAt,
        })),
      )
      .execute()
  }
  const screens = subscriptions.flatMap(({ number, screens: list }) =>
    list.map(({ id, screen, profileId, status, userId, request }) => ({
      id,
      entity_id: entityId,
      number,
      screen,
      profile_id: profileId,
      status,
      user_id: userId,
      request_id: request === null ? null : (requestIds.get(request) ?? null),
    })),
  )
  for (const part of toChunks(screens)) await tx.insertInto('imc_screens').values(part).execute()
  const uses = subscriptions.flatMap(({ screens: list }) =>
    list.flatMap(({ id, lastUse }) =>
      lastUse === null ? [] : [{ screen_id: id, entity_id: entityId, used_on: lastUse }],
    ),
  )
  for (const part of toChunks(uses)) await tx.insertInto('imc_screen_uses').values(part).execute()
  const requestScreens = requests.flatMap(({ sequence, target, source }) =>
    [
      { role: 'target' as const, screen: target },
      { role: 'source' as const, screen: source },
    ].flatMap(({ role, screen }) =>
      screen === null
        ? []
        : [{ request_id: requestIds.get(sequence) ?? '', role, entity_id: entityId, screen_id: screen }],
    ),
  )
  for (const part of toChunks(requestScreens)) await tx.insertInto('imc_request_screens').values(part).execute()
}

/** Raises a counter to the highest used number. Ignores values that are not integers. */
async function raiseCounter(tx: Queries, id: 'request' | 'subscription', usedNumbers: readonly number[]) {
  const highest = Math.max(0, ...usedNumbers.filter(Number.isSafeInteger))
  await tx
    .updateTable('imc_counters')
    .set({ value: highest })
    .where('id', '=', id)
    .where('value', '<', highest)
    .execute()
}

export async function hasEntity(db: Queries, id: string): Promise<boolean> {
  const row = await db.selectFrom('imc_entities').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Counts the entities whose id is not in the list. */
export async function countOtherEntities(db: Queries, ids: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('imc_entities')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'not in', [...ids])
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Adds an entity with all its rows. Later requests and subscriptions get higher numbers. */
export async function addEntity(tx: Queries, seed: EntitySeed): Promise<void> {
  const { id, code, name, createdAt } = seed
  await tx
    .insertInto('imc_entities')
    .values({ id, code, code_key: toAccountKey(code), name, active: 1, created_at: createdAt })
    .execute()
  await addUsers(tx, id, seed.users)
  await addRequests(tx, seed)
  await addSubscriptionRows(tx, seed)
  await raiseCounter(
    tx,
    'request',
    seed.requests.map(({ sequence }) => sequence),
  )
  await raiseCounter(
    tx,
    'subscription',
    seed.subscriptions.map(({ number }) => Number(number)),
  )
}
