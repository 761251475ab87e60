import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { Received } from '#tests/support/receiver.ts'

/** The keys of a browser, which decrypts its push messages (RFC 8291, RFC 8188). */
export function createPushBrowser() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)

  return {
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),

    /** Decrypts the body of a message: salt, record size, key of the sender, one record. */
    decrypt({ headers, body }: Received): unknown {
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('push: another encoding')
      const salt = body.subarray(0, 16)
      const keyEnd = 21 + body.readUInt8(20)
      const senderKey = body.subarray(21, keyEnd)
      const record = body.subarray(keyEnd)
      const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, length))
      const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = derive(ecdh.computeSecret(senderKey), auth, keyInfo, 32)
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}

/** Checks the signature of the server (RFC 8292). Returns its claims, or null. */
export function readVapidClaims({ headers }: Received, publicKey: string): { readonly aud: string } | null {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(`${headers.authorization}`) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: jwk, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned && key === publicKey ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null
}
