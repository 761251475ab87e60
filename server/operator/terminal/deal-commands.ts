import type * as z from 'zod/mini'

import { formatMinute, formatTable } from '#server/operator/terminal/client-messages.ts'
import {
  type CallOutput,
  type Command,
  type CommandArguments,
  defineCall,
  Refusal,
} from '#server/operator/terminal/command.ts'
import type { OperatorClient } from '#server/operator/terminal/operator-client.ts'
import { showTable } from '#server/operator/terminal/output.ts'
import {
  DEAL_REVIEWS_PATH,
  type DealDecisionBody,
  type DealReviewList,
  dealDecisionReply,
  dealReviewsReply,
} from '#src/adapters/http/contract/operator/deal-reviews.ts'
import { formatPrice, formatUsd } from '#src/domain/money.ts'
import { err, ok } from '#src/domain/result.ts'

/** The values of the query `estado`, by the values of `--state`. */
const LISTS: Readonly<Record<string, DealReviewList>> = {
  waiting: 'en_revision',
  accepted: 'aceptadas',
  rejected: 'rechazadas',
  withdrawn: 'retiradas',
}

/** Maximum number of ids in a command. */
const MAX_IDS = 500

const HEADING = ['Operación', 'Mercado', 'Hora', 'Precio', 'Último', 'Monto US$', 'Motivo', 'Decisión']

function readState(values: CommandArguments): DealReviewList {
  const value = values.readText('state') ?? 'waiting'
  const list = Object.hasOwn(LISTS, value) ? LISTS[value] : undefined
  if (list === undefined) throw new Refusal({ kind: 'bad-value', what: '--state', value })
  return list
}

const readDecision =
  (decision: DealDecisionBody['decision']) =>
  (values: CommandArguments): DealDecisionBody => {
    values.readWord(0, 'ID')
    return { decision, ids: [...values.words], motivo: values.readRequired('reason') }
  }

type DealDecisionReply = z.infer<typeof dealDecisionReply>

function formatReplies(replies: readonly DealDecisionReply[]): string {
  // A later call reports the deals of an earlier one as decided before.
  const results = new Map<string, string>()
  for (const { id, resultado } of replies.flatMap(({ data }) => data)) if (!results.has(id)) results.set(id, resultado)
  return `${replies.map(({ message }) => message).join('\n')}\n${formatTable(['Operación', 'Resultado'], [...results])}`
}

/**
 * Sends a decision until nothing is left: the server decides about thousands of deals in several calls. When one fails,
 * the results of those before are part of the output.
 */
async function decide(client: OperatorClient, body: DealDecisionBody): CallOutput {
  const replies: DealDecisionReply[] = []
  for (let isIncomplete = true; isIncomplete; ) {
    const result = await client.call(dealDecisionReply, 'POST', DEAL_REVIEWS_PATH, body)
    if (!result.ok)
      return replies.length === 0
        ? result
        : err({ kind: 'incomplete', output: formatReplies(replies), failure: result.error })
    replies.push(result.value)
    isIncomplete = result.value.incompleta === true
  }
  return ok(formatReplies(replies))
}

const defineDecision = (name: string, decision: DealDecisionBody['decision'], summary: string) =>
  defineCall({
    name,
    usage: 'ID… --reason "MOTIVO"',
    summary,
    wordCount: MAX_IDS,
    flags: ['reason'],
    read: readDecision(decision),
    run: decide,
  })

/** Commands for reported deals that wait for the operator (D118). */
export const DEAL_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'deals review',
    usage: '[--state waiting|accepted|rejected|withdrawn]',
    summary: 'operaciones que esperan su decisión, o que la tuvieron',
    flags: ['state'],
    read: (values) => ({ state: readState(values) }),
    run: (client, { state }) =>
      showTable(
        client.call(dealReviewsReply, 'GET', `${DEAL_REVIEWS_PATH}?${new URLSearchParams({ estado: state })}`),
        HEADING,
        (row) => [
          row.id,
          `${row.mercado}`,
          formatMinute(row.hora),
          formatPrice(row.precio),
          row.referencia === null ? '–' : formatPrice(row.referencia),
          formatUsd(row.monto),
          row.motivo,
          row.decision ?? '',
        ],
      ),
  }),
  defineDecision('deals accept', 'aceptar', 'registra operaciones en revisión, y las que esperan cerca de sus precios'),
  defineDecision('deals reject', 'rechazar', 'rechaza operaciones en revisión; no se registran si llegan otra vez'),
]
