import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'

import { newPushKeys, parsePushKeys } from '#server/alerts/push.ts'
import { PUSH_KEYS_ID } from '#server/alerts/push-store.ts'
import { down, up } from '#server/database/migrations/0046-push-server-keys.ts'
import { addPushBrowsers } from '#tests/support/alerts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

test.each(ENGINES)('%s: the browsers of released versions have the stored key of the server (D125)', async (engine) => {
  const database = await temporaryDatabase(engine)
  const { db } = database
  const value = newPushKeys()
  await db.insertInto('identity_keys').values({ id: PUSH_KEYS_ID, value }).execute()
  await addPushBrowsers(database, ['ana', 'luis'])
  await down(db as unknown as Kysely<unknown>)
  await up(db as unknown as Kysely<unknown>)
  const { publicKey } = parsePushKeys(value)
  expect(await db.selectFrom('alerts_push').select('server_key').execute()).toEqual([
    { server_key: publicKey },
    { server_key: publicKey },
  ])
})
