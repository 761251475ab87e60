import type { HttpClient } from '#src/adapters/http/client.ts'
import type { ChangeRequestBody, LinkRequestBody, ReleaseRequest } from '#src/adapters/http/contract/imc/packages.ts'
import { IMC_PACKAGE_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import {
  decodeAssignable,
  decodeFreeScreens,
  decodeProfiles,
  decodeRequirements,
  decodeScreens,
} from '#src/adapters/http/imc/packages.ts'
import { decodeReceipt } from '#src/adapters/http/imc/requests.ts'
import type { ImcScope, WithScope } from '#src/adapters/http/imc/scope.ts'
import { createPoll } from '#src/adapters/http/poll.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ScreensGateway } from '#src/application/imc/ports.ts'
import type { ScreenKey } from '#src/domain/imc/screens/screen.ts'

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
  const pollFree = createPoll(decodeFreeScreens)
  const pollAssignable = createPoll(decodeAssignable)
  return {
    list: (number, signal) =>
      withScope(({ entity }) => pollScreens(http, { path: imcPaths.screens(entity, number), signal })),

    free: (profileId, signal) =>
      withScope(({ entity }) => {
        const query = new URLSearchParams({ perfilActual: profileId })
        return pollFree(http, { path: `${imcPaths.freeScreens(entity)}?${query}`, signal })
      }),

    assignable: (signal) =>
      withScope(({ entity }) => pollAssignable(http, { path: imcPaths.assignable(entity), signal })),

    profiles: (profileId, signal) => requestJson(http, { path: imcPaths.profiles(profileId), signal }, decodeProfiles),

    requirements: (profileId, signal) =>
      requestJson(http, { path: imcPaths.requirements(profileId), signal }, decodeRequirements),

    link: ({ screen, profileId, userId, observations }, key, signal) =>
      send(
        IMC_PACKAGE_PATHS.link,
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
        IMC_PACKAGE_PATHS.change,
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

    release: (screen, key, signal) =>
      send(IMC_PACKAGE_PATHS.release, (scope) => toScreenBody(screen, scope), key, signal),
  }
}
