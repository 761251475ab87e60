import { createTextStore, openLocalStorage, type SessionArea } from '#src/adapters/browser/storage.ts'
import type { SettingsGateway } from '#src/application/market/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { MAX_SETTING_LENGTH, SETTING_NAMES, type Setting, type SettingName } from '#src/domain/identity/settings.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const EMPTY: Setting = { version: 0, value: null }

/** Parses a stored setting. An edited text counts as no setting: its reader starts anew. */
function parseSetting(text: string | null): Setting {
  try {
    const { version, value }: Partial<Setting> = JSON.parse(text ?? '{}') ?? {}
    return typeof version === 'number' && Number.isSafeInteger(version) && version > 0 ? { version, value } : EMPTY
  } catch {
    return EMPTY
  }
}

const reject = (status: number) => err({ kind: 'rejected', status, message: null } as const)

const openText = (storage: SessionArea | null, name: SettingName) => createTextStore(storage, `visitante.${name}`)

/**
 * Runs a change that empties the storage. The settings of visitors stay, because they belong to the browser and to no
 * session (D55).
 */
export function keepVisitorSettings(storage: SessionArea | null, change: () => void): void {
  const stores = SETTING_NAMES.map((name) => openText(storage, name))
  const texts = stores.map((store) => store.read())
  change()
  for (const [index, text] of texts.entries()) if (text !== null) stores[index]?.write(text)
}

interface VisitorSettingsDeps {
  readonly window: Window
  readonly storage?: SessionArea | null
}

/**
 * What a visitor stores in this browser, for all its windows (D131). Reading never fails. A storage that is full,
 * blocked or missing refuses the write, so that the page can say that the change is not stored.
 */
export function createVisitorSettings({
  window,
  storage = openLocalStorage(window),
}: VisitorSettingsDeps): SettingsGateway {
  const open = (name: SettingName) => openText(storage, name)

  function write(name: SettingName, { version, value }: Setting): Result<Setting, CallFailure> {
    if (JSON.stringify(value ?? null).length > MAX_SETTING_LENGTH) return reject(400)
    if (parseSetting(open(name).read()).version !== version) return reject(409)
    const next: Setting = { version: version + 1, value }
    return open(name).write(JSON.stringify(next)) ? ok(next) : err({ kind: 'storage-unavailable' })
  }

  return {
    read: async (name) => ok(parseSetting(open(name).read())),
    write: async (name, setting) => write(name, setting),
  }
}
