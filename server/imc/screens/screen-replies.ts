import type { ListedScreen } from '#server/imc/screens/screen-store.ts'
import type {
  ExpiriesReply,
  FreeScreensReply,
  ProfilesReply,
  RequirementsReply,
  ScreensReply,
} from '#src/adapters/http/contract/imc/screens.ts'
import { STATUS_TEXTS, STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import type { Requirement } from '#src/domain/imc/requests/requests.ts'
import type { FreeScreen, Profile } from '#src/domain/imc/screens/screen.ts'
import type { ExpiringScreen } from '#src/domain/imc/screens/screen-expiry.ts'

type Row<Reply extends { readonly data: readonly unknown[] }> = Reply['data'][number]

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
  ultimo_uso: row.lastUse,
  uso_reportado: row.isUseReported,
  vence: row.endsOn,
  puede_vencer: row.canExpire,
})

export const toExpiryReply = (row: ExpiringScreen): Row<ExpiriesReply> => ({
  paquete_id: row.packageId,
  numero: row.number,
  pantalla: row.screen,
  usuario_id: row.userId,
  usuario: row.fullName,
  vence: row.endsOn,
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
