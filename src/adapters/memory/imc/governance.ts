import { listSigners } from '#src/adapters/memory/imc/confirmations.ts'
import { asAdministrator, asReader, conflict, getEntity, type MemoryImcDeps } from '#src/adapters/memory/imc/session.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { GovernanceGateway } from '#src/application/imc/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  areValidSettings,
  findChangedSettings,
  type Governance,
  type GovernanceSettings,
  lacksSecondPerson,
} from '#src/domain/imc/governance/governance.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { MONTH_NAMES } from '#src/domain/text.ts'

const SINGLE_ADMINISTRATOR =
  'El control dual necesita otro administrador que pueda ingresar. Cree uno en Mis usuarios y vuelva a intentarlo.'

const SETTING_NAMES: Readonly<Record<keyof GovernanceSettings, string>> = {
  fourEyesRequests: 'Control dual en solicitudes',
  fourEyesAbove: 'Control dual en compras desde',
  screenExpiry: 'Vencimiento de pantallas',
  yearlyReview: 'Revisión anual',
  reviewMonth: 'Mes de la revisión',
}

function toAuditText(settings: GovernanceSettings, field: keyof GovernanceSettings): string {
  const value = settings[field]
  if (value === null || value === false) return 'No'
  if (value === true) return 'Sí'
  return field === 'reviewMonth' ? (MONTH_NAMES[value - 1] ?? '') : String(value)
}

const toAuditValues = (settings: GovernanceSettings, fields: readonly (keyof GovernanceSettings)[]) =>
  Object.fromEntries(fields.map((field) => [SETTING_NAMES[field], toAuditText(settings, field)]))

interface MemoryGovernanceDeps extends MemoryImcDeps {
  readonly clock: Clock
}

/** The rules of the entity in memory (D100). */
export function createMemoryGovernance(deps: MemoryGovernanceDeps): GovernanceGateway {
  const imc = () => getEntity(deps)
  const { replyWith } = deps.network

  /** The stored rules, and the administrators who can sign in. */
  function read(): Governance {
    const entity = imc().entity()
    return { ...entity.governance, administrators: listSigners(entity).length }
  }

  function save(settings: GovernanceSettings, version: number, person: string): Result<Governance, CallFailure> {
    const before = read()
    if (!areValidSettings(settings)) return rejectWith(400)
    const fields = findChangedSettings(before, settings)
    if (fields.length === 0) return ok(before)
    if (version !== before.version) {
      return conflict(`${before.updatedBy || 'Otra persona'} cambió los controles mientras usted los editaba.`)
    }
    if (lacksSecondPerson(before, settings, before.administrators)) return conflict(SINGLE_ADMINISTRATOR)
    imc().setGovernance({ ...settings, version: version + 1, updatedAt: deps.clock.now(), updatedBy: person })
    const changes = { before: toAuditValues(before, fields), after: toAuditValues(settings, fields) }
    imc().addAuditLine(person, 'governance-changed', imc().entity().id, changes)
    return ok(read())
  }

  return {
    read: (signal) => replyWith(signal, () => asReader(deps, () => ok(read()))),

    save: (settings, version, signal) =>
      replyWith(signal, () => asAdministrator(deps, ({ name }) => save(settings, version, name))),
  }
}
