import { createReadMarketDelay } from '#src/application/market/market-status.ts'
import type { MarketPorts, SettingsGateway, VisitorPorts } from '#src/application/market/ports.ts'
import { DRAWING_SETTINGS } from '#src/application/market/visitor-drawings.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import { createCaller, createFlow, type FlowDeps, runWhile, type Untimed } from '#src/application/platform/flow.ts'
import type { Announcer, Toasts } from '#src/application/platform/notices.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  type DrawingEvent,
  drawingMachine,
  hasUnstored,
  type StoredDrawings,
  showDrawings,
} from '#src/domain/charting/drawing-machine.ts'
import {
  type Drawing,
  type DrawingKind,
  type DrawingPart,
  type Drawings,
  findDistance,
  MAX_DRAWINGS,
  parseDrawings,
} from '#src/domain/charting/drawings.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import type { Setting } from '#src/domain/identity/settings.ts'
import { formatPercent, formatPrice, formatSigned } from '#src/domain/money.ts'
import { ok } from '#src/domain/result.ts'
import { formatShortClock, formatShortDate } from '#src/domain/text.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

export const DRAWING_NAMES: Readonly<Record<DrawingKind, string>> = { level: 'Nivel', line: 'Línea' }
export const DRAWINGS_TITLE = 'Dibujos'
export const CREATE_ALERT = 'Crear alerta'
export const NO_DRAWINGS = 'Aún no hay dibujos. Agregue un nivel, o una línea entre dos puntos.'
export const DRAWINGS_FULL = `La gráfica ya tiene ${MAX_DRAWINGS} dibujos. Borre alguno para agregar otro.`
export const DRAWING_HINTS: Readonly<Record<DrawingKind, string>> = {
  level: 'Toque la gráfica en el precio del nivel. Esc cancela.',
  line: 'Toque los dos puntos de la línea, o arrastre de uno a otro. Esc cancela.',
}
export const INVALID_LEVEL = 'Escriba un precio en pesos, como 4.012,50.'
const NOT_STORED = 'Los dibujos no se guardaron.'
const NOT_READ = 'No pudimos consultar sus dibujos.'
const BROWSER_FULL =
  'Este navegador no tiene espacio o no permite guardarlos. Siguen en la gráfica mientras la página esté abierta.'
const DELETED: Readonly<Record<DrawingKind, string>> = { level: 'Nivel borrado', line: 'Línea borrada' }
const UNDO = 'Deshacer'

/** The distance of a drawing to the price: `+12,30 (+0,30 %)`. */
export function distanceText(drawn: number, price: number): string {
  const { pesos, percent } = findDistance(drawn, price)
  return `${formatSigned(pesos, 2)} (${formatPercent(percent)})`
}

/** The text at a line: `4.012,50  +12,30 (+0,30 %)`. */
export const drawingLabel = (drawing: Drawing, drawn: number, price: number): string =>
  drawing.kind === 'level' ? `${formatPrice(drawn)}  ${distanceText(drawn, price)}` : distanceText(drawn, price)

const pointText = ({ at, price }: { readonly at: Instant; readonly price: number }) =>
  `${formatShortDate(toDate(at))} ${formatShortClock(at)}, ${formatPrice(price)}`

/** `Nivel 4.012,50`, or `Línea de 20 nov 2026 08:10, 4.010,00 a 20 nov 2026 09:30, 4.015,00`. */
export const drawingText = (drawing: Drawing): string =>
  drawing.kind === 'level'
    ? `Nivel ${formatPrice(drawing.price)}`
    : `Línea de ${pointText(drawing.from)} a ${pointText(drawing.to)}`

/** The name of a handle. */
export const handleName = (drawing: Drawing, part: DrawingPart): string =>
  drawing.kind === 'level' ? 'Nivel' : part === 'from' ? 'Inicio de la línea' : 'Fin de la línea'

/** The value of a handle for screen readers; `drawn` is the price of the drawing at the last point. */
export function handleText(drawing: Drawing, part: DrawingPart, drawn: number, price: number): string {
  const place =
    drawing.kind === 'level' ? formatPrice(drawing.price) : pointText(drawing[part === 'from' ? 'from' : 'to'])
  return `${place} pesos, ${distanceText(drawn, price)} frente al precio`
}

export interface DrawingsState {
  /** The drawings on the screen, with the one that is being drawn or moved. */
  readonly shown: Drawings
  readonly drawings: Drawings
  readonly selected: { readonly id: string; readonly part: DrawingPart } | null
  readonly tool: DrawingKind | null
  readonly hasStart: boolean
  readonly isDragging: boolean
  readonly isFull: boolean
  readonly canUndo: boolean
  readonly isStoring: boolean
  /** Why drawings were not read or stored; null without a problem. */
  readonly problem: string | null
}

/** The drawings of the user on the charts of a market (D131). */
export interface DrawingsView extends Readable<DrawingsState> {
  send(event: Untimed<DrawingEvent>): void
  /** Deletes a drawing, and offers to undo that. */
  remove(drawing: Drawing): void
  /** Returns an id for a new drawing. */
  createId(): string
}

const describeFailure = (failure: CallFailure) =>
  failure.kind === 'storage-unavailable' ? BROWSER_FULL : failureMessage(failure)

const toStored = ({ version, value }: Setting): StoredDrawings => ({ version, drawings: parseDrawings(value) })

export type DrawingsDeps = FlowDeps &
  Pick<MarketPorts, 'settings'> &
  VisitorPorts & {
    readonly clientSession: Readable<ClientSessionState>
    readonly announcer: Pick<Announcer, 'announce'>
    readonly toasts: Pick<Toasts, 'show'>
  }

export function createDrawingsView(deps: DrawingsDeps, market: Market): DrawingsView {
  const isClient = createReadMarketDelay(deps)() === 0
  const settings: SettingsGateway = isClient ? deps.settings : deps.visitorSettings
  const call = createCaller(deps)
  const name = DRAWING_SETTINGS[market]
  const flow = createFlow(
    drawingMachine.provide({
      actors: {
        load: call(async (_, signal) => {
          const read = await settings.read(name, signal)
          return read.ok ? ok(toStored(read.value)) : read
        }),
        save: call(async ({ version, drawings }, signal) => {
          const written = await settings.write(name, { version, value: drawings }, signal)
          return written.ok ? ok(toStored(written.value)) : written
        }),
      },
    }),
    {
      ...deps,
      input: () => undefined,
      select: (snapshot): DrawingsState => {
        const { context } = snapshot
        return {
          shown: showDrawings(context),
          drawings: context.drawings,
          selected: context.selected,
          tool: context.tool,
          hasStart: context.start !== null,
          isDragging: context.drag !== null,
          isFull: context.drawings.length >= MAX_DRAWINGS,
          canUndo: context.deleted !== null,
          isStoring: snapshot.matches({ storing: 'changed' }) || snapshot.matches({ storing: 'saving' }),
          problem:
            context.failure && `${hasUnstored(context) ? NOT_STORED : NOT_READ} ${describeFailure(context.failure)}`,
        }
      },
    },
  )
  let count = 0

  function send(event: Untimed<DrawingEvent>) {
    flow.send(event)
    // A change is stored also when the user leaves the screen right after it.
    runWhile(flow, ({ isStoring }) => isStoring)
  }

  return {
    ...flow,
    send,
    remove(drawing) {
      send({ type: 'DELETE', id: drawing.id })
      deps.toasts.show(DELETED[drawing.kind], { text: UNDO, run: () => send({ type: 'UNDO' }) })
    },
    createId() {
      count += 1
      return `${deps.clock.now().toString(36)}-${count}`
    },
  }
}
