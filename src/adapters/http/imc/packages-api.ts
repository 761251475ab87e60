import type { HttpClient } from '#src/adapters/http/client.ts'
import { IDEMPOTENCY_HEADER, IMC_PRODUCT_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import type { OrderRequest } from '#src/adapters/http/contract/imc/products.ts'
import { decodeGroups, decodeOffers, decodeSubscriptions } from '#src/adapters/http/imc/imc-products.ts'
import { decodeReceipt } from '#src/adapters/http/imc/imc-requests.ts'
import type { WithScope } from '#src/adapters/http/imc/imc-scope.ts'
import { createPoll } from '#src/adapters/http/poll.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { PackagesGateway } from '#src/application/imc/packages/packages-gateway.ts'

export interface PackagesApiDeps {
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

    offers: (signal) => requestJson(http, { path: IMC_PRODUCT_PATHS.offers, signal }, decodeOffers),

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
        return requestJson(http, { path: IMC_PRODUCT_PATHS.order, body, headers, signal }, decodeReceipt)
      }),
  }
}
