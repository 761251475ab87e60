import type { MemoryNetwork } from '#src/adapters/memory/network.ts'
import type { PasskeyDevice, PasskeyGateway } from '#src/application/identity/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { TicketExpired } from '#src/domain/identity/passkey-machine.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const refuse = (status: 404 | 409, message: string) => err({ kind: 'rejected', status, message } as const)

const UNAVAILABLE = 'Esta dirección del portal no admite llaves de acceso. Use otra forma.'
const NO_PASSKEY = 'No hay llaves de acceso que pueda usar aquí. Use otra forma.'
const UNKNOWN = 'La llave de acceso no existe.'

/** A page without a device that answers. */
export const createMemoryPasskeyDevice = (): PasskeyDevice => ({
  isSupported: () => false,
  create: async () => err({ kind: 'passkey', reason: 'unsupported' }),
  sign: async () => err({ kind: 'passkey', reason: 'unsupported' }),
})

/** The passkeys of a service that could not check a signature (D96): it has none and adds none. */
export function createMemoryPasskeys(
  { replyWith }: MemoryNetwork,
  withPassword: (password: string, run: () => Result<never, CallFailure>) => Result<never, CallFailure>,
): PasskeyGateway {
  return {
    list: (signal) => replyWith(signal, () => ok({ isAvailable: false, passkeys: [] })),
    begin: (password, signal) => replyWith(signal, () => withPassword(password, () => refuse(409, UNAVAILABLE))),
    add: (_, signal) => replyWith(signal, () => refuse(409, UNAVAILABLE)),
    rename: (_, signal) => replyWith(signal, () => refuse(404, UNKNOWN)),
    remove: ({ password }, signal) => replyWith(signal, () => withPassword(password, () => refuse(404, UNKNOWN))),
    ask: (signal) => replyWith(signal, () => refuse(409, NO_PASSKEY)),
  }
}

/** Refuses a passkey in a login: no account has one. */
export const refusePasskeyLogin = (
  tickets: { findTicket(ticket: string): unknown },
  ticket: string,
): Result<TicketExpired, CallFailure> =>
  tickets.findTicket(ticket) === null ? ok({ kind: 'ticket-expired' }) : refuse(409, NO_PASSKEY)
