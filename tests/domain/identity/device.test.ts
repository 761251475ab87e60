import { expect, test } from 'vitest'

import { describeDevice } from '#src/domain/identity/device.ts'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/130.0.0.0 Safari/537.36`, 'Chrome en Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`, 'Edge en Windows'],
  [`Mozilla/5.0 (Linux; Android 14) ${KIT} Chrome/130.0 Mobile Safari/537.36`, 'Chrome en Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox en Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    'Safari en iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari en Mac',
  ],
  ['curl/8.5.0', 'Equipo desconocido'],
  ['', 'Equipo desconocido'],
  [undefined, 'Equipo desconocido'],
])('the device of %j is %s (D95)', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})
