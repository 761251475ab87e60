import { type Command, type CommandArguments, defineCall, Refusal } from '#server/operator/terminal/command.ts'
import { showTable } from '#server/operator/terminal/output.ts'
import { governanceReply, type OperatorGovernanceRequest } from '#src/adapters/http/contract/imc/governance.ts'
import { operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import { MONTH_NAMES } from '#src/domain/text.ts'

const OFF = 'off'

/** Reads a number, or null for `off`. */
const readNumberOrOff = (values: CommandArguments, flag: string): number | null =>
  values.readRequired(flag) === OFF ? null : values.readWholeNumber(flag)

function readReview(values: CommandArguments): Pick<OperatorGovernanceRequest, 'revision_anual' | 'mes_revision'> {
  const month = readNumberOrOff(values, 'yearly-review')
  if (month !== null && MONTH_NAMES[month - 1] === undefined) {
    throw new Refusal({ kind: 'bad-value', what: '--yearly-review', value: String(month) })
  }
  return { revision_anual: month !== null, mes_revision: month }
}

const readChange = (values: CommandArguments): OperatorGovernanceRequest => ({
  ...(values.has('four-eyes') && { control_dual: values.readOnOff('four-eyes') }),
  ...(values.has('four-eyes-above') && { control_dual_desde: readNumberOrOff(values, 'four-eyes-above') }),
  ...(values.has('screen-expiry') && { vencimiento_pantallas: values.readOnOff('screen-expiry') }),
  ...(values.has('yearly-review') && readReview(values)),
})

const toOnOff = (isOn: boolean) => (isOn ? 'sí' : 'no')

/** Commands for the rules that an entity can turn on (D100). */
export const GOVERNANCE_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'entities governance',
    usage:
      'CÓDIGO [--four-eyes on|off] [--four-eyes-above PESOS|off] [--screen-expiry on|off] [--yearly-review MES|off]',
    summary: 'muestra o cambia los controles de una entidad; MES va de 1 a 12',
    wordCount: 1,
    flags: ['four-eyes', 'four-eyes-above', 'screen-expiry', 'yearly-review'],
    read: (values) => ({ code: values.readWord(0, 'CÓDIGO'), change: readChange(values) }),
    run(client, { code, change }) {
      const path = operatorPaths.governance(code)
      const isChange = Object.keys(change).length > 0
      return showTable(
        isChange ? client.call(governanceReply, 'PUT', path, change) : client.call(governanceReply, 'GET', path),
        ['Control dual', 'Compras desde', 'Vencimiento', 'Revisión anual', 'Administradores', 'Cambió'],
        (row) => [
          toOnOff(row.control_dual),
          row.control_dual_desde === null ? 'no' : formatCopTotal(row.control_dual_desde),
          toOnOff(row.vencimiento_pantallas),
          row.mes_revision === null ? 'no' : (MONTH_NAMES[row.mes_revision - 1] ?? ''),
          String(row.administradores),
          row.actualizado_por,
        ],
      )
    },
  }),
]
