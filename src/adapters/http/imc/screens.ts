import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import { EXPIRY, FREE_SCREEN, SCREEN } from '#src/adapters/http/contract/imc/fields.ts'
import { IMC_SCREEN_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import type {
  ChangeRequestBody,
  ExpiryBody,
  LinkRequestBody,
  ReleaseRequest,
} from '#src/adapters/http/contract/imc/screens.ts'
import { STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { createListDecoder, createNamesDecoder, decodeWord, emptyToNull } from '#src/adapters/http/decode/rows.ts'
import { decodeReceipt } from '#src/adapters/http/imc/requests.ts'
import type { ImcScope, WithScope } from '#src/adapters/http/imc/scope.ts'
import { createPoll } from '#src/adapters/http/poll.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ScreensGateway } from '#src/application/imc/ports.ts'
import type { FreeScreen, ScreenKey, ScreenRow } from '#src/domain/imc/screens/screen.ts'
import type { ExpiringScreen } from '#src/domain/imc/screens/screen-expiry.ts'
import { ok } from '#src/domain/result.ts'
import { parseDate } from '#src/domain/time/bogota.ts'

export const decodeScreens = createListDecoder(
  z.pipe(
    z.object(SCREEN),
    z.transform((row): ScreenRow => {
      const status = decodeWord(STATUS_WORDS, row.estatus)
      return {
        packageId: row.paquete_id,
        number: row.numero,
        profileId: row.perfil_id,
        screen: row.pantalla,
        profile: row.perfil,
        userId: emptyToNull(row.usuario_id),
        username: emptyToNull(row.username),
        fullName: emptyToNull(row.usuario),
        status: status.code,
        statusText: row.estatus_pantalla || status.text,
        code: row.codigo,
        packageName: row.nombre,
        requestId: emptyToNull(row.solicitud_id),
        lastUse: parseDate(row.ultimo_uso),
        isUseReported: row.uso_reportado === true,
        endsOn: parseDate(row.vence),
        canExpire: row.puede_vencer === true,
      }
    }),
  ),
)

export const decodeExpiries = createListDecoder(
  z.pipe(
    z.object(EXPIRY),
    z.transform(
      (row): ExpiringScreen => ({
        packageId: row.paquete_id,
        number: row.numero,
        screen: row.pantalla,
        userId: row.usuario_id,
        fullName: row.usuario,
        endsOn: row.vence,
      }),
    ),
  ),
)

export const decodeFreeScreens = createListDecoder(
  z.pipe(
    z.object(FREE_SCREEN),
    z.transform(
      (row): FreeScreen => ({
        packageId: row.paquete_id,
        number: row.numero,
        profileId: row.perfil_id,
        screen: row.pantalla,
        code: row.codigo,
        profile: row.perfil,
      }),
    ),
  ),
)

export const decodeProfiles = createNamesDecoder(['perfil_id', 'id'], ['nombre', 'perfil'])
const decodeRequirements = createNamesDecoder(['requisito_id', 'id'], ['nombre'])
const decodeAssignable = createNamesDecoder(['usuario_id', 'id'], ['nombre'])

interface ScreensApiDeps {
  readonly http: HttpClient
  readonly withScope: WithScope
}

/** Formats the fields that identify a screen and the caller. */
const toScreenBody = ({ packageId, number, profileId, screen }: ScreenKey, { entity, administrator }: ImcScope) =>
  ({
    entidad_id: entity,
    paquete_id: packageId,
    numero: number,
    perfil_id: profileId,
    pantalla: screen,
    administrador_id: administrator,
  }) satisfies ReleaseRequest

/** The screens of an entity and their requests at {imc-api} (§7.2). */
export function createScreensApi({ http, withScope }: ScreensApiDeps): ScreensGateway {
  const send = (path: string, toBody: (scope: ImcScope) => ReleaseRequest, key: string, signal?: AbortSignal) =>
    withScope((scope) => {
      const headers = { [IDEMPOTENCY_HEADER]: key }
      return requestJson(http, { path, body: toBody(scope), headers, signal }, decodeReceipt)
    })

  const pollScreens = createPoll(decodeScreens)
  const pollAll = createPoll(decodeScreens)
  const pollExpiries = createPoll(decodeExpiries)
  const pollFree = createPoll(decodeFreeScreens)
  const pollAssignable = createPoll(decodeAssignable)
  return {
    list: (number, signal) =>
      withScope(({ entity }) => pollScreens(http, { path: imcPaths.screens(entity, number), signal })),

    all: (signal) => withScope(({ entity }) => pollAll(http, { path: imcPaths.allScreens(entity), signal })),

    free: (profileId, signal) =>
      withScope(({ entity }) => {
        const query = profileId === null ? '' : `?${new URLSearchParams({ perfilActual: profileId })}`
        return pollFree(http, { path: `${imcPaths.freeScreens(entity)}${query}`, signal })
      }),

    assignable: (signal) =>
      withScope(({ entity }) => pollAssignable(http, { path: imcPaths.assignable(entity), signal })),

    profiles: (profileId, signal) => requestJson(http, { path: imcPaths.profiles(profileId), signal }, decodeProfiles),

    requirements: (profileId, signal) =>
      requestJson(http, { path: imcPaths.requirements(profileId), signal }, decodeRequirements),

    link: ({ screen, profileId, userId, observations }, key, signal) =>
      send(
        IMC_SCREEN_PATHS.link,
        (scope): LinkRequestBody => ({
          ...toScreenBody(screen, scope),
          usuario_id: userId,
          observaciones: observations,
          perfil: profileId,
        }),
        key,
        signal,
      ),

    change: ({ source, target, userId, observations }, key, signal) =>
      send(
        IMC_SCREEN_PATHS.change,
        (scope): ChangeRequestBody => ({
          ...toScreenBody(target, scope),
          usuario_id: userId,
          observaciones: observations,
          numero_origen: source.number,
          perfil_id_origen: source.profileId,
          pantalla_origen: source.screen,
        }),
        key,
        signal,
      ),

    expiries: (signal) => withScope(({ entity }) => pollExpiries(http, { path: imcPaths.expiries(entity), signal })),

    setExpiry: ({ number, screen, userId, endsOn }, signal) =>
      withScope(({ entity }) => {
        const body: ExpiryBody = { usuario_id: userId, hasta: endsOn }
        const path = imcPaths.expiry(entity, number, screen)
        return requestJson(http, { method: 'PUT', path, body, signal }, decodeScreens)
      }).then((result) => (result.ok ? ok(undefined) : result)),

    release: (screen, key, signal) =>
      send(IMC_SCREEN_PATHS.release, (scope) => toScreenBody(screen, scope), key, signal),
  }
}
