import type { HttpClient } from '#src/adapters/http/client.ts'
import { API_KEYS_PATH, apiKeysReply, newApiKeyReply } from '#src/adapters/http/contract/identity/api-keys.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ApiKeysGateway } from '#src/application/identity/ports.ts'
import type { ApiKeyList } from '#src/domain/identity/api-keys.ts'

function decodeKeys(body: unknown): ApiKeyList | null {
  const reply = apiKeysReply.safeParse(body)
  if (!reply.success) return null
  const { data, cupo: quota } = reply.data
  return {
    keys: data.map(({ id, nombre, fin, creada, llamadas }) => ({
      ...{ id, name: nombre, ending: fin, createdAt: Date.parse(creada), calls: llamadas },
    })),
    quota,
  }
}

function decodeKey(body: unknown): string | null {
  const reply = newApiKeyReply.safeParse(body)
  return reply.success ? reply.data.clave : null
}

/** The client's keys of the public API, at {market-api} (D130). */
export function createApiKeysApi({ http }: { readonly http: HttpClient }): ApiKeysGateway {
  const change = (id: string, word: string) =>
    ({ path: `${API_KEYS_PATH}/${encodeURIComponent(id)}/${word}`, method: 'POST', body: {} }) as const
  return {
    list: (signal) => requestJson(http, { path: API_KEYS_PATH, signal }, decodeKeys),
    add: (name, signal) =>
      requestJson(http, { path: API_KEYS_PATH, method: 'POST', body: { nombre: name }, signal }, decodeKey),
    rotate: (id, signal) => requestJson(http, { ...change(id, 'rotar'), signal }, decodeKey),
    revoke: (id, signal) => requestJson(http, { ...change(id, 'revocar'), signal }, () => true as const),
  }
}
