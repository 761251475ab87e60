import type { MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import {
  asAdministrator,
  conflict,
  getEntity,
  type MemoryImcDeps,
  type MemoryMailDeps,
} from '#src/adapters/memory/imc/session.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { AccessGateway } from '#src/application/imc/ports.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  type AccessChange,
  type AccessPerson,
  type AccessRefusal,
  findAccessRefusal,
} from '#src/domain/imc/users/access.ts'
import { toTemporaryEnd } from '#src/domain/imc/users/temporary-password.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { compareText } from '#src/domain/text.ts'
import { formatTime, toDate } from '#src/domain/time/bogota.ts'

const REFUSALS: Readonly<Record<AccessRefusal, string>> = {
  own: 'Usted no puede cambiar su propio acceso. Pídalo a otro administrador.',
  'not-administrator': 'Solo los administradores se activan o desactivan aquí; los demás usuarios, en Mis usuarios.',
  'last-administrator':
    'Es el único administrador que puede ingresar. Cree o active otro antes de desactivar a esta persona.',
  inactive: 'La persona está inactiva. Actívela antes de enviarle una clave temporal.',
  'no-email': 'La persona no tiene correo, así que no puede recibir una clave temporal.',
}

const UNEXPECTED = 'Si no esperaba este cambio, avise a un administrador de su entidad y a su agente de soporte.'

const toYesNo = (value: boolean) => (value ? 'Sí' : 'No')

/** Who can sign in for the entity in memory, for the browser with this cookie (D111). */
export function createMemoryAccess(deps: MemoryImcDeps & MemoryMailDeps): AccessGateway {
  const { imc, clock, mailbox } = deps
  const { replyWith } = deps.network
  const entity = () => getEntity(deps).entity()
  const listSessions = (userId: string) => imc.listSessions(entity().id).filter((session) => session.userId === userId)

  const toPerson = (user: MemoryUser): AccessPerson => ({
    id: user.id,
    name: user.name,
    username: user.username,
    role: user.role,
    email: user.email,
    active: user.active,
    contractPending: user.contractPending,
    temporary: user.mustChangePassword
      ? { until: user.temporaryUntil, usedAt: user.temporaryToken === null ? null : clock.now() }
      : null,
    sessions: user.active ? listSessions(user.id).length : 0,
  })

  const listPeople = (): readonly AccessPerson[] =>
    entity()
      .users.filter(({ password }) => password !== null)
      .toSorted((one, other) => compareText(one.role, other.role) || compareText(one.name, other.name))
      .map(toPerson)

  function mail(
    { email, name }: MemoryUser,
    subject: string,
    sentences: readonly string[],
    link: string | null = null,
  ) {
    if (email === '') return
    const text = [`Hola, ${name}:`, ...sentences, UNEXPECTED, 'Mercado Dólar'].join('\n\n')
    mailbox.send({ to: email, subject, text, link })
  }

  const change = (user: MemoryUser, caller: MemoryUser, changes: Partial<MemoryUser>) =>
    getEntity(deps).changeUser(user.id, {
      ...changes,
      updatedAt: clock.now(),
      updatedBy: caller.name,
      version: user.version + 1,
    })

  function endSessions(user: MemoryUser, caller: MemoryUser) {
    const sessions = listSessions(user.id)
    for (const { token } of sessions) imc.endSession(token)
    if (sessions.length > 0) getEntity(deps).addAuditLine(caller.name, 'session-ended', user.id)
  }

  function setActive(user: MemoryUser, caller: MemoryUser, active: boolean) {
    if (user.active === active) return
    change(user, caller, { active })
    const values = { before: { Activo: toYesNo(!active) }, after: { Activo: toYesNo(active) } }
    getEntity(deps).addAuditLine(caller.name, active ? 'user-activated' : 'user-deactivated', user.id, values)
    const author = `${caller.name}, de ${entity().name},`
    if (active) {
      mail(user, 'Su acceso al área de entidades está activo de nuevo', [
        `${author} activó su usuario del área de entidades. Puede ingresar con su contraseña.`,
      ])
      return
    }
    endSessions(user, caller)
    mail(user, 'Su acceso al área de entidades está inactivo', [
      `${author} desactivó su usuario del área de entidades. Sus sesiones se cerraron.`,
    ])
  }

  function sendPassword(user: MemoryUser, caller: MemoryUser) {
    // Different from those of new users and from earlier ones.
    const password = `Temporal#${5_000 + entity().audit.length}`
    const temporaryUntil = toTemporaryEnd(clock.now())
    change(user, caller, { password, mustChangePassword: true, temporaryUntil, temporaryToken: null })
    const until = `${toDate(temporaryUntil)}, ${formatTime(temporaryUntil)}`
    getEntity(deps).addAuditLine(caller.name, 'password-sent', user.id, { after: { 'Clave temporal hasta': until } })
    endSessions(user, caller)
    const path = SCREENS.imcLogin.path
    const sentences = [
      `${caller.name}, de ${entity().name}, le envió una clave temporal. Reemplaza su contraseña; sus sesiones se cerraron.`,
      `Entidad: ${entity().code}\nNombre de usuario: ${user.username}\nClave temporal: ${password}`,
      `Ingrese en ${path} y elija su propia contraseña. La clave temporal sirve solo para el primer ingreso y vence en 24 horas.`,
    ]
    mail(user, 'Su nueva clave temporal de Mercado Dólar', sentences, path)
  }

  function changeAccess(id: string, action: AccessChange, caller: MemoryUser): Result<void, CallFailure> {
    const people = listPeople()
    const user = getEntity(deps).findUser(id)
    const person = people.find((candidate) => candidate.id === id)
    if (user === null || person === undefined) return rejectWith(404)
    const refusal = findAccessRefusal(person, action, people, { callerId: caller.id, at: clock.now() })
    if (refusal !== null) return conflict(REFUSALS[refusal])
    if (action === 'send-password') sendPassword(user, caller)
    else setActive(user, caller, action === 'activate')
    return ok(undefined)
  }

  return {
    list: (signal) => replyWith(signal, () => asAdministrator(deps, () => ok(listPeople()))),
    change: (id, action, signal) =>
      replyWith(signal, () => asAdministrator(deps, (caller) => changeAccess(id, action, caller))),
  }
}
