import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { IMC_BASE } from '#server/http/paths.ts'
import { createOperatorClient } from '#server/operator/terminal/operator-client.ts'
import { readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { createBrowser, startIdentity } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'

const KEY = 'una-clave-de-dieciseis'
const START = Date.UTC(2026, 10, 30, 15)

interface Screen {
  readonly pantalla: string
  readonly ultimo_uso: string | null
  readonly uso_reportado: boolean
}

async function start(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const server = await startIdentity({ imc: true, database, time: testTime(START), env: { OPERATOR_KEY: KEY } })
  await database.db.deleteFrom('imc_screen_uses').execute()
  const browser = createBrowser(server.url)
  const login = { entidad: 'ANDINA', usr_name: 'admin', usr_pwd: DEMO_PASSWORD }
  expect((await browser.post(`${IMC_BASE}/usuarios/login`, login)).status).toBe(200)
  const folder = await temporaryFolder()
  const report = async (content: string, entity = 'andina') => {
    const file = join(folder, 'usos')
    await writeFile(file, content)
    const command = readCommand(['screens', 'use', file, '--entity', entity])
    if (!command.ok) throw new Error(JSON.stringify(command.error))
    return runCommand(createOperatorClient({ url: server.url, key: KEY }), command.value)
  }
  const readScreen = async (name: string) => {
    const reply = await browser.get(`${IMC_BASE}/entidades/ent-andina/suscripciones/004512`)
    const { data } = JSON.parse(reply.text) as { data: readonly Screen[] }
    return data.find(({ pantalla }) => pantalla === name)
  }
  return { database, report, readScreen }
}

describe.each(ENGINES)('%s', (engine) => {
  test('a report stores the newest day of each screen, and the same report again changes nothing (D102)', async () => {
    const { database, report, readScreen } = await start(engine)
    expect(await readScreen('P-01')).toMatchObject({ ultimo_uso: null, uso_reportado: false })
    const file = 'Suscripción;Pantalla;Fecha\n004512;P-01;2026-11-12\n4512;p-01;2026-11-10\n004512;P-02;2026-11-30\n'
    expect(await report(file)).toEqual({ ok: true, value: 'Último uso de 2 pantallas guardado.' })
    expect(await readScreen('P-01')).toMatchObject({ ultimo_uso: '2026-11-12', uso_reportado: true })
    expect(await readScreen('P-03')).toMatchObject({ ultimo_uso: null, uso_reportado: true })
    const again = { ok: true, value: 'Sin cambios: no hay un uso más reciente que los guardados.' }
    expect(await report(file)).toEqual(again)
    expect(await report('suscripcion,pantalla,fecha\n004512,P-01,2026-11-11\n')).toEqual(again)
    const json = JSON.stringify([{ suscripcion: 4512, pantalla: 'P-01', fecha: '2026-11-13' }])
    expect(await report(json)).toEqual({ ok: true, value: 'Último uso de 1 pantalla guardado.' })
    expect(await readScreen('P-01')).toMatchObject({ ultimo_uso: '2026-11-13' })
    const audited = await database.db
      .selectFrom('records_audit')
      .select(['realm', 'entity_id', 'after'])
      .where('action', '=', 'uses-reported')
      .orderBy('id')
      .execute()
    expect(audited).toEqual(
      [2, 1].map((screens) => ({ realm: 'operator', entity_id: 'ent-andina', after: JSON.stringify({ screens }) })),
    )
  })

  test('a report with wrong rows names them and stores nothing (D102)', async () => {
    const { report, readScreen } = await start(engine)
    const file =
      'suscripcion,pantalla,fecha\n004512,P-01,2026-11-12\n004512,P-99,2026-11-12\n004512,P-02,12/11/2026\n001001,P-01,2026-11-12\n004512,P-03,2026-12-01\n'
    expect(await report(file)).toEqual({
      ok: false,
      error: [
        'No se guardó nada: 4 filas no son válidas.',
        '  línea 3: la entidad no tiene esa pantalla',
        '  línea 4: la fecha no es válida: debe ser como 2026-11-12',
        '  línea 5: la entidad no tiene esa pantalla',
        '  línea 6: la fecha es posterior a hoy',
      ].join('\n'),
    })
    expect(await readScreen('P-01')).toMatchObject({ ultimo_uso: null, uso_reportado: false })
    expect(await report('suscripcion,pantalla,fecha\n004512,P-01,2026-11-12\n', 'NINGUNA')).toEqual({
      ok: false,
      error: 'No hay una entidad con ese código.',
    })
  })
})

test.each([
  ['numero,dia\n1,2\n', 'la primera línea debe nombrar las columnas suscripcion, pantalla y fecha'],
  ['suscripcion,pantalla,fecha\n', 'no tiene filas'],
  ['[{"pantalla":"P-01"}]', 'no es una lista de objetos con suscripcion, pantalla y fecha'],
  ['', 'la primera línea debe nombrar las columnas suscripcion, pantalla y fecha'],
])('the file %j is refused before the call', async (content, reason) => {
  const { report } = await start('sqlite')
  const result = await report(content)
  expect(!result.ok && result.error).toContain(reason)
})
