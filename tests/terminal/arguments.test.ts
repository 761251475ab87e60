import { expect, test } from 'vitest'

import { readTerminalArguments, terminalRefusalMessage } from '#src/terminal/arguments.ts'

const read = (...args: string[]) => readTerminalArguments(args)

test.each([
  [[], { serverUrl: 'http://localhost:3000', demo: false, user: undefined, backOffice: null }],
  [['--demo', '--user', 'ana'], { serverUrl: 'http://localhost:3000', demo: true, user: 'ana', backOffice: null }],
  [
    ['--url', 'https://portal.example'],
    { serverUrl: 'https://portal.example', demo: false, user: undefined, backOffice: null },
  ],
  [['--url=http://[::1]:8080/'], { serverUrl: 'http://[::1]:8080', demo: false, user: undefined, backOffice: null }],
])('readTerminalArguments accepts %j', (args, expected) => {
  expect(read(...args)).toEqual({ ok: true, value: expected })
})

test.each([
  [['usuarios'], { kind: 'users' }],
  [['pantallas'], { kind: 'subscriptions' }],
  [['pantallas', '004512'], { kind: 'screens', number: '004512' }],
  [['solicitudes'], { kind: 'requests' }],
  [['solicitud', 'S-2026-00420'], { kind: 'request', reference: 'S-2026-00420' }],
])('readTerminalArguments reads the query %j of an entity', (words, query) => {
  expect(read('--demo', '--entity', 'ANDINA', '--user', 'admin', ...words)).toEqual({
    ok: true,
    value: {
      serverUrl: 'http://localhost:3000',
      demo: true,
      user: undefined,
      backOffice: { entity: 'ANDINA', username: 'admin', query },
    },
  })
})

test.each([
  [[], { kind: 'unknown-query', text: '' }],
  [['paquetes'], { kind: 'unknown-query', text: 'paquetes' }],
  [['usuarios', 'ana'], { kind: 'unknown-argument', text: 'ana' }],
  [['pantallas', '1', '2'], { kind: 'unknown-argument', text: '2' }],
  [['solicitud'], { kind: 'missing', what: 'REFERENCIA' }],
])('readTerminalArguments refuses the query %j of an entity', (words, error) => {
  expect(read('--entity', 'ANDINA', '--user', 'admin', ...words)).toEqual({ ok: false, error })
})

// The HTTP adapters resolve absolute paths against the origin of the server, so that a path or a
// query of the URL would be lost. `fetch` refuses a URL with a user name.
test.each([
  'http://localhost:3000/portal',
  'http://localhost:3000/?a=1',
  'http://localhost:3000/#a',
  'http://ana:clave@localhost:3000',
  'ftp://localhost',
  'localhost:3000',
  'localhost',
])('readTerminalArguments refuses the URL %s', (url) => {
  expect(read('--url', url)).toEqual({ ok: false, error: { kind: 'invalid-url', url } })
})

test.each([
  { kind: 'invalid-url', url: 'http://ana:clave@localhost' },
  { kind: 'unknown-argument', text: '--server=http://ana:clave@localhost' },
] as const)('terminalRefusalMessage does not repeat the password of %j', (refusal) => {
  const message = terminalRefusalMessage(refusal)
  expect(message).toContain('http://localhost')
  expect(message).not.toMatch(/ana|clave/)
})

test.each([
  [['--help'], { kind: 'help' }],
  [['--demo', '-h'], { kind: 'help' }],
  [['--nada'], { kind: 'unknown-argument', text: '--nada' }],
  [['--demo=si'], { kind: 'unknown-argument', text: '--demo=si' }],
  [['spot'], { kind: 'unknown-argument', text: 'spot' }],
  [['--url'], { kind: 'missing', what: '--url' }],
  [['--url='], { kind: 'missing', what: '--url' }],
  [['--user', '--demo'], { kind: 'missing', what: '--user' }],
  [['--user='], { kind: 'missing', what: '--user' }],
  [['--entity='], { kind: 'missing', what: '--entity' }],
  [['--entity', 'ANDINA', 'usuarios'], { kind: 'missing', what: '--user' }],
  [['--demo', '--url', 'http://localhost:1'], { kind: 'demo-with-url' }],
])('readTerminalArguments refuses %j', (args, error) => {
  expect(read(...args)).toEqual({ ok: false, error })
})
