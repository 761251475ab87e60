import { expect, test } from 'vitest'

import { isFileError } from '#server/backup/file-errors.ts'

const createError = (code: string) => Object.assign(new Error('failed'), { code })

test.each(['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EIO', 'ENOENT', 'EISDIR', 'EMFILE', 'EINVAL', 'ESTALE', 'ENOTSUP'])(
  '%s is an error of the file',
  (code) => {
    expect(isFileError(createError(code))).toBe(true)
  },
)

test.each([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR__ERROR_FORMAT_PADDING_2',
  'Z_DATA_ERROR',
])('%s is no error of the file', (code) => {
  expect(isFileError(createError(code))).toBe(false)
})

test('an error without a code is no error of the file', () => {
  expect(isFileError(new TypeError('terminated'))).toBe(false)
})
