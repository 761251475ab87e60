import type { MemoryClient } from '#src/adapters/memory/accounts.ts'
import { type AlertsState, DEFAULT_CHANNELS, type MemoryFiring } from '#src/adapters/memory/alerts.ts'
import { type DueTask, startDueTasks } from '#src/adapters/memory/due-tasks.ts'
import type { MemoryMailbox } from '#src/adapters/memory/mailbox.ts'
import { firingText, momentText, ruleText } from '#src/application/alerts/alert-messages.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Clock, Timers } from '#src/application/platform/ports.ts'
import type { State } from '#src/application/platform/readable.ts'
import { quietUntil } from '#src/domain/alerts/quiet-hours.ts'

interface AlertMailsDeps {
  readonly state: State<AlertsState>
  readonly findClient: (id: string) => Pick<MemoryClient, 'name' | 'email'> | null
  readonly mailbox: Pick<MemoryMailbox, 'send'>
  readonly clock: Clock
  readonly timers: Timers
}

const toLine = (firing: MemoryFiring) => `${ruleText(firing.rule)}. ${firingText(firing)}, ${momentText(firing)}.`

const toSubject = ({ kind, rule }: MemoryFiring) =>
  kind === 'corrected' ? `Corrección de su alerta: ${ruleText(rule)}` : `Alerta: ${ruleText(rule)}`

/** Mails the firings of a simulated service, those of the quiet hours as a summary at their end (D125). */
export function startAlertMails({ state, findClient, mailbox, clock, timers }: AlertMailsDeps) {
  function send(clientId: string, subject: string, lines: readonly string[], alertId?: string) {
    const client = findClient(clientId)
    if (client === null) return
    const text = [`Hola, ${client.name}:`, ...lines, 'Mercado Dólar'].join('\n\n')
    mailbox.send({ to: client.email, subject, text, link: SCREENS.alerts.path, alertId })
  }

  const hold = (ids: readonly number[], heldUntil: number | undefined) =>
    state.set({
      ...state.getSnapshot(),
      firings: state
        .getSnapshot()
        .firings.map((firing) => (ids.includes(firing.id) ? { ...firing, heldUntil } : firing)),
    })

  const findHeld = (clientId: string, until: number) =>
    state
      .getSnapshot()
      .firings.filter((firing) => firing.clientId === clientId && (firing.heldUntil ?? Number.NaN) <= until)

  function sendSummary(clientId: string) {
    const held = findHeld(clientId, clock.now())
    if (held.length === 0) return
    hold(
      held.map(({ id }) => id),
      undefined,
    )
    const count = held.length === 1 ? '1 aviso' : `${held.length} avisos`
    send(clientId, `${count} de sus alertas en las horas de silencio`, [
      'En sus horas de silencio ocurrió lo siguiente:',
      held.map((firing) => `- ${toLine(firing)}`).join('\n'),
    ])
  }

  const listTasks = (): readonly DueTask[] =>
    state
      .getSnapshot()
      .firings.flatMap(({ heldUntil, clientId }) =>
        heldUntil === undefined ? [] : [{ dueAt: heldUntil, run: () => sendSummary(clientId) }],
      )
  startDueTasks({ listTasks, sources: [state], clock, timers })

  return {
    /** Mails a firing, or holds it back. */
    announce(id: number) {
      const { firings, channels } = state.getSnapshot()
      const firing = firings.find((row) => row.id === id)
      if (firing === undefined) return
      const { mail, quiet } = channels.find(({ clientId }) => clientId === firing.clientId) ?? DEFAULT_CHANNELS
      if (!mail) return
      const heldUntil = quietUntil(quiet, clock.now())
      if (heldUntil === null) send(firing.clientId, toSubject(firing), [toLine(firing)], firing.alertId)
      else hold([id], heldUntil)
    },
  }
}
