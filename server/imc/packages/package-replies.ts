import type { OffersReply, PackageGroupsReply, SubscriptionsReply } from '#src/adapters/http/contract/imc/packages.ts'
import type { PackageGroup, PackageOffer, ScreenCounts, Subscription } from '#src/domain/imc/packages/packages.ts'

type Row<Reply extends { readonly data: readonly unknown[] }> = Reply['data'][number]

const toCounts = ({ screens, available, assigned, transit }: ScreenCounts) => ({
  total_pantallas: screens,
  total_disponibles: available,
  total_asignadas: assigned ?? 0,
  total_transito: transit ?? 0,
})

export const toPackageGroupReply = (group: PackageGroup): Row<PackageGroupsReply> => ({
  paquete_id: group.packageId,
  codigo: group.code,
  nombre_paquete: group.name,
  ...toCounts(group),
  precio: group.monthlyCost,
})

export const toSubscriptionReply = (subscription: Subscription): Row<SubscriptionsReply> => ({
  codigo: subscription.code,
  numero: subscription.number,
  ...toCounts(subscription),
  precio: subscription.monthlyCost,
  paquete_id: subscription.packageId,
})

export const toOfferReply = ({ id, code, name, price }: PackageOffer): Row<OffersReply> => ({
  id,
  codigo: code,
  nombre: name,
  precio: price,
})
