import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { usesTls } from '#server/http/public-protocol.ts'
import { derivedSecret } from '#server/secrets.ts'
import { DAY_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

/** How long a device is known after its last login. */
const KNOWN_MS = 180 * DAY_MS

/** Accounts of one device; the one that signed in first is forgotten. */
export const MAX_ACCOUNTS = 5

const BYTES = 16
const VALUE = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/

/** Knows from which devices an account has signed in. It needs no database. */
export interface DeviceTags {
  /** Returns the id of the device if the account has signed in from it; else null. */
  find(value: string | undefined, accountKey: string): string | null
  /** Returns the value of the device's cookie after a login of the account. */
  add(value: string | undefined, accountKey: string): string
}

/** `key` is a secret that all processes share. */
export function createDeviceTags(key: string, cookieName: string): DeviceTags {
  const ownKey = derivedSecret(key, `device ${cookieName}`)
  const toTag = (device: string, accountKey: string) =>
    createHmac('sha256', ownKey).update(`${device} ${accountKey}`).digest().subarray(0, BYTES).toString('base64url')

  /** Splits a cookie into the id of the device and the tags of its accounts. */
  const parse = (value = '') => {
    const [device, ...tags] = VALUE.test(value) ? value.split('.') : []
    return device === undefined ? null : { device, tags }
  }
  const isEqual = (left: string, right: string) => timingSafeEqual(Buffer.from(left), Buffer.from(right))

  return {
    find(value, accountKey) {
      const parsed = parse(value)
      if (parsed === null) return null
      const own = toTag(parsed.device, accountKey)
      return parsed.tags.some((tag) => isEqual(tag, own)) ? parsed.device : null
    },

    add(value, accountKey) {
      const { device, tags } = parse(value) ?? { device: randomBytes(BYTES).toString('base64url'), tags: [] }
      const own = toTag(device, accountKey)
      const others = tags.filter((tag) => !isEqual(tag, own))
      return [device, own, ...others.slice(0, MAX_ACCOUNTS - 1)].join('.')
    },
  }
}

/** The cookie of the device in one realm. */
export interface KnownDevices {
  /** Returns the id of the device if the account has signed in from it; else null. */
  find(request: FastifyRequest, accountKey: string): string | null
  /** Remembers the device after a login of the account. */
  remember(request: FastifyRequest, reply: FastifyReply, accountKey: string): void
}

export function createKnownDevices(key: string, cookieName: string): KnownDevices {
  const tags = createDeviceTags(key, cookieName)
  const read = ({ server, headers }: FastifyRequest) =>
    headers.cookie === undefined ? undefined : server.parseCookie(headers.cookie)[cookieName]
  return {
    find: (request, accountKey) => tags.find(read(request), accountKey),
    remember(request, reply, accountKey) {
      reply.setCookie(cookieName, tags.add(read(request), accountKey), {
        ...{ path: '/api/', httpOnly: true, sameSite: 'lax', secure: usesTls(request) },
        maxAge: KNOWN_MS / SECOND_MS,
      })
    },
  }
}
