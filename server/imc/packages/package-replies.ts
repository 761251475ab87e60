import type { ListedScreen } from '#server/imc/screens/screen-store.ts'
import type {
  AssignableUsersReply,
  FreeScreensReply,
  OffersReply,
  PackageGroupsReply,
  ProfilesReply,
  RequirementsReply,
  ScreensReply,
  SubscriptionsReply,
} from '#src/adapters/http/contract/imc/packages.ts'
import { STATUS_TEXTS, STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import type { PackageGroup, PackageOffer, ScreenCounts, Subscription } from '#src/domain/imc/packages/packages.ts'
import type { AssignableUser, FreeScreen, Profile, Requirement } from '#src/domain/imc/screens/screen.ts'

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

export const toScreenReply = (entityId: string, row: ListedScreen): Row<ScreensReply> => ({
  usuario_id: row.userId,
  perfil_id: row.profileId,
  pantalla: row.screen,
  perfil: row.profile,
  username: row.username,
  usuario: row.fullName,
  estatus: STATUS_WORDS[row.status],
  estatus_pantalla: STATUS_TEXTS[row.status],
  entidad_id: entityId,
  paquete_id: row.packageId,
  numero: row.number,
  codigo: row.code,
  nombre: row.packageName,
  solicitud_id: row.requestId,
})

export const toOfferReply = ({ id, code, name, price }: PackageOffer): Row<OffersReply> => ({
  id,
  codigo: code,
  nombre: name,
  precio: price,
})

export const toFreeScreenReply = (entityId: string, screen: FreeScreen): Row<FreeScreensReply> => ({
  entidad_id: entityId,
  paquete_id: screen.packageId,
  numero: screen.number,
  perfil_id: screen.profileId,
  pantalla: screen.screen,
  codigo: screen.code,
  perfil: screen.profile,
})

export const toProfileReply = ({ id, name }: Profile): Row<ProfilesReply> => ({ perfil_id: id, nombre: name })

export const toRequirementReply = ({ id, name }: Requirement): Row<RequirementsReply> => ({
  requisito_id: id,
  nombre: name,
})

export const toAssignableReply = ({ id, name }: AssignableUser): Row<AssignableUsersReply> => ({
  usuario_id: id,
  nombre: name,
})
