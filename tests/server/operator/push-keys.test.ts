import { expect, test } from 'vitest'

import { newPushKeys } from '#server/alerts/push.ts'
import { PUSH_KEYS_ID } from '#server/alerts/push-store.ts'
import { openDatabase } from '#server/database/connection.ts'
import { createHumanCheckStore } from '#server/identity/human-check-store.ts'
import { PUSH_COMMANDS } from '#server/operator/terminal/push-commands.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { ENGINES, migratedLocation } from '#tests/support/databases.ts'

test.each(ENGINES)('%s: after renew-push-keys the next start creates other keys (D125)', async (engine) => {
  const location = await migratedLocation(engine)
  const storage = 'databaseUrl' in location ? { DATABASE_URL: location.databaseUrl } : { DATA_DIR: location.dataDir }
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  const database = opened.value
  afterFile(database.close)
  const findKeys = () => createHumanCheckStore(database).findOrAddKey(PUSH_KEYS_ID, newPushKeys())
  const before = await findKeys()
  expect(await findKeys()).toBe(before)
  const output = await PUSH_COMMANDS[0]?.read({} as never).runLocally?.(storage)
  expect(output).toMatchObject({ ok: true, value: expect.stringContaining('crea otras claves') })
  expect(await findKeys()).not.toBe(before)
})
