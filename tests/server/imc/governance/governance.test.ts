import { describe, expect, test } from 'vitest'
import { IMC_BASE } from '#server/http/paths.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity, type TestBrowser } from '#tests/support/identity.ts'

const RULES = {
  control_dual: false,
  control_dual_desde: null,
  vencimiento_pantallas: true,
  revision_anual: false,
  mes_revision: null,
}
const PATH = `${IMC_BASE}/entidades/ent-andina/gobierno`

async function start(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const server = await startIdentity({ imc: true, demoEntities: ['ent-andina', 'ent-pacifico'], database })
  async function signIn(usr_name: string, entidad = 'ANDINA') {
    const browser = createBrowser(server.url)
    const body = { entidad, usr_name, usr_pwd: DEMO_PASSWORD }
    expect((await browser.post(`${IMC_BASE}/usuarios/login`, body)).status).toBe(200)
    return browser
  }
  return { database, signIn }
}

const put = (browser: TestBrowser, body: unknown, path = PATH) =>
  browser.sendOnly('PUT', path, { 'content-type': 'application/json' }, JSON.stringify(body))

describe.each(ENGINES)('%s', (engine) => {
  test('of two changes at once one wins, and the other reads who (D100)', async () => {
    const { signIn } = await start(engine)
    const [one, other] = [await signIn('admin'), await signIn('admin')]
    const replies = await Promise.all([
      put(one, { ...RULES, version: 0 }),
      put(other, { ...RULES, control_dual: true, version: 0 }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const loser = replies.find(({ status }) => status === 409)
    expect(loser && json(loser)).toEqual({
      message: 'Paula Ibáñez Cárdenas cambió los controles mientras usted los editaba.',
    })
    expect(json(await one.get(PATH))).toMatchObject({ data: [{ version: 1 }] })
  })

  test('four eyes need a second administrator who can sign in; turning them off does not (D100)', async () => {
    const { signIn, database } = await start(engine)
    const browser = await signIn('admin')
    const others = database.db.updateTable('imc_users').where('username', '=', 'nuevo')
    await others.set({ active: 0 }).execute()
    for (const change of [{ control_dual: true }, { control_dual_desde: 1 }]) {
      const refused = await put(browser, { ...RULES, ...change, version: 0 })
      expect(refused.status).toBe(409)
      expect(json(refused)).toMatchObject({ message: expect.stringContaining('necesita otro administrador') })
    }
    await others.set({ active: 1 }).execute()
    expect((await put(browser, { ...RULES, control_dual: true, version: 0 })).status).toBe(200)
    await others.set({ active: 0 }).execute()
    expect((await put(browser, { ...RULES, version: 1 })).status).toBe(200)
  })

  test('a user reads the rules of its entity only, and changes none (D100)', async () => {
    const { signIn } = await start(engine)
    const reader = await signIn('operador')
    expect((await reader.get(PATH)).status).toBe(200)
    expect((await put(reader, { ...RULES, version: 0 })).status).toBe(403)
    const foreign = PATH.replace('andina', 'pacifico')
    expect((await reader.get(foreign)).status).toBe(403)
    expect((await put(await signIn('admin'), { ...RULES, version: 0 }, foreign)).status).toBe(403)
  })
})
