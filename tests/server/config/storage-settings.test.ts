import { expect, test } from 'vitest'

import { parseS3Location } from '#server/config/storage-settings.ts'

test('parseS3Location returns endpoint, bucket, prefix, region and decoded keys', () => {
  expect(parseS3Location('https://AKIA:se%2Fcr%2Bet%40@s3.example:9000/documentos/imc/2026/?region=eu-west-1')).toEqual(
    {
      endpoint: 'https://s3.example:9000',
      region: 'eu-west-1',
      bucket: 'documentos',
      prefix: 'imc/2026',
      accessKey: 'AKIA',
      secretKey: 'se/cr+et@',
    },
  )
})

test('the prefix and the region of an S3 URL are optional', () => {
  expect(parseS3Location('http://a:b@127.0.0.1:4568/documentos')).toMatchObject({ prefix: '', region: 'us-east-1' })
})

test.each([
  '',
  's3://documentos/imc',
  'https://s3.example/documentos',
  'https://clave@s3.example/documentos',
  'https://a:b@s3.example/',
  'https://a:b@s3.example/Documentos',
  'https://a:b@s3.example/d',
  'https://a:b@s3.example/documentos//imc',
  'https://a:b@s3.example/documentos/i mc',
  'https://a:b@s3.example/documentos?region=',
  'https://a:b@s3.example/documentos?zone=1',
  'https://a:b@s3.example/documentos#x',
  'https://a:%ff@s3.example/documentos',
])('parseS3Location returns null for %j', (text) => {
  expect(parseS3Location(text)).toBeNull()
})
