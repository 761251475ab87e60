import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const toBase64 = (bytes: Buffer) => bytes.toString('base64url')

/** Encodes bytes with a CBOR header of two length bytes. */
const toCborBytes = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes])
const toCborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

interface AuthenticatorOptions {
  /** The origin of the page that asks. */
  readonly origin: string
  /** Whether the device checks its user, by a fingerprint or a PIN. */
  readonly verifiesUser?: boolean
}

/** A passkey in memory: answers the options of a server as a browser and its device do. */
export function createAuthenticator({ origin, verifiesUser = true }: AuthenticatorOptions) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  function toAuthenticatorData(rpId: string, flags: number): Buffer {
    counter += 1
    const head = Buffer.alloc(5)
    head[0] = flags | PRESENT | (verifiesUser ? VERIFIED : 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }

  const toClientData = (type: string, challenge: string, pageOrigin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: pageOrigin, crossOrigin: false }))

  /** The public key in the COSE form of ES256. */
  function toCoseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
  }

  const toAnswer = (response: Readonly<Record<string, unknown>>) =>
    JSON.stringify({
      ...{ id: toBase64(id), rawId: toBase64(id), type: 'public-key', response },
      ...{ clientExtensionResults: {}, authenticatorAttachment: 'platform' },
    })

  return {
    /** Sets the counter, as a copy of the device has it. */
    setCounter(value: number) {
      counter = value
    },

    register(options: string, pageOrigin = origin): string {
      const { challenge, rp } = JSON.parse(options)
      const idLength = Buffer.from([0, id.length])
      const data = Buffer.concat([
        toAuthenticatorData(rp.id, HAS_CREDENTIAL),
        ...[Buffer.alloc(16), idLength, id, toCoseKey()],
      ])
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), toCborText('fmt'), toCborText('none'), toCborText('attStmt'), Buffer.from([0xa0])],
        ...[toCborText('authData'), toCborBytes(data)],
      ])
      return toAnswer({
        clientDataJSON: toBase64(toClientData('webauthn.create', challenge, pageOrigin)),
        attestationObject: toBase64(attestation),
        transports: ['internal'],
      })
    },

    signIn(options: string, pageOrigin = origin): string {
      const { challenge, rpId } = JSON.parse(options)
      const data = toAuthenticatorData(rpId, 0)
      const clientData = toClientData('webauthn.get', challenge, pageOrigin)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      return toAnswer({
        clientDataJSON: toBase64(clientData),
        authenticatorData: toBase64(data),
        signature: toBase64(signature),
      })
    },
  }
}
