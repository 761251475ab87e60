import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import { OFFER, PACKAGE_GROUP, SUBSCRIPTION } from '#src/adapters/http/contract/imc/fields.ts'
import type { OrderRequest } from '#src/adapters/http/contract/imc/packages.ts'
import { IMC_PACKAGE_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { createListDecoder } from '#src/adapters/http/decode/rows.ts'
import { decodeReceipt } from '#src/adapters/http/imc/requests.ts'
import type { WithScope } from '#src/adapters/http/imc/scope.ts'
import { createPoll } from '#src/adapters/http/poll.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { PackagesGateway } from '#src/application/imc/ports.ts'
import type { PackageGroup, PackageOffer, Subscription } from '#src/domain/imc/packages/packages.ts'

interface Counts {
  readonly total_pantallas: number
  readonly total_disponibles: number
  readonly total_asignadas: number | null
  readonly total_transito: number | null
}

const toCounts = (row: Counts) => ({
  screens: row.total_pantallas,
  available: row.total_disponibles,
  assigned: row.total_asignadas,
  transit: row.total_transito,
})

export const decodeGroups = createListDecoder(
  z.pipe(
    z.object(PACKAGE_GROUP),
    z.transform(
      (row): PackageGroup => ({
        ...toCounts(row),
        packageId: row.paquete_id,
        code: row.codigo,
        name: row.nombre_paquete,
        monthlyCost: row.precio,
      }),
    ),
  ),
)

const decodeSubscriptions = createListDecoder(
  z.pipe(
    z.object(SUBSCRIPTION),
    z.transform(
      (row): Subscription => ({
        ...toCounts(row),
        packageId: row.paquete_id,
        code: row.codigo,
        number: row.numero,
        monthlyCost: row.precio,
      }),
    ),
  ),
)

const decodeOffers = createListDecoder(
  z.pipe(
    z.object(OFFER),
    z.transform(({ id, codigo, nombre, precio }): PackageOffer => ({ id, code: codigo, name: nombre, price: precio })),
  ),
)

interface PackagesApiDeps {
  readonly http: HttpClient
  readonly withScope: WithScope
}

/** The subscribed and offered packages of an entity at {imc-api} (§7.2). */
export function createPackagesApi({ http, withScope }: PackagesApiDeps): PackagesGateway {
  const pollGroups = createPoll(decodeGroups)
  const pollSubscriptions = createPoll(decodeSubscriptions)
  return {
    groups: (signal) =>
      withScope(({ entity }) => pollGroups(http, { path: `${imcPaths.subscriptions(entity)}?agrupado=true`, signal })),

    subscriptions: (packageId, signal) =>
      withScope(({ entity }) => {
        const query = new URLSearchParams({ paquete: packageId })
        return pollSubscriptions(http, { path: `${imcPaths.subscriptions(entity)}?${query}`, signal })
      }),

    offers: (signal) => requestJson(http, { path: IMC_PACKAGE_PATHS.offers, signal }, decodeOffers),

    order: ({ packageId, price, quantity }, key, signal) =>
      withScope(({ entity, administrator }) => {
        const body = {
          entidad_id: entity,
          paquete_id: packageId,
          administrador_id: administrator,
          precio: price,
          cantidad: quantity,
        } satisfies OrderRequest
        const headers = { [IDEMPOTENCY_HEADER]: key }
        return requestJson(http, { path: IMC_PACKAGE_PATHS.order, body, headers, signal }, decodeReceipt)
      }),
  }
}
