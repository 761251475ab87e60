import type { HttpClient } from '#src/adapters/http/client.ts'
import { settingReply } from '#src/adapters/http/contract/identity/settings.ts'
import { IDENTITY_PATHS } from '#src/adapters/http/contract/paths.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { SettingsGateway } from '#src/application/market/ports.ts'
import type { Setting } from '#src/domain/identity/settings.ts'

function decodeSetting(body: unknown): Setting | null {
  const reply = settingReply.safeParse(body)
  return reply.success ? { version: reply.data.data.version, value: reply.data.data.valor } : null
}

/** What the client stores for all its browsers, at {market-api} (D127). */
export const createSettingsApi = ({ http }: { readonly http: HttpClient }): SettingsGateway => ({
  read: (name, signal) => requestJson(http, { path: `${IDENTITY_PATHS.settings}/${name}`, signal }, decodeSetting),

  write(name, { version, value }, signal) {
    const call = {
      path: `${IDENTITY_PATHS.settings}/${name}`,
      method: 'PUT',
      body: { version, valor: value },
      signal,
    } as const
    return requestJson(http, call, decodeSetting)
  },
})
