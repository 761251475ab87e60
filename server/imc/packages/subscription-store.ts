import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import { takeNumber } from '#server/imc/counter-store.ts'
import { toScreenName } from '#src/domain/imc/screens/screen-name.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Subscriptions to add: `quantity` subscriptions of one package. */
interface NewSubscriptions {
  readonly packageId: string
  readonly quantity: number
  /** Monthly cost of each subscription. */
  readonly price: number
  /** Id of the purchase; null without a purchase. */
  readonly requestId: string | null
  readonly at: Instant
}

const NUMBER_DIGITS = 6

const formatNumber = (value: number) => String(value).padStart(NUMBER_DIGITS, '0')

/** Creates the rows of the free screens of a subscription. */
const createScreens = (entityId: string, number: string, count: number, profileId: string) =>
  Array.from({ length: count }, (_, i) => {
    const screen = toScreenName(i + 1, count)
    return {
      id: `pan-${number}-${screen}`,
      entity_id: entityId,
      number,
      screen,
      profile_id: profileId,
      status: 'available' as const,
    }
  })

/** Adds subscriptions with their free screens. The caller bounds their number (`packagesPerStep`). */
export async function addSubscriptions(
  tx: Queries,
  entityId: string,
  { packageId, quantity, price, requestId, at }: NewSubscriptions,
): Promise<void> {
  const packageRow = await tx
    .selectFrom('imc_packages')
    .select(['screens', 'profile_id'])
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow()
  const lastNumber = await takeNumber(tx, 'subscription', quantity)
  const numbers = Array.from({ length: quantity }, (_, i) => formatNumber(lastNumber - quantity + 1 + i))
  const subscriptions = numbers.map((number) => ({
    number,
    entity_id: entityId,
    package_id: packageId,
    monthly_cost: price,
    screens: packageRow.screens,
    available: packageRow.screens,
    in_transit: 0,
    request_id: requestId,
    created_at: at,
  }))
  for (const rows of toChunks(subscriptions)) await tx.insertInto('imc_subscriptions').values(rows).execute()
  const screens = numbers.flatMap((number) =>
    createScreens(entityId, number, packageRow.screens, packageRow.profile_id),
  )
  for (const rows of toChunks(screens)) await tx.insertInto('imc_screens').values(rows).execute()
}
