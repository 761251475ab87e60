import { expect, test } from 'vitest'

import { commandMessage } from '#server/operator/client-messages.ts'
import { readCommand } from '#server/operator/read-command.ts'

const ENTITY = [
  ...['entities', 'add', '--code', 'NORTE', '--name', 'Norte S. A.', '--admin', 'Ana Ruiz', '--user', 'aruiz'],
  ...['--email', 'ana@norte.example', '--document', 'CC:1020304050'],
]
const PACKAGE = [
  ...['packages', 'add', '--code', 'USD-1', '--name', 'Uno', '--price', '100', '--screens', '5'],
  ...['--profile', 'prf-operador'],
]

test.each([
  [['list'], { kind: 'list', all: false, entity: null }],
  [['list', '--all', '--entity', 'ANDINA'], { kind: 'list', all: true, entity: 'ANDINA' }],
  [['show', 'S-2026-00420'], { kind: 'show', reference: 'S-2026-00420', folder: null }],
  [['show', 'sol-00420', '--files', 'out'], { kind: 'show', reference: 'sol-00420', folder: 'out' }],
  [['approve', 'S-2026-00420'], { kind: 'approve', reference: 'S-2026-00420' }],
  [['refuse', 'S-1', '--reason', ' Falta la firma. '], { kind: 'refuse', reference: 'S-1', reason: 'Falta la firma.' }],
  [['entities'], { kind: 'entities' }],
  [
    ENTITY,
    {
      kind: 'add-entity',
      body: {
        codigo: 'NORTE',
        nombre: 'Norte S. A.',
        administrador: {
          ...{ nombre: 'Ana Ruiz', usr_name: 'aruiz', email_address: 'ana@norte.example' },
          ...{ tipo_doc: 'CC', idoc_numero: '1020304050' },
        },
      },
    },
  ],
  [['packages'], { kind: 'packages' }],
  [
    PACKAGE,
    {
      kind: 'add-package',
      body: { codigo: 'USD-1', nombre: 'Uno', precio: 100, pantallas: 5, perfil_id: 'prf-operador' },
    },
  ],
  [['packages', 'set', 'USD-1', '--price', '120'], { kind: 'change-package', code: 'USD-1', body: { precio: 120 } }],
  [
    ['packages', 'set', 'USD-1', '--offered', 'off'],
    { kind: 'change-package', code: 'USD-1', body: { ofrecido: false } },
  ],
  [['messages'], { kind: 'messages' }],
  [['messages', 'retry', 'x1'], { kind: 'retry', id: 'x1' }],
])('%j is a command', (argv, command) => {
  expect(readCommand(argv)).toEqual({ ok: true, value: command })
})

test.each([
  [[], 'Falta la orden.'],
  [['borrar'], 'La orden «borrar» no existe.'],
  [['toString'], 'La orden «toString» no existe.'],
  [['approve'], 'Falta REF.'],
  [['approve', 'S-1', 'S-2'], 'El argumento «S-2» no se admite en esta orden.'],
  [['approve', 'S-1', '--reason', 'x'], 'El argumento «--reason» no se admite en esta orden.'],
  [['refuse', 'S-1'], 'Falta --reason.'],
  [['refuse', 'S-1', '--reason', '  '], 'Falta --reason.'],
  [['list', '--todo'], 'El argumento «list --todo» no se admite en esta orden.'],
  [ENTITY.slice(0, -2), 'Falta --document.'],
  [[...ENTITY.slice(0, -1), '1020304050'], 'El valor «1020304050» de --document no es válido.'],
  [[...PACKAGE, '--price', '1.5'], 'El valor «1.5» de --price no es válido.'],
  [['packages', 'set', 'USD-1'], 'Falta --price, --offered.'],
  [['packages', 'set', 'USD-1', '--offered', 'sí'], 'El valor «sí» de --offered no es válido.'],
  [['packages', 'set', '--price', '1'], 'Falta CÓDIGO.'],
])('%j is refused with a reason', (argv, message) => {
  const command = readCommand(argv)
  expect(command.ok || command.error.kind === 'help' ? null : commandMessage(command.error)).toBe(message)
})

test('--help asks for the usage', () => {
  expect(readCommand(['--help'])).toEqual({ ok: false, error: { kind: 'help' } })
  expect(readCommand(['list', '-h'])).toEqual({ ok: false, error: { kind: 'help' } })
})
