import type { MemorySubscription } from '#src/adapters/memory/imc/entity.ts'
import { findPackage, OFFERED_PACKAGES, PACKAGES } from '#src/adapters/memory/imc/entity.ts'
import { addRequest } from '#src/adapters/memory/imc/requests.ts'
import {
  asAdministrator,
  asReader,
  changeOnce,
  conflict,
  getEntity,
  type MemoryImcDeps,
  type MemoryMailDeps,
} from '#src/adapters/memory/imc/session.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { PackagesGateway } from '#src/application/imc/ports.ts'
import { isQuantity } from '#src/domain/imc/packages/package-order.ts'
import type { ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import { ok } from '#src/domain/result.ts'

const PRICE_CHANGED = 'El precio del paquete cambió. El total ya muestra el valor vigente; revise y envíe de nuevo.'

type MemoryPackagesDeps = MemoryImcDeps & MemoryMailDeps

const countScreens = (subscriptions: readonly MemorySubscription[]) => {
  const screens = subscriptions.flatMap((subscription) => subscription.screens)
  const count = (status: ScreenStatus) => screens.filter((screen) => screen.status === status).length
  return {
    screens: screens.length,
    available: count('available'),
    assigned: count('assigned'),
    transit: count('transit'),
  }
}

/** The packages of the entity in memory. */
export function createMemoryPackages(deps: MemoryPackagesDeps): PackagesGateway {
  const imc = () => getEntity(deps)
  const { replyWith } = deps.network
  return {
    groups: (signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const groups = PACKAGES.flatMap(({ id, code, name }) => {
            const owned = imc()
              .entity()
              .subscriptions.filter(({ packageId }) => packageId === id)
            const monthlyCost = owned.reduce((sum, subscription) => sum + subscription.monthlyCost, 0)
            return owned.length > 0 ? [{ packageId: id, code, name, monthlyCost, ...countScreens(owned) }] : []
          })
          return ok(groups)
        }),
      ),

    subscriptions: (packageId, signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const offer = findPackage(packageId)
          if (!offer) return rejectWith(404)
          const owned = imc()
            .entity()
            .subscriptions.filter((subscription) => subscription.packageId === packageId)
          return ok(
            owned.map((subscription) => ({
              packageId,
              code: offer.code,
              number: subscription.number,
              monthlyCost: subscription.monthlyCost,
              ...countScreens([subscription]),
            })),
          )
        }),
      ),

    offers: (signal) =>
      replyWith(signal, () =>
        asReader(deps, () => ok(OFFERED_PACKAGES.map(({ id, code, name, price }) => ({ id, code, name, price })))),
      ),

    order: (order, key, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) => {
          const { packageId, price, quantity } = order
          const offer = findPackage(packageId)
          if (!offer?.isOffered) return rejectWith(404)
          if (!isQuantity(quantity)) return rejectWith(400)
          return changeOnce(deps.imc, key, order, () => {
            if (price !== offer.price) return conflict(PRICE_CHANGED)
            const receipt = addRequest({ ...deps, imc: imc() }, caller, {
              kind: 'purchase',
              packageId,
              quantity,
              price,
            })
            imc().addAuditLine(caller.name, 'package-ordered', receipt.id)
            return ok(receipt)
          })
        }),
      ),
  }
}
