import type { MemoryClient } from '#src/adapters/memory/accounts.ts'
import { createMemoryNetwork, type MemoryNetwork } from '#src/adapters/memory/network.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { SettingsGateway } from '#src/application/market/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { MAX_SETTING_LENGTH, type Setting, type SettingName } from '#src/domain/identity/settings.ts'
import { ok, type Result } from '#src/domain/result.ts'

/** A setting of a client; `value` is JSON. */
interface StoredSetting {
  readonly clientId: string
  readonly name: string
  readonly version: number
  readonly value: string
}

export type SettingsState = readonly StoredSetting[]

interface MemorySettingsDeps {
  readonly findClient: () => Pick<MemoryClient, 'id'> | null
  readonly network?: MemoryNetwork
  readonly state?: State<SettingsState>
}

/** The settings of the clients of a simulated service (D127). */
export function createMemorySettings({
  findClient,
  network = createMemoryNetwork(),
  state = createState<SettingsState>([]),
}: MemorySettingsDeps): SettingsGateway {
  const find = (clientId: string, name: SettingName) =>
    state.getSnapshot().find((setting) => setting.clientId === clientId && setting.name === name)

  function read(clientId: string, name: SettingName): Setting {
    const stored = find(clientId, name)
    return stored
      ? { version: stored.version, value: JSON.parse(stored.value) as unknown }
      : { version: 0, value: null }
  }

  function write(clientId: string, name: SettingName, setting: Setting): Result<Setting, CallFailure> {
    const value = JSON.stringify(setting.value ?? null)
    if (value.length > MAX_SETTING_LENGTH) return rejectWith(400)
    const stored = find(clientId, name)
    if ((stored?.version ?? 0) !== setting.version) return rejectWith(409)
    const others = state.getSnapshot().filter((each) => each !== stored)
    state.set([...others, { clientId, name, version: setting.version + 1, value }])
    return ok(read(clientId, name))
  }

  const reply = (signal: AbortSignal | undefined, run: (clientId: string) => Result<Setting, CallFailure>) =>
    network.replyWith(signal, () => {
      const client = findClient()
      return client === null ? rejectWith(401) : run(client.id)
    })

  return {
    read: (name, signal) => reply(signal, (clientId) => ok(read(clientId, name))),
    write: (name, setting, signal) => reply(signal, (clientId) => write(clientId, name, setting)),
  }
}
