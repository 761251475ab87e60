import type { MemoryClient } from '#src/adapters/memory/accounts.ts'
import { findSessionClient, type MemoryAuthDeps } from '#src/adapters/memory/caller.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { PasswordGateway, PasswordReply, RecoveryTokens, Renewal } from '#src/application/identity/ports.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { canRecoverPassword, isSameAccount, toAccountAccess } from '#src/domain/identity/account.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import { normalizePassword, passwordViolations } from '#src/domain/identity/password.ts'
import { LINK_LIFETIMES_MS } from '#src/domain/identity/recovery.ts'
import { ok } from '#src/domain/result.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'

const toReply = (isDone: boolean) => ok<PasswordReply>(isDone ? 'done' : 'refused')
const isAcceptable = (password: string, repeat: string) => passwordViolations(password, repeat).length === 0

const isCurrentPassword = (client: MemoryClient, password: string) => client.password === normalizePassword(password)

/** The password service in memory (§7.1, D15, D40), for the browser with this cookie. */
export function createMemoryPasswords(deps: MemoryAuthDeps): PasswordGateway {
  const { accounts, humanCheck, mailbox, clock, network } = deps
  const { replyWith } = network

  function sendLink({ name, email }: MemoryClient, tokens: RecoveryTokens) {
    const link = `${SCREENS.resetPassword.path}?${new URLSearchParams({ ...tokens })}`
    const minutes = LINK_LIFETIMES_MS.recovery / MINUTE_MS
    mailbox.send({
      to: email,
      subject: 'Recuperación de su contraseña de Mercado Dólar',
      text: [
        `Hola, ${name}:`,
        'Recibimos una solicitud para cambiar su contraseña. Para elegir una nueva, abra este enlace:',
        link,
        `El enlace vence en ${minutes} minutos y sirve una sola vez. Si usted no hizo esta solicitud, ignore este mensaje: su contraseña no cambia.`,
        'Mercado Dólar',
      ].join('\n\n'),
      link,
    })
  }

  /** Sets a password and mails the client that it changed (D79). */
  function changePassword({ id, name, email }: MemoryClient, password: string) {
    const now = clock.now()
    accounts.change(id, { password: normalizePassword(password), passwordExpired: false })
    mailbox.send({
      to: email,
      subject: 'Su contraseña de Mercado Dólar cambió',
      text: [
        `Hola, ${name}:`,
        `La contraseña de su cuenta cambió el ${formatLongDate(toDate(now)).toLowerCase()} a las ${formatShortClock(now)} (hora de Bogotá).`,
        'Si usted no hizo este cambio, solicite una contraseña nueva en la página de ingreso y avise a su agente de soporte.',
        'Mercado Dólar',
      ].join('\n\n'),
      link: null,
    })
  }

  function renew({ userId, username, email, password }: Renewal) {
    const client = findSessionClient(deps)
    if (!client) return rejectWith(401)
    const isOwn = isSameAccount(client, { id: userId, username, email })
    if (!isOwn || toAccountAccess(client, clock.now()) !== 'password-expired') return rejectWith(403)
    if (!isAcceptable(password, password) || isCurrentPassword(client, password)) return rejectWith(400)
    changePassword(client, password)
    return toReply(true)
  }

  return {
    requestRecovery: (email, proof, signal) =>
      replyWith(signal, () => {
        if (!isEmail(email) || !humanCheck.accepts(proof)) return rejectWith(400)
        const client = accounts.findByEmail(email)
        if (client && canRecoverPassword(client)) sendLink(client, accounts.addLink(client.id))
        return toReply(true)
      }),

    verifyTokens: (tokens, signal) => replyWith(signal, () => toReply(accounts.findLinkOwner(tokens) !== null)),

    reset: (tokens, password, repeat, signal) =>
      replyWith(signal, () => {
        if (!isAcceptable(password, repeat)) return rejectWith(400)
        const client = accounts.findById(accounts.findLinkOwner(tokens) ?? '')
        if (client === null) return toReply(false)
        if (isCurrentPassword(client, password)) return rejectWith(400)
        accounts.consumeLink(tokens)
        changePassword(client, password)
        accounts.endSessions(accounts.findOpenSessions(client.id))
        return toReply(true)
      }),

    renew: (renewal, signal) => replyWith(signal, () => renew(renewal)),
  }
}
