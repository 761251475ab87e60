import { expect, test } from 'vitest'

import { commandFailureMessage } from '#server/operator/terminal/client-messages.ts'
import { COMMANDS, OPERATOR_USAGE, readCommand } from '#server/operator/terminal/read-command.ts'

const ADD_ENTITY = [
  ...['entities', 'add', '--code', 'NORTE', '--name', 'Norte S. A.', '--admin', 'Ana Ruiz', '--user', 'aruiz'],
  ...['--email', 'ana@norte.example', '--document', 'CC:1020304050'],
]
const ADD_PACKAGE = [
  ...['packages', 'add', '--code', 'USD-1', '--name', 'Uno', '--price', '100', '--screens', '5'],
  ...['--profile', 'prf-operador'],
]

test.each<[readonly string[], string, unknown]>([
  [['list'], 'list', { all: false, entity: null }],
  [['list', '--all', '--entity', 'ANDINA'], 'list', { all: true, entity: 'ANDINA' }],
  [['show', 'S-2026-00420'], 'show', { reference: 'S-2026-00420', folder: null }],
  [['show', 'sol-00420', '--files', 'out'], 'show', { reference: 'sol-00420', folder: 'out' }],
  [['confirm', 'S-2026-00420'], 'confirm', { reference: 'S-2026-00420' }],
  [['approve', 'S-2026-00420'], 'approve', { reference: 'S-2026-00420' }],
  [['refuse', 'S-1', '--reason', ' Falta la firma. '], 'refuse', { reference: 'S-1', reason: 'Falta la firma.' }],
  [['entities'], 'entities', null],
  [
    ['entities', 'require-factor', 'ANDINA', '--required', 'on'],
    'entities require-factor',
    { code: 'ANDINA', body: { exigido: true } },
  ],
  [
    ['entities', 'reset-factor', 'ANDINA', '--user', 'admin'],
    'entities reset-factor',
    { code: 'ANDINA', username: 'admin' },
  ],
  [['entities', 'governance', 'ANDINA'], 'entities governance', { code: 'ANDINA', change: {} }],
  [
    ['entities', 'governance', 'ANDINA', '--four-eyes', 'on', '--four-eyes-above', 'off', '--yearly-review', '3'],
    'entities governance',
    {
      code: 'ANDINA',
      change: { control_dual: true, control_dual_desde: null, revision_anual: true, mes_revision: 3 },
    },
  ],
  [['administrators', 'ANDINA'], 'administrators', 'ANDINA'],
  [
    ['administrators', 'disable', 'ANDINA', '--user', 'admin'],
    'administrators disable',
    { code: 'ANDINA', username: 'admin' },
  ],
  [
    ['administrators', 'enable', 'ANDINA', '--user', 'admin'],
    'administrators enable',
    { code: 'ANDINA', username: 'admin' },
  ],
  [
    ['administrators', 'reset-password', 'ANDINA', '--user', 'admin'],
    'administrators reset-password',
    { code: 'ANDINA', username: 'admin' },
  ],
  [['administrators', 'end-sessions', 'ANDINA'], 'administrators end-sessions', { code: 'ANDINA', username: null }],
  [
    [
      ...['administrators', 'add', 'ANDINA', '--admin', 'Ana Ruiz', '--user', 'aruiz'],
      ...['--email', 'ana@andina.example', '--document', 'CC:1020304050'],
    ],
    'administrators add',
    {
      code: 'ANDINA',
      body: {
        ...{ nombre: 'Ana Ruiz', usr_name: 'aruiz', email_address: 'ana@andina.example' },
        ...{ tipo_doc: 'CC', idoc_numero: '1020304050' },
      },
    },
  ],
  [['clients', 'reset-factor', 'demo'], 'clients reset-factor', { username: 'demo' }],
  [
    ADD_ENTITY,
    'entities add',
    {
      codigo: 'NORTE',
      nombre: 'Norte S. A.',
      administrador: {
        ...{ nombre: 'Ana Ruiz', usr_name: 'aruiz', email_address: 'ana@norte.example' },
        ...{ tipo_doc: 'CC', idoc_numero: '1020304050' },
      },
    },
  ],
  [['screens', 'use', 'usos.csv', '--entity', 'ANDINA'], 'screens use', { file: 'usos.csv', entity: 'ANDINA' }],
  [['packages'], 'packages', null],
  [
    ADD_PACKAGE,
    'packages add',
    { codigo: 'USD-1', nombre: 'Uno', precio: 100, pantallas: 5, perfil_id: 'prf-operador' },
  ],
  [['packages', 'set', 'USD-1', '--price', '120'], 'packages set', { code: 'USD-1', body: { precio: 120 } }],
  [['packages', 'set', 'USD-1', '--offered', 'off'], 'packages set', { code: 'USD-1', body: { ofrecido: false } }],
  [['clients', 'list'], 'clients list', { text: '' }],
  [['clients', 'list', '--find', 'ana'], 'clients list', { text: 'ana' }],
  [
    ['clients', 'add', '--user', 'aruiz', '--name', 'Ana Ruiz', '--email', 'ana@norte.example', '--until', 'never'],
    'clients add',
    { usr_name: 'aruiz', nombre: 'Ana Ruiz', email_address: 'ana@norte.example', hasta: null },
  ],
  [['clients', 'disable', 'aruiz'], 'clients disable', { username: 'aruiz' }],
  [['clients', 'enable', 'aruiz'], 'clients enable', { username: 'aruiz' }],
  [
    ['clients', 'extend', 'aruiz', '--until', '2026-12-31'],
    'clients extend',
    { username: 'aruiz', body: { hasta: '2026-12-31' } },
  ],
  [['clients', 'extend', 'aruiz', '--months', '3'], 'clients extend', { username: 'aruiz', body: { meses: 3 } }],
  [['clients', 'expire-password', 'aruiz'], 'clients expire-password', { username: 'aruiz' }],
  [['clients', 'invite', 'aruiz'], 'clients invite', { username: 'aruiz' }],
  [['registrations', 'list'], 'registrations list', { all: false }],
  [['registrations', 'list', '--all'], 'registrations list', { all: true }],
  [['registrations', 'accept', 'R-1'], 'registrations accept', { reference: 'R-1', body: {} }],
  [
    ['registrations', 'accept', 'R-1', '--user', 'aruiz', '--until', 'never'],
    'registrations accept',
    { reference: 'R-1', body: { usr_name: 'aruiz', hasta: null } },
  ],
  [
    ['registrations', 'refuse', 'R-1', '--reason', ' Sin empresa. '],
    'registrations refuse',
    { reference: 'R-1', reason: 'Sin empresa.' },
  ],
  [['orders', 'list'], 'orders list', { state: 'todos', text: '' }],
  [['orders', 'list', '--state', 'review', '--find', 'ana'], 'orders list', { state: 'revisar', text: 'ana' }],
  [['orders', 'show', 'MD-2026-000318'], 'orders show', { reference: 'MD-2026-000318' }],
  [['orders', 'check', 'MD-2026-000318'], 'orders check', { reference: 'MD-2026-000318', body: {} }],
  [
    ['orders', 'check', 'MD-2026-000318', '--transaction', '320878260'],
    'orders check',
    { reference: 'MD-2026-000318', body: { transaccion: '320878260' } },
  ],
  [
    ['orders', 'review', 'MD-2026-000318', '--reason', ' Devuelto. '],
    'orders review',
    { reference: 'MD-2026-000318', reason: 'Devuelto.' },
  ],
  [['deals', 'review'], 'deals review', { state: 'en_revision' }],
  [['deals', 'review', '--state', 'rejected'], 'deals review', { state: 'rechazadas' }],
  [
    ['deals', 'accept', 'op-1', 'op-2', '--reason', ' Salto real. '],
    'deals accept',
    { decision: 'aceptar', ids: ['op-1', 'op-2'], motivo: 'Salto real.' },
  ],
  [
    ['deals', 'reject', 'op-1', '--reason', 'Error de digitación'],
    'deals reject',
    { decision: 'rechazar', ids: ['op-1'], motivo: 'Error de digitación' },
  ],
  [['messages'], 'messages', null],
  [['messages', 'retry', 'x1'], 'messages retry', { id: 'x1' }],
])('readCommand parses %j', (argv, name, input) => {
  expect(readCommand(argv)).toMatchObject({ ok: true, value: { name, input } })
})

test.each([
  [[], 'Falta la orden.'],
  [['borrar'], 'La orden «borrar» no existe.'],
  [['http://ana:clave@localhost:3000'], 'La orden «http://localhost:3000» no existe.'],
  [['toString'], 'La orden «toString» no existe.'],
  [['approve'], 'Falta REF.'],
  [['approve', 'S-1', 'S-2'], 'El argumento «S-2» no se admite en esta orden.'],
  [['approve', 'S-1', '--reason', 'x'], 'El argumento «--reason» no se admite en esta orden.'],
  [['refuse', 'S-1'], 'Falta --reason.'],
  [['refuse', 'S-1', '--reason', '  '], 'Falta --reason.'],
  [['list', '--todo'], 'El argumento «--todo» no se admite en esta orden.'],
  [['list', '-x'], 'El argumento «-x» no se admite en esta orden.'],
  [['list', '--all=si'], 'El argumento «--all=si» no se admite en esta orden.'],
  [['list', '--entity'], 'Falta --entity.'],
  [['list', '--entity', '--all'], 'Falta --entity.'],
  [ADD_ENTITY.slice(0, -2), 'Falta --document.'],
  [[...ADD_ENTITY.slice(0, -1), '1020304050'], 'El valor «1020304050» de --document no es válido.'],
  [[...ADD_PACKAGE, '--price', '1.5'], 'El valor «1.5» de --price no es válido.'],
  [['packages', 'set', 'USD-1'], 'Falta --price, --offered.'],
  [['packages', 'set', 'USD-1', '--offered', 'sí'], 'El valor «sí» de --offered no es válido.'],
  [['packages', 'set', '--price', '1'], 'Falta CÓDIGO.'],
  [['clients'], 'La orden «clients» no existe.'],
  [['clients', 'disable'], 'Falta USUARIO.'],
  [['clients', 'extend', 'aruiz'], 'Falta --months, --until.'],
  [
    ['clients', 'extend', 'aruiz', '--months', '3', '--until', 'never'],
    'El argumento «--until» no se admite en esta orden.',
  ],
  [['clients', 'extend', 'aruiz', '--months', 'tres'], 'El valor «tres» de --months no es válido.'],
  [['clients', 'extend', 'aruiz', '--until', '2026-02-30'], 'El valor «2026-02-30» de --until no es válido.'],
  [['clients', 'add', '--user', 'aruiz'], 'Falta --name.'],
  [['registrations', 'accept'], 'Falta REF.'],
  [['orders', 'list', '--state', 'aprobado'], 'El valor «aprobado» de --state no es válido.'],
  [['orders', 'list', '--state', 'toString'], 'El valor «toString» de --state no es válido.'],
  [['orders', 'check'], 'Falta REF.'],
  [['orders', 'review', 'MD-1'], 'Falta --reason.'],
  [['orders', 'check', 'MD-1', '--transaction', 'ref-1'], 'El valor «ref-1» de --transaction no es válido.'],
  [['registrations', 'refuse', 'R-1'], 'Falta --reason.'],
])('readCommand refuses %j with the message %s', (argv, message) => {
  const command = readCommand(argv)
  expect(command.ok || command.error.kind === 'help' ? null : commandFailureMessage(command.error)).toBe(message)
})

test('readCommand returns the error "help" for --help and -h', () => {
  expect(readCommand(['--help'])).toEqual({ ok: false, error: { kind: 'help' } })
  expect(readCommand(['list', '-h'])).toEqual({ ok: false, error: { kind: 'help' } })
})

test('the usage text contains each command with all its flags', () => {
  const names = COMMANDS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, usage, summary, flags = [], switches = [] } of COMMANDS) {
    expect(OPERATOR_USAGE).toContain(`  ${name} ${usage}`.trimEnd())
    expect(OPERATOR_USAGE).toContain(summary)
    for (const flag of [...flags, ...switches]) expect(usage).toContain(`--${flag}`)
  }
})

test('a flag with a value in one command is never a switch in another command', () => {
  const switches = COMMANDS.flatMap((command) => command.switches ?? [])
  expect(COMMANDS.flatMap(({ flags = [] }) => flags).filter((flag) => switches.includes(flag))).toEqual([])
})
