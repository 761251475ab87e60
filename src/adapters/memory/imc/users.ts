import type { MemoryEntity, MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import { findProfileName } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryEntityService } from '#src/adapters/memory/imc/entity-service.ts'
import {
  asAdministrator,
  asReader,
  changeOnce,
  conflict,
  getEntity,
  type MemoryImcDeps,
  type MemoryMailDeps,
} from '#src/adapters/memory/imc/session.ts'
import { type ReceiveFile, toFileUrl } from '#src/adapters/memory/imc/uploads.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import { COLUMN_TITLES } from '#src/application/imc/users/user-file-columns.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import type { AuditValues } from '#src/domain/imc/audit/audit.ts'
import { contractViolation } from '#src/domain/imc/requests/attachments.ts'
import { isSettled } from '#src/domain/imc/requests/requests.ts'
import { DOCUMENT_TYPE_CODES, DOCUMENT_TYPES } from '#src/domain/imc/users/document-types.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { toTemporaryEnd } from '#src/domain/imc/users/temporary-password.ts'
import { type ActivationRefusal, activationRefusal } from '#src/domain/imc/users/user-actions.ts'
import {
  type BatchOutcome,
  type BatchRow,
  type CreateBatch,
  findConflict,
  toPersonKey,
} from '#src/domain/imc/users/user-batch.ts'
import {
  checkNewUser,
  checkUserEdit,
  findEditChanges,
  type NewUser,
  type UserEdit,
} from '#src/domain/imc/users/user-form.ts'
import { deriveUsername } from '#src/domain/imc/users/username.ts'
import { ok } from '#src/domain/result.ts'
import { toContractTitle } from '#src/simulator/entities/documents.ts'

const REFUSALS: Readonly<Record<ActivationRefusal, string>> = {
  administrator: 'Un administrador no se activa ni se desactiva desde la lista.',
  'has-screen': 'El usuario tiene una pantalla asignada.',
  'request-in-progress': 'El usuario tiene una solicitud en curso.',
  'unknown-status': 'El estatus del usuario no permite esta acción.',
}

const toYesNo = (value: boolean) => (value ? 'Sí' : 'No')

/** The values of an edit by their Spanish names, as the audit shows them. */
function toAuditValues(values: Partial<UserEdit>): AuditValues {
  const names: Readonly<Record<string, string>> = COLUMN_TITLES
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [names[field] ?? field, value]))
}

/** Adds the fields that depend on the user's screen, and removes those of the password. */
export function toEntityUser(
  imc: MemoryEntityService,
  { password, mustChangePassword, temporaryUntil, temporaryToken, contract, ...user }: MemoryUser,
): EntityUser {
  const { requests } = imc.entity()
  const openRequest = requests.find((request) => request.userId === user.id && !isSettled(request.status))
  const screen = imc
    .screens()
    .find(({ userId, requestId }) => userId === user.id || (openRequest && requestId === openRequest.id))
  return {
    ...user,
    status: openRequest ? 'transit' : screen ? 'assigned' : 'available',
    profile: findProfileName(screen?.profileId),
    subscription: screen?.number ?? null,
    packageId: screen?.packageId ?? null,
  }
}

/** Different for each user of an entity. */
const createTemporaryPassword = ({ users }: MemoryEntity) => `Temporal#${1_000 + users.length}`

interface MemoryUsersDeps extends MemoryImcDeps, MemoryMailDeps {
  readonly receive: ReceiveFile
}

/** What the parts of a file have created so far. */
interface LoadedFile {
  readonly firstLine: number
  readonly people: readonly string[]
  /** Its line of the audit. */
  readonly auditId: string
}

/** The users of the entity in memory, for the browser with this cookie. */
export function createMemoryUsers(deps: MemoryUsersDeps): UsersGateway {
  const { clock, mailbox, receive } = deps
  const imc = () => getEntity(deps)
  const { replyWith } = deps.network
  /** The files of users by their id. */
  const loads = new Map<string, LoadedFile>()
  const isTaken = (username: string) =>
    imc()
      .entity()
      .users.some((user) => toAccountKey(user.username) === toAccountKey(username))

  function mailTemporaryPassword({ email, name }: NewUser, username: string, password: string) {
    const { name: entityName, code } = imc().entity()
    mailbox.send({
      to: email,
      subject: 'Su acceso al área de entidades de Mercado Dólar',
      text: [
        `Hola, ${name}:`,
        `${entityName} creó su usuario en el área de entidades de Mercado Dólar.`,
        `Entidad: ${code}\nNombre de usuario: ${username}\nClave temporal: ${password}`,
        `Ingrese en ${SCREENS.imcLogin.path} y elija su propia contraseña. La clave temporal sirve solo para el primer ingreso y vence en 24 horas.`,
        'Mercado Dólar',
      ].join('\n\n'),
      link: SCREENS.imcLogin.path,
    })
  }

  function addUser(form: NewUser, caller: MemoryUser) {
    const username = form.username || deriveUsername(form.name, isTaken)
    if (isTaken(username)) return conflict(`El nombre de usuario ${username} ya existe en la entidad.`)
    const entity = imc().entity()
    const id = `usr-${entity.id.replace('ent-', '')}-${username}`
    const password = form.email === '' ? null : createTemporaryPassword(entity)
    imc().addUser({
      ...form,
      id,
      username,
      createdAt: clock.now(),
      createdBy: caller.name,
      updatedAt: null,
      updatedBy: '',
      version: 1,
      contractPending: form.role === 'administrator',
      hasContract: false,
      contract: null,
      password,
      mustChangePassword: password !== null,
      temporaryUntil: password === null ? null : toTemporaryEnd(clock.now()),
      temporaryToken: null,
    })
    if (password !== null) mailTemporaryPassword(form, username, password)
    return ok({ id, message: 'Usuario creado.' })
  }

  function createUser(form: NewUser, caller: MemoryUser) {
    const created = addUser(form, caller)
    if (created.ok) imc().addAuditLine(caller.name, 'user-created', created.value.id)
    return created
  }

  const findPerson = (key: string) =>
    imc()
      .entity()
      .users.find((user) => toPersonKey(user) === key) ?? null

  /** Returns what the creation would do with a row of a file (D91). */
  function judgeRow({ line, user }: BatchRow): BatchOutcome {
    const form = checkNewUser(user, DOCUMENT_TYPE_CODES)
    if (!form.ok) return { line, kind: 'rejected', problems: [{ field: null, text: 'La fila no es válida' }] }
    const conflict = findConflict(form.value, { findPerson, hasUsername: isTaken })
    if (conflict === null) return { line, kind: 'ready' }
    if (conflict.kind === 'existing') return { line, ...conflict }
    if (conflict.kind === 'username-taken') {
      return { line, kind: 'rejected', problems: [{ field: 'username', text: 'Ya existe en la entidad' }] }
    }
    const { name, username } = conflict.by
    const text = `Es el documento de ${name} (${username})`
    return { line, kind: 'rejected', problems: [{ field: 'documentNumber', text }] }
  }

  function createRow(row: BatchRow, caller: MemoryUser): BatchOutcome {
    const outcome = judgeRow(row)
    const form = checkNewUser(row.user, DOCUMENT_TYPE_CODES)
    if (outcome.kind !== 'ready' || !form.ok) return outcome
    const created = addUser(form.value, caller)
    const user = created.ok ? imc().findUser(created.value.id) : null
    return { line: row.line, kind: 'created', username: user?.username ?? '' }
  }

  /** Creates the valid rows of a part of a file, with one line of the audit for all of its parts. */
  function createRows({ rows, load }: CreateBatch, caller: MemoryUser) {
    const outcomes = rows.map((row) => createRow(row, caller))
    const createdNow = outcomes.flatMap((outcome) => (outcome.kind === 'created' ? outcome : []))
    if (createdNow.length > 0) {
      const earlier = loads.get(load.id)
      const firstLine = earlier?.firstLine ?? createdNow[0]?.line ?? 0
      const lines = `líneas ${firstLine} a ${createdNow.at(-1)?.line}`
      const findName = (username: string) =>
        imc()
          .entity()
          .users.find((user) => user.username === username)?.name
      const people = [
        ...(earlier?.people ?? []),
        ...createdNow.map(({ username }) => `${findName(username)} (${username})`),
      ]
      const changes = { after: { Cantidad: `${people.length}`, Personas: people.join('; ') } }
      const auditId = imc().addAuditLine(caller.name, 'users-loaded', lines, changes, earlier?.auditId)
      loads.set(load.id, { firstLine, people, auditId })
    }
    return outcomes
  }

  const changeUser = ({ id, version }: MemoryUser, caller: MemoryUser, changes: Partial<MemoryUser>) =>
    imc().changeUser(id, { ...changes, updatedAt: clock.now(), updatedBy: caller.name, version: version + 1 })

  function setActive(id: string, active: boolean, caller: MemoryUser) {
    const user = imc().findUser(id)
    if (!user) return rejectWith(404)
    const refusal = activationRefusal(toEntityUser(imc(), user), active)
    if (refusal) return conflict(REFUSALS[refusal])
    changeUser(user, caller, { active })
    const changes = { before: { Activo: toYesNo(!active) }, after: { Activo: toYesNo(active) } }
    imc().addAuditLine(caller.name, active ? 'user-activated' : 'user-deactivated', id, changes)
    return ok({ message: active ? 'Usuario activado con exito.' : 'Usuario desactivado con exito.' })
  }

  function saveEdit({ id, version }: EntityUser, edit: UserEdit, caller: MemoryUser) {
    const form = checkUserEdit(edit, DOCUMENT_TYPE_CODES)
    const storedUser = imc().findUser(id)
    if (!storedUser) return rejectWith(404)
    if (!form.ok) return rejectWith(400)
    if (storedUser.version !== version) {
      return conflict(`${storedUser.updatedBy} cambió este usuario mientras usted lo editaba.`)
    }
    const changes = findEditChanges(storedUser, form.value)
    changeUser(storedUser, caller, form.value)
    if (changes !== null) {
      const { before, after } = changes
      imc().addAuditLine(caller.name, 'user-edited', id, { before: toAuditValues(before), after: toAuditValues(after) })
    }
    return ok({ message: 'Usuario actualizado.' })
  }

  return {
    list: (signal) =>
      replyWith(signal, () =>
        asReader(deps, () =>
          ok(
            imc()
              .entity()
              .users.map((user) => toEntityUser(imc(), user)),
          ),
        ),
      ),

    find: (id, signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const user = imc().findUser(id)
          return user ? ok(toEntityUser(imc(), user)) : rejectWith(404)
        }),
      ),

    documentTypes: (signal) => replyWith(signal, () => asReader(deps, () => ok(DOCUMENT_TYPES))),

    create: (user, key, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) => {
          const form = checkNewUser(user, DOCUMENT_TYPE_CODES)
          return form.ok ? changeOnce(deps.imc, key, user, () => createUser(form.value, caller)) : rejectWith(400)
        }),
      ),

    checkBatch: (rows, signal) =>
      replyWith(signal, () => asAdministrator(deps, () => ok(rows.map((row) => judgeRow(row))))),

    createBatch: (batch, signal) =>
      replyWith(signal, () =>
        asAdministrator(deps, (caller) =>
          changeOnce(deps.imc, batch.key, batch.rows, () => ok(createRows(batch, caller))),
        ),
      ),

    edit: (user, edit, signal) =>
      replyWith(signal, () => asAdministrator(deps, (caller) => saveEdit(user, edit, caller))),

    setActive: (id, active, signal) =>
      replyWith(signal, () => asAdministrator(deps, (caller) => setActive(id, active, caller))),

    contractUrl(id) {
      const user = imc().findUser(id)
      return toFileUrl(user?.contract ?? null, toContractTitle(user?.name ?? ''))
    },

    uploadContract: (id, file, options) =>
      receive(file, options, (contract) =>
        asAdministrator(deps, (caller) => {
          const user = imc().findUser(id)
          if (!user) return rejectWith(404)
          if (contractViolation(file) !== null) return rejectWith(400)
          changeUser(user, caller, { contractPending: false, hasContract: true, contract })
          imc().addAuditLine(caller.name, 'contract-uploaded', id)
          return ok(undefined)
        }),
      ),
  }
}
