import * as z from 'zod/mini'

import { EXPIRY, FREE_SCREEN, SCREEN } from '#src/adapters/http/contract/imc/fields.ts'
import { idField, listOf, ownIdField, statusWord } from '#src/adapters/http/contract/imc/values.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { calendarDay } from '#src/adapters/http/contract/values.ts'
import type { ScreenKey } from '#src/domain/imc/screens/screen.ts'
import type { ChangeRequest, LinkRequest } from '#src/domain/imc/screens/screen-requests.ts'

export const screensReply = listOf(
  toReplySchema(SCREEN, { estatus: statusWord, uso_reportado: z.boolean(), puede_vencer: z.boolean() }),
)
export type ScreensReply = z.infer<typeof screensReply>

/** The last day of the user of a screen; null removes it (D108). */
export const expiryBody = z.object({ usuario_id: idField, hasta: z.nullable(calendarDay) })
export type ExpiryBody = z.infer<typeof expiryBody>

export const expiriesReply = listOf(toReplySchema(EXPIRY, {}))
export type ExpiriesReply = z.infer<typeof expiriesReply>

/** Without a profile the reply has the free screens of all profiles (D103). */
export const freeScreensQuery = z.object({ perfilActual: z.optional(idField) })
export const freeScreensReply = listOf(toReplySchema(FREE_SCREEN, {}))
export type FreeScreensReply = z.infer<typeof freeScreensReply>

export const profilesReply = listOf(z.object({ perfil_id: z.string(), nombre: z.string() }))
export type ProfilesReply = z.infer<typeof profilesReply>

export const requirementsReply = listOf(z.object({ requisito_id: z.string(), nombre: z.string() }))
export type RequirementsReply = z.infer<typeof requirementsReply>

export const assignableUsersReply = listOf(z.object({ usuario_id: z.string(), nombre: z.string() }))
export type AssignableUsersReply = z.infer<typeof assignableUsersReply>

/** Requests the release of a screen. */
export const releaseRequest = z.object({
  entidad_id: ownIdField,
  paquete_id: idField,
  numero: idField,
  perfil_id: idField,
  pantalla: idField,
  administrador_id: ownIdField,
})
export type ReleaseRequest = z.infer<typeof releaseRequest>

const MAX_OBSERVATIONS_FIELD_LENGTH = 2_000

/** The domain validates length and characters. */
const observations = z.optional(z.nullable(z.string().check(z.maxLength(MAX_OBSERVATIONS_FIELD_LENGTH))))

/** Requests a link; `perfil` is the chosen profile, `perfil_id` the screen's profile (D34). */
export const linkRequest = z.extend(releaseRequest, {
  usuario_id: idField,
  observaciones: observations,
  perfil: z.optional(z.nullable(idField)),
})
export type LinkRequestBody = z.infer<typeof linkRequest>

/** Requests a change. The default source is the user's only screen (D58). */
export const changeRequest = z.extend(releaseRequest, {
  usuario_id: idField,
  observaciones: observations,
  numero_origen: z.optional(z.nullable(idField)),
  perfil_id_origen: z.optional(z.nullable(idField)),
  pantalla_origen: z.optional(z.nullable(idField)),
})
export type ChangeRequestBody = z.infer<typeof changeRequest>

/** Returns the key of the screen in a request. */
export const toScreenKey = (request: z.infer<typeof releaseRequest>): ScreenKey => ({
  packageId: request.paquete_id,
  number: request.numero,
  profileId: request.perfil_id,
  screen: request.pantalla,
})

/** Maps a link to the domain; the default of `perfil` is the screen's profile. */
export const toLinkRequest = (request: LinkRequestBody): LinkRequest => ({
  screen: toScreenKey(request),
  profileId: request.perfil ?? request.perfil_id,
  userId: request.usuario_id,
  observations: request.observaciones ?? '',
})

/**
 * Maps a change to the domain; a missing source is null. The source has no package id, because its
 * subscription belongs to one package.
 */
export function toChangeRequest(
  request: ChangeRequestBody,
): Omit<ChangeRequest, 'source'> & { readonly source: Omit<ScreenKey, 'packageId'> | null } {
  const { numero_origen: number, perfil_id_origen: profileId, pantalla_origen: screen } = request
  return {
    target: toScreenKey(request),
    source: number && screen ? { number, profileId: profileId ?? request.perfil_id, screen } : null,
    userId: request.usuario_id,
    observations: request.observaciones ?? '',
  }
}
