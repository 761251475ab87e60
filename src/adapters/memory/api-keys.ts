import type { MemoryClient } from '#src/adapters/memory/accounts.ts'
import { createMemoryNetwork, type MemoryNetwork } from '#src/adapters/memory/network.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { ApiKeysGateway } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type ApiKey, MAX_API_KEYS, MAX_KEY_NAME_LENGTH } from '#src/domain/identity/api-keys.ts'
import { ok, type Result } from '#src/domain/result.ts'

/** The quota of the server's default configuration. */
const QUOTA = 10_000

type OwnedKey = ApiKey & { readonly clientId: string }

interface MemoryApiKeysDeps {
  readonly clock: Clock
  readonly findClient: () => Pick<MemoryClient, 'id'> | null
  readonly network?: MemoryNetwork
}

/** The keys of the public API at a simulated service, which has no such API: they count nothing. */
export function createMemoryApiKeys({
  clock,
  findClient,
  network = createMemoryNetwork(),
}: MemoryApiKeysDeps): ApiKeysGateway {
  let keys: readonly OwnedKey[] = []
  let count = 0

  function createSecret() {
    count += 1
    const key = `mdc_${String(count).padStart(43, '0')}`
    return { key, ending: key.slice(-4) }
  }

  const reply = <T>(signal: AbortSignal | undefined, run: (clientId: string) => Result<T, CallFailure>) =>
    network.replyWith(signal, () => {
      const client = findClient()
      return client === null ? rejectWith(401) : run(client.id)
    })

  const find = (clientId: string, id: string) => keys.find((key) => key.id === id && key.clientId === clientId)

  return {
    list: (signal) =>
      reply(signal, (clientId) =>
        ok({
          keys: keys.flatMap(({ clientId: owner, ...key }) => (owner === clientId ? [key] : [])),
          quota: QUOTA,
        }),
      ),

    add: (name, signal) =>
      reply(signal, (clientId) => {
        if (name.trim() === '' || name.length > MAX_KEY_NAME_LENGTH) return rejectWith(400)
        if (keys.filter((key) => key.clientId === clientId).length >= MAX_API_KEYS) return rejectWith(409)
        const { key, ending } = createSecret()
        const added = { id: `clave-${count}`, clientId, name: name.trim(), ending, createdAt: clock.now(), calls: 0 }
        keys = [...keys, added]
        return ok(key)
      }),

    rotate: (id, signal) =>
      reply(signal, (clientId) => {
        const rotated = find(clientId, id)
        if (rotated === undefined) return rejectWith(409)
        const { key, ending } = createSecret()
        keys = keys.map((each) => (each === rotated ? { ...each, ending, createdAt: clock.now() } : each))
        return ok(key)
      }),

    revoke: (id, signal) =>
      reply(signal, (clientId) => {
        const revoked = find(clientId, id)
        if (revoked === undefined) return rejectWith(409)
        keys = keys.filter((each) => each !== revoked)
        return ok(true as const)
      }),
  }
}
