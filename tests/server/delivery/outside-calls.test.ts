import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { createOutsideCalls, RefusedAddressError } from '#server/delivery/outside-calls.ts'
import { isPublicAddress } from '#server/delivery/public-address.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { startReceiver } from '#tests/support/receiver.ts'

const CALL = { headers: { 'content-type': 'application/json' }, body: '{}' }

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%j is no public address (D125)', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0', '223.255.255.255'])(
  '%s is a public address (D125)',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each(['2606:4700::1111', '2a00:1450:4003::1', '2001:4860:4860::8888'])(
  '%s is a public address (D125)',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ['https://receptor.example/alertas', true],
  ['https://receptor.example:8443/', true],
  ['https://8.8.8.8/', true],
  ['https://[2606:4700::1111]/', true],
  ['http://receptor.example/', false],
  ['ftp://receptor.example/', false],
  ['https://10.0.0.1/', false],
  // Other spellings of 127.0.0.1.
  ['https://2130706433/', false],
  ['https://0x7f.1/', false],
  ['https://0177.0.0.1/', false],
  ['https://[::ffff:7f00:1]/', false],
  ['https://[fd00::1]/', false],
  ['https://localhost/', false],
  ['https://a.localhost/', false],
  ['https://localhost./', false],
  ['https://metadata.google.internal/', false],
  ['https://impresora.local/', false],
  ['https://servidor/', false],
  ['no', false],
])('%s may be called in production: %s (D125)', (url, isAllowed) => {
  expect(createOutsideCalls({ allowLocal: false }).isAllowed(url)).toBe(isAllowed)
})

test.each([
  ['http://127.0.0.1:8080/', true],
  ['http://localhost:8080/', true],
  ['https://[::1]/', true],
  ['http://10.0.0.1/', false],
  ['http://169.254.169.254/', false],
  ['http://receptor.example/', false],
])('%s may be called with LOCAL_WEBHOOKS: %s (D125)', (url, isAllowed) => {
  expect(createOutsideCalls({ allowLocal: true }).isAllowed(url)).toBe(isAllowed)
})

test.each([
  ['https://127.0.0.1:1/', []],
  ['https://[::ffff:7f00:1]:1/', []],
  ['https://receptor.example:1/', ['127.0.0.1', '10.0.0.1', 'fd00::1', '::ffff:10.0.0.1', '169.254.169.254']],
  ['https://receptor.example:1/', []],
  ['http://receptor.example:1/', ['8.8.8.8']],
])('a call to %s with the addresses %j is refused before it connects (D125)', async (url, addresses) => {
  const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const calls = createOutsideCalls({ allowLocal: false, resolve })
  await expect(calls.post(url, CALL)).rejects.toThrow(RefusedAddressError)
})

test('a call resolves its host once, and connects to the allowed address alone (D125)', async () => {
  const receiver = await startReceiver()
  const asked: string[] = []
  const calls = createOutsideCalls({
    allowLocal: true,
    async resolve(host) {
      asked.push(host)
      return [
        { address: '10.0.0.1', family: 4 },
        { address: asked.length === 1 ? '127.0.0.1' : '10.0.0.2', family: 4 },
      ]
    },
  })
  expect(await calls.post(`http://receptor.example:${receiver.port}/`, CALL)).toBe(204)
  expect(asked).toEqual(['receptor.example'])
  expect(receiver.received[0]?.headers.host).toBe(`receptor.example:${receiver.port}`)
})

test('a call does not wait for a look-up without an end (D125)', async () => {
  const resolve = () => new Promise<never>(() => {})
  const calls = createOutsideCalls({ allowLocal: false, resolve, timeoutMs: 1 })
  await expect(calls.post('https://receptor.example/', CALL)).rejects.toThrow(/timeout/)
})

test('a call follows no redirect (D125)', async () => {
  const receiver = await startReceiver(307)
  expect(await createOutsideCalls({ allowLocal: true }).post(receiver.url, CALL)).toBe(307)
  expect(receiver.received).toHaveLength(1)
})

test('a call reads no reply, which may have no end (D125)', async () => {
  const closed = createDeferred()
  const server = createServer((_request, response) => {
    response.on('close', () => closed.resolve())
    response.writeHead(200)
    response.write('x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await createOutsideCalls({ allowLocal: true }).post(`http://127.0.0.1:${port}/`, CALL)).toBe(200)
  await closed.promise
})
