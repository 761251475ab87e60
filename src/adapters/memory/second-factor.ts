import { Secret, TOTP } from 'otpauth'
import type { MemoryMailbox } from '#src/adapters/memory/mailbox.ts'
import type { MemoryNetwork } from '#src/adapters/memory/network.ts'
import { createMemoryPasskeys } from '#src/adapters/memory/passkeys.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { SecondFactorGateway } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { normalizePassword } from '#src/domain/identity/password.ts'
import {
  FACTOR_TICKET_MS,
  type FactorChallenge,
  type FactorProof,
  type FactorRefusal,
  formatRecoveryCode,
  normalizeFactorCode,
  ONE_TIME_CODE_DIGITS,
  ONE_TIME_CODE_SECONDS,
  RECOVERY_CODE_ALPHABET,
  RECOVERY_CODE_COUNT,
  RECOVERY_CODE_LENGTH,
} from '#src/domain/identity/second-factor.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Wrong codes before a pause, and the pause. */
const FAILURES_PER_PAUSE = 5
const PAUSE_MS = 60 * SECOND_MS

/** A page without a server could not check the signature of a passkey (D96). */
const MEMORY_FACTORS = ['totp', 'recovery'] as const

/** The factor of one account. Without `since` its set-up has not ended. */
interface MemoryFactor {
  readonly owner: string
  readonly secret: string
  readonly since: Instant | null
  readonly lastStep: number
  readonly codes: readonly string[]
}

export type FactorsState = readonly MemoryFactor[]

interface Ticket extends FactorChallenge {
  readonly owner: string
  readonly password: string
  readonly expiresAt: Instant
}

const toTotp = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Mercado Dólar',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: ONE_TIME_CODE_DIGITS,
    period: ONE_TIME_CODE_SECONDS,
  })

function newRecoveryCode(): string {
  const bytes = [...new Secret({ size: RECOVERY_CODE_LENGTH }).bytes]
  return bytes.map((byte) => RECOVERY_CODE_ALPHABET[byte % RECOVERY_CODE_ALPHABET.length]).join('')
}

const newRecoveryCodes = () => Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode)

interface FactorsDeps {
  /** The real clock. */
  readonly clock: Clock
  readonly state?: State<FactorsState>
}

export type MemoryFactors = ReturnType<typeof createMemoryFactors>

/** The second factors of a simulated service (D93); `owner` names realm and account. */
export function createMemoryFactors({ clock, state = createState<FactorsState>([]) }: FactorsDeps) {
  const { now } = clock
  const tickets = new Map<string, Ticket>()
  const failures = new Map<string, { readonly count: number; readonly pausedUntil: Instant }>()

  const find = (owner: string) => state.getSnapshot().find((factor) => factor.owner === owner) ?? null
  const findActive = (owner: string) => {
    const factor = find(owner)
    return factor?.since == null ? null : factor
  }
  const remove = (owner: string) => state.set(state.getSnapshot().filter((factor) => factor.owner !== owner))
  const store = (factor: MemoryFactor) =>
    state.set([...state.getSnapshot().filter(({ owner }) => owner !== factor.owner), factor])

  function fail(owner: string): FactorRefusal {
    const count = ((failures.get(owner)?.count ?? 0) + 1) % FAILURES_PER_PAUSE
    failures.set(owner, { count, pausedUntil: count === 0 ? now() + PAUSE_MS : 0 })
    return { kind: 'code-refused', attemptsLeft: count === 0 ? 0 : FAILURES_PER_PAUSE - count }
  }

  const isPaused = (owner: string) => now() < (failures.get(owner)?.pausedUntil ?? 0)

  /** Uses a right code up. Returns false for a wrong or used one. */
  function spendProof(factor: MemoryFactor, proof: FactorProof): boolean {
    const code = normalizeFactorCode(proof.code)
    if (proof.factor === 'recovery') {
      if (!factor.codes.includes(code)) return false
      store({ ...factor, codes: factor.codes.filter((other) => other !== code) })
      return true
    }
    const delta = toTotp(factor.secret).validate({ token: code, timestamp: now(), window: 1 })
    const step = Math.floor(now() / (ONE_TIME_CODE_SECONDS * SECOND_MS)) + (delta ?? 0)
    if (delta === null || step <= factor.lastStep) return false
    store({ ...factor, lastStep: step, since: factor.since ?? now() })
    return true
  }

  return {
    ...{ find, findActive, remove, store, fail, isPaused, spendProof },
    succeed: (owner: string) => failures.delete(owner),

    /** Issues a ticket after a right password; null for an account without a factor. */
    challenge(owner: string, password: string): FactorChallenge | null {
      if (findActive(owner) === null) return null
      const ticket = new Secret({ size: 20 }).base32
      const challenge = { ticket, factors: MEMORY_FACTORS }
      tickets.set(ticket, { ...challenge, owner, password, expiresAt: now() + FACTOR_TICKET_MS })
      return challenge
    },

    /** Finds a ticket; null for an unknown, used or expired one. */
    findTicket(ticket: string) {
      const found = tickets.get(ticket)
      return found !== undefined && now() < found.expiresAt ? found : null
    },
    spendTicket: (ticket: string) => tickets.delete(ticket),
  }
}

const rejectWithMessage = (status: 400 | 403 | 409 | 429, message: string): Result<never, CallFailure> =>
  err({ kind: 'rejected', status, message })

const PAUSED = 'Demasiados intentos. Espere un minuto e inténtelo de nuevo.'
const WRONG_CODE = 'El código no es correcto.'

/** Checks a ticket and a code; `isCurrent` says whether the password is still the same. */
export function answerChallenge(
  factors: MemoryFactors,
  { ticket: text, ...proof }: FactorProof & { readonly ticket: string },
  isCurrent: (owner: string, password: string) => boolean,
): Result<{ readonly owner: string } | FactorRefusal, CallFailure> {
  const ticket = factors.findTicket(text)
  const factor = ticket && factors.findActive(ticket.owner)
  if (!ticket || !factor || !isCurrent(ticket.owner, ticket.password)) return ok({ kind: 'ticket-expired' })
  if (factors.isPaused(ticket.owner)) return rejectWithMessage(429, PAUSED)
  if (!factors.spendProof(factor, proof)) return ok(factors.fail(ticket.owner))
  factors.succeed(ticket.owner)
  factors.spendTicket(text)
  return ok({ owner: ticket.owner })
}

/** The signed-in account of a browser. */
export interface FactorAccount {
  readonly owner: string
  readonly name: string
  readonly email: string
  readonly label: string
  readonly password: string | null
}

interface SecondFactorDeps {
  readonly factors: MemoryFactors
  readonly network: MemoryNetwork
  readonly mailbox: MemoryMailbox
  /** Finds the account of the browser's session; null without one. */
  readonly findAccount: () => FactorAccount | null
  readonly onChanged?: (action: 'factor-activated' | 'factor-deactivated' | 'factor-codes-renewed') => void
}

/** The settings of the second factor in memory, for the browser with this session. */
export function createMemorySecondFactor(deps: SecondFactorDeps): SecondFactorGateway {
  const { factors, network, mailbox, findAccount, onChanged = () => {} } = deps

  function withAccount<T>(run: (account: FactorAccount) => Result<T, CallFailure>): Result<T, CallFailure> {
    const account = findAccount()
    return account === null ? rejectWith(401) : run(account)
  }

  function mail({ name, email }: FactorAccount, text: string) {
    if (email === '') return
    mailbox.send({
      to: email,
      subject: `${text} - Mercado Dólar`,
      text: `Hola, ${name}:\n\n${text}.\n\nMercado Dólar`,
      link: null,
    })
  }

  const isPassword = (account: FactorAccount, password: string) => account.password === normalizePassword(password)

  /** Runs a change that needs the password and a factor. */
  function withProof<T>(
    account: FactorAccount,
    { password, ...proof }: FactorProof & { readonly password: string },
    run: () => T,
  ): Result<T, CallFailure> {
    const factor = factors.findActive(account.owner)
    if (!isPassword(account, password)) return rejectWithMessage(400, 'La contraseña no es correcta.')
    if (factors.isPaused(account.owner)) return rejectWithMessage(429, PAUSED)
    if (factor === null || !factors.spendProof(factor, proof)) {
      factors.fail(account.owner)
      return rejectWithMessage(400, WRONG_CODE)
    }
    return ok(run())
  }

  function replaceCodes(owner: string): readonly string[] {
    const factor = factors.find(owner)
    const codes = newRecoveryCodes()
    if (factor !== null) factors.store({ ...factor, codes })
    return codes.map(formatRecoveryCode)
  }

  /** Runs a change that needs the password alone. */
  const withPassword = (password: string, run: () => Result<never, CallFailure>) =>
    withAccount<never>((account) =>
      isPassword(account, password) ? run() : rejectWithMessage(400, 'La contraseña no es correcta.'),
    )

  return {
    passkeys: createMemoryPasskeys(network, withPassword),

    status: (signal) =>
      network.replyWith(signal, () =>
        withAccount(({ owner }) => {
          const factor = factors.findActive(owner)
          return ok({
            factors: factor === null ? [] : MEMORY_FACTORS,
            since: factor?.since ?? null,
            isRequired: false,
            recoveryCodes: factor?.codes.length ?? 0,
          })
        }),
      ),

    begin: (password, signal) =>
      network.replyWith(signal, () =>
        withAccount((account) => {
          const { owner, label } = account
          if (!isPassword(account, password)) return rejectWithMessage(400, 'La contraseña no es correcta.')
          if (factors.findActive(owner) !== null)
            return rejectWithMessage(409, 'La verificación en dos pasos ya está activa.')
          const secret = new Secret({ size: 20 }).base32
          factors.store({ owner, secret, since: null, lastStep: 0, codes: [] })
          return ok({ secret, address: toTotp(secret, label).toString() })
        }),
      ),

    confirm: (code, signal) =>
      network.replyWith(signal, () =>
        withAccount((account) => {
          const { owner } = account
          const factor = factors.find(owner)
          if (factors.isPaused(owner)) return rejectWithMessage(429, PAUSED)
          if (factor?.since !== null || !factors.spendProof(factor, { factor: 'totp', code })) {
            factors.fail(owner)
            return rejectWithMessage(400, WRONG_CODE)
          }
          onChanged('factor-activated')
          mail(account, 'La verificación en dos pasos está activa')
          return ok(replaceCodes(owner))
        }),
      ),

    turnOff: (change, signal) =>
      network.replyWith(signal, () =>
        withAccount((account) =>
          withProof(account, change, () => {
            factors.remove(account.owner)
            onChanged('factor-deactivated')
            mail(account, 'La verificación en dos pasos está desactivada')
          }),
        ),
      ),

    renewCodes: (change, signal) =>
      network.replyWith(signal, () =>
        withAccount((account) =>
          withProof(account, change, () => {
            onChanged('factor-codes-renewed')
            mail(account, 'Sus códigos de recuperación cambiaron')
            return replaceCodes(account.owner)
          }),
        ),
      ),
  }
}
