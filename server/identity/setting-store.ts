import type { Database } from '#server/database/connection.ts'
import { MAX_SETTING_LENGTH, type Setting, type SettingName } from '#src/domain/identity/settings.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface SettingKey {
  readonly clientId: string
  readonly name: SettingName
}

/** The settings of the clients (D127). */
export interface SettingStore {
  read(key: SettingKey): Promise<Setting>
  /** Replaces a value. `outdated`: the setting has another version than the one that it replaces. */
  write(key: SettingKey, setting: Setting, at: Instant): Promise<Result<Setting, 'outdated' | 'too-long'>>
}

export function createSettingStore({ db }: Pick<Database, 'db'>): SettingStore {
  async function addFirst({ clientId, name }: SettingKey, value: string, at: Instant): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('client_settings')
      .values({ client_id: clientId, name, version: 1, value, updated_at: at })
      .onConflict((conflict) => conflict.columns(['client_id', 'name']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  async function replace(
    { clientId, name }: SettingKey,
    version: number,
    value: string,
    at: Instant,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('client_settings')
      .set({ version: version + 1, value, updated_at: at })
      .where('client_id', '=', clientId)
      .where('name', '=', name)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  return {
    async read({ clientId, name }) {
      const row = await db
        .selectFrom('client_settings')
        .select(['version', 'value'])
        .where('client_id', '=', clientId)
        .where('name', '=', name)
        .executeTakeFirst()
      return row ? { version: row.version, value: JSON.parse(row.value) as unknown } : { version: 0, value: null }
    },

    async write(key, { version, value }, at) {
      const text = JSON.stringify(value ?? null)
      if (text.length > MAX_SETTING_LENGTH) return err('too-long')
      const isStored = version === 0 ? await addFirst(key, text, at) : await replace(key, version, text, at)
      return isStored ? ok({ version: version + 1, value }) : err('outdated')
    },
  }
}
