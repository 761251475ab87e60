import * as z from 'zod/mini'
import { listOf } from '#src/adapters/http/contract/imc/values.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { figureField, flagField, instantField, looseTextField, numberField } from '#src/adapters/http/decode/lenient.ts'
import type { Governance, GovernanceSettings } from '#src/domain/imc/governance/governance.ts'
import { toIsoOrNull } from '#src/domain/time/bogota.ts'

const SETTINGS = {
  control_dual: flagField,
  control_dual_desde: figureField,
  vencimiento_pantallas: flagField,
  revision_anual: flagField,
  mes_revision: figureField,
}

const GOVERNANCE = {
  ...SETTINGS,
  version: numberField,
  actualizado: instantField,
  actualizado_por: looseTextField,
  administradores: numberField,
}

const settingsRequest = z.object({
  control_dual: z.boolean(),
  control_dual_desde: z.nullable(z.int()),
  vencimiento_pantallas: z.boolean(),
  revision_anual: z.boolean(),
  mes_revision: z.nullable(z.int()),
})
type SettingsBody = z.infer<typeof settingsRequest>

/** All settings, and the version that the caller read (D100). */
export const governanceRequest = z.extend(settingsRequest, { version: z.int().check(z.minimum(0)) })
export type GovernanceRequest = z.infer<typeof governanceRequest>

/** The settings that the operator changes; the others stay. */
export const operatorGovernanceRequest = z.partial(settingsRequest)
export type OperatorGovernanceRequest = z.infer<typeof operatorGovernanceRequest>

/** A list with the settings of the entity. */
export const governanceReply = listOf(toReplySchema(GOVERNANCE, {}))
type GovernanceReply = z.infer<typeof governanceReply>

export const toSettings = (body: SettingsBody): GovernanceSettings => ({
  fourEyesRequests: body.control_dual,
  fourEyesAbove: body.control_dual_desde,
  screenExpiry: body.vencimiento_pantallas,
  yearlyReview: body.revision_anual,
  reviewMonth: body.mes_revision,
})

/** Converts the settings that the operator sent; the others stay as they are. */
export const toPartialSettings = (body: OperatorGovernanceRequest): Partial<GovernanceSettings> => ({
  ...(body.control_dual !== undefined && { fourEyesRequests: body.control_dual }),
  ...(body.control_dual_desde !== undefined && { fourEyesAbove: body.control_dual_desde }),
  ...(body.vencimiento_pantallas !== undefined && { screenExpiry: body.vencimiento_pantallas }),
  ...(body.revision_anual !== undefined && { yearlyReview: body.revision_anual }),
  ...(body.mes_revision !== undefined && { reviewMonth: body.mes_revision }),
})

export const toSettingsBody = (settings: GovernanceSettings): SettingsBody => ({
  control_dual: settings.fourEyesRequests,
  control_dual_desde: settings.fourEyesAbove,
  vencimiento_pantallas: settings.screenExpiry,
  revision_anual: settings.yearlyReview,
  mes_revision: settings.reviewMonth,
})

export const toGovernanceReply = (governance: Governance): GovernanceReply['data'][number] => ({
  ...toSettingsBody(governance),
  version: governance.version,
  actualizado: toIsoOrNull(governance.updatedAt),
  actualizado_por: governance.updatedBy,
  administradores: governance.administrators,
})

export const governanceDecoder = z.pipe(
  z.object(GOVERNANCE),
  z.transform(
    (row): Governance => ({
      ...toSettings(row),
      version: row.version,
      updatedAt: row.actualizado,
      updatedBy: row.actualizado_por,
      administrators: row.administradores,
    }),
  ),
)
