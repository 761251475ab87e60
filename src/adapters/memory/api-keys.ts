import type { MemoryClient } from '#src/adapters/memory/accounts.ts'
import { createMemoryNetwork, type MemoryNetwork } from '#src/adapters/memory/network.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { ApiKeysGateway } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type ApiKey, MAX_API_KEYS, MAX_KEY_NAME_LENGTH } from '#src/domain/identity/api-keys.ts'
import { ok, type Result } from '#src/domain/result.ts'

/** The quota of the server's default configuration. */
const QUOTA = 10_000

/** The keys of all clients, without their secrets, and the number of all that were ever made. */
export interface ApiKeysState {
  readonly keys: readonly (ApiKey & { readonly clientId: string })[]
  readonly count: number
}

export const NO_API_KEYS_STATE: ApiKeysState = { keys: [], count: 0 }

interface MemoryApiKeysDeps {
  readonly clock: Clock
  readonly findClient: () => Pick<MemoryClient, 'id'> | null
  readonly network?: MemoryNetwork
  readonly state?: State<ApiKeysState>
}

/** The keys of the public API at a simulated service, which has no such API: they count nothing. */
export function createMemoryApiKeys({
  clock,
  findClient,
  network = createMemoryNetwork(),
  state = createState(NO_API_KEYS_STATE),
}: MemoryApiKeysDeps): ApiKeysGateway {
  /** Makes the next secret. The caller stores its ending and `count`. */
  function createSecret() {
    const count = state.getSnapshot().count + 1
    const key = `mdc_${String(count).padStart(43, '0')}`
    return { key, ending: key.slice(-4), count }
  }

  const reply = <T>(signal: AbortSignal | undefined, run: (clientId: string) => Result<T, CallFailure>) =>
    network.replyWith(signal, () => {
      const client = findClient()
      return client === null ? rejectWith(401) : run(client.id)
    })

  const find = (clientId: string, id: string) =>
    state.getSnapshot().keys.find((key) => key.id === id && key.clientId === clientId)

  return {
    list: (signal) =>
      reply(signal, (clientId) =>
        ok({
          keys: state.getSnapshot().keys.flatMap(({ clientId: owner, ...key }) => (owner === clientId ? [key] : [])),
          quota: QUOTA,
        }),
      ),

    add: (name, signal) =>
      reply(signal, (clientId) => {
        if (name.trim() === '' || name.length > MAX_KEY_NAME_LENGTH) return rejectWith(400)
        const { keys } = state.getSnapshot()
        if (keys.filter((key) => key.clientId === clientId).length >= MAX_API_KEYS) return rejectWith(409)
        const { key, ending, count } = createSecret()
        const added = { id: `clave-${count}`, clientId, name: name.trim(), ending, createdAt: clock.now(), calls: 0 }
        state.set({ keys: [...keys, added], count })
        return ok(key)
      }),

    rotate: (id, signal) =>
      reply(signal, (clientId) => {
        const rotated = find(clientId, id)
        if (rotated === undefined) return rejectWith(409)
        const { key, ending, count } = createSecret()
        const next = { ...rotated, ending, createdAt: clock.now() }
        state.set({ keys: state.getSnapshot().keys.map((each) => (each === rotated ? next : each)), count })
        return ok(key)
      }),

    revoke: (id, signal) =>
      reply(signal, (clientId) => {
        const revoked = find(clientId, id)
        if (revoked === undefined) return rejectWith(409)
        const { keys, count } = state.getSnapshot()
        state.set({ keys: keys.filter((each) => each !== revoked), count })
        return ok(true as const)
      }),
  }
}
