import { expect, test } from 'vitest'

import { parseWebhookAddress } from '#src/domain/alerts/webhook.ts'

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['receptor', 'invalid'],
  ['ftp://receptor.example/', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['https://yo@receptor.example/', 'invalid'],
  ['https://yo:clave@receptor.example/', 'invalid'],
  ['https://receptor.example/#a', 'invalid'],
  ['http://receptor.example/', 'plain'],
  ['http://localhost.receptor.example/', 'plain'],
  [`https://receptor.example/${'a'.repeat(476)}`, 'too-long'],
])('the address %j is refused: %s (D125)', (text, error) => {
  expect(parseWebhookAddress(text)).toEqual({ ok: false, error })
})

test.each([
  [' https://receptor.example ', 'https://receptor.example/'],
  ['https://Receptor.example/a?b=c', 'https://receptor.example/a?b=c'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ['http://localhost/', 'http://localhost/'],
  [`https://receptor.example/${'a'.repeat(475)}`, `https://receptor.example/${'a'.repeat(475)}`],
])('the address %j is %s (D125)', (text, value) => {
  expect(parseWebhookAddress(text)).toEqual({ ok: true, value })
})
