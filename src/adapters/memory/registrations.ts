import type { MemoryAccounts } from '#src/adapters/memory/accounts.ts'
import type { MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import type { MemoryMailbox } from '#src/adapters/memory/mailbox.ts'
import type { MemoryNetwork } from '#src/adapters/memory/network.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { RegistrationGateway } from '#src/application/identity/ports.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import { isSameKey } from '#src/domain/identity/account.ts'
import { toExpiry, trialLastDay } from '#src/domain/identity/account-expiry.ts'
import { LINK_LIFETIMES_MS } from '#src/domain/identity/recovery.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import { deriveUsername } from '#src/domain/imc/users/username.ts'
import { ok } from '#src/domain/result.ts'
import { HOUR_MS } from '#src/domain/time/bogota.ts'

/** A registration service. */
export interface MemoryRegistrations extends RegistrationGateway {
  receivedRecords(): readonly RegistrationRecord[]
  /**
   * Creates a trial account for the newest registration of an address and mails its invitation, as
   * the operator does (D79). Returns false without a registration, or if the address has an account.
   */
  accept(email: string): boolean
}

interface MemoryRegistrationsDeps {
  readonly accounts: MemoryAccounts
  readonly humanCheck: MemoryHumanCheck
  readonly mailbox: MemoryMailbox
  readonly network: MemoryNetwork
  readonly clock: Clock
  readonly state?: State<readonly RegistrationRecord[]>
}

export function createMemoryRegistrations({
  accounts,
  humanCheck,
  mailbox,
  network,
  clock,
  state = createState<readonly RegistrationRecord[]>([]),
}: MemoryRegistrationsDeps): MemoryRegistrations {
  function invite(id: string, { name, email, username }: { name: string; email: string; username: string }) {
    const link = `${SCREENS.invitation.path}?${new URLSearchParams({ ...accounts.addLink(id, 'invitation') })}`
    mailbox.send({
      to: email,
      subject: 'Su cuenta de Mercado Dólar',
      text: [
        `Hola, ${name}:`,
        `Su cuenta está lista. Su usuario es: ${username}`,
        'Para elegir su contraseña, abra este enlace:',
        link,
        `El enlace vence en ${LINK_LIFETIMES_MS.invitation / HOUR_MS} horas y sirve una sola vez.`,
        'Mercado Dólar',
      ].join('\n\n'),
      link,
    })
  }

  return {
    register: (record, proof, signal) =>
      network.replyWith(signal, () => {
        if (!humanCheck.accepts(proof)) return rejectWith(400)
        state.set([...state.getSnapshot(), record])
        return ok(undefined)
      }),

    receivedRecords: state.getSnapshot,

    accept(email) {
      const record = state.getSnapshot().findLast((received) => isSameKey(received.email, email))
      if (record === undefined || accounts.findByEmail(email) !== null) return false
      const name = `${record.firstName} ${record.lastName}`
      const username = deriveUsername(name, (candidate) => accounts.findByUsername(candidate) !== null)
      const id = `cli-${username}`
      accounts.add({
        id,
        username,
        name,
        email: record.email,
        password: null,
        passwordExpired: false,
        disabled: false,
        expiresAt: toExpiry(trialLastDay(clock.now())),
        termsAcceptedAt: null,
      })
      invite(id, { name, email: record.email, username })
      return true
    },
  }
}
