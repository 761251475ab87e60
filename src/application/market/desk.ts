import type { MarketPorts } from '#src/application/market/ports.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { Announcer, Toasts } from '#src/application/platform/notices.ts'
import type { Downloads } from '#src/application/platform/ports.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  DESK_COLUMNS,
  type DeskChange,
  type DeskItem,
  type DeskPanel,
  type DeskSize,
  type Desks,
  formatDesksFile,
  isLastShown,
  isSameDesks,
  listShown,
  parseDesks,
  parseDesksFile,
} from '#src/domain/desk/desk.ts'
import { deskMachine, type StoredDesks, toDesks } from '#src/domain/desk/desk-machine.ts'
import type { Setting } from '#src/domain/identity/settings.ts'
import { ok } from '#src/domain/result.ts'
import type { Market } from '#src/domain/trading/market.ts'

export const ARRANGE_DESK = 'Organizar'
export const DESK_HELP =
  'Arrastre «Mover» o «Tamaño», o llegue a ellos con Tab y use las flechas. Esc cancela un arrastre. Los cambios valen para este ancho de pantalla.'
const SAVED = 'Su mesa quedó guardada.'
const LOADED_FILE = 'Mesa del archivo: revísela y guárdela.'
const FILE_REFUSALS = {
  'other-format': 'El archivo no contiene una mesa de Mercado Dólar.',
  'invalid-desk': 'La mesa del archivo no es válida. Expórtela de nuevo.',
} as const
const NOT_DOWNLOADED = 'El navegador no permitió la descarga.'
const PUT_BACK = 'Arrastre cancelado: el panel volvió a su lugar y su tamaño.'
const lastShownText = (name: string) =>
  `${name} es el único panel a la vista. Muestre otro con «Mostrar panel» y luego ocúltelo.`
export const DRAFT_HIDDEN = 'Su mesa tiene cambios sin guardar. Amplíe la ventana para verlos y guardarlos.'
const OUTDATED = 'Otra ventana guardó un cambio más nuevo de la mesa. Cancele y organice de nuevo.'

const PANEL_NAMES: Readonly<Record<Exclude<DeskPanel, 'other'>, string>> = {
  chart: 'Gráfica',
  figures: 'Precios',
  deals: 'Últimas operaciones',
  amounts: 'Montos',
  currencies: 'Divisas',
  stocks: 'Acciones',
  indices: 'Índices',
  news: 'Noticias',
}

const OTHER_NAMES: Readonly<Record<Market, string>> = { spot: 'Next day', nextday: 'Dólar Spot' }

/** The name of a panel on the desk of a market. */
export const deskPanelName = (panel: DeskPanel, market: Market): string =>
  panel === 'other' ? OTHER_NAMES[market] : PANEL_NAMES[panel]

const sizeText = ({ columns, rows }: DeskItem) => `${columns} de ${DESK_COLUMNS} columnas, ${rows} filas`

const CONFLICT = 409

function problemText(failure: CallFailure | null): string | null {
  if (failure === null) return null
  return failure.kind === 'rejected' && failure.status === CONFLICT ? OUTDATED : failureMessage(failure)
}

export interface DeskState {
  /** The desks to show: those being arranged, or the stored ones. */
  readonly desks: Desks
  readonly isLoading: boolean
  readonly isArranging: boolean
  /** True while the desks being arranged differ from the stored ones. */
  readonly isChanged: boolean
  /** True while the pointer holds a panel. */
  readonly isDragging: boolean
  readonly isSaving: boolean
  /** Why the desks were not read or stored, or a change was refused; null without a problem. */
  readonly problem: string | null
}

/** The desk of a client (D128). */
export interface DeskView extends Readable<DeskState> {
  arrange(): void
  save(): void
  cancel(): void
  reset(size: DeskSize): void
  /** Changes a desk, and says what changed to screen readers. */
  change(size: DeskSize, change: DeskChange, market: Market): void
  /** The pointer took hold of a panel: `drop` accepts its changes from here on, `putBack` takes them back. */
  grab(): void
  drop(): void
  putBack(): void
  exportFile(): void
  /** Puts the desks of a file into the draft; says why a file is refused. */
  importFile(text: string): void
}

export type DeskDeps = FlowDeps &
  Pick<MarketPorts, 'settings'> & {
    readonly downloads: Downloads
    readonly announcer: Pick<Announcer, 'announce'>
    readonly toasts: Pick<Toasts, 'show'>
  }

const toStored = ({ version, value }: Setting): StoredDesks => ({ version, desks: parseDesks(value) })

export function createDeskView(deps: DeskDeps): DeskView {
  const { settings, downloads, announcer, toasts } = deps
  const call = createCaller(deps)
  const refusal = createState<{ readonly text: string | null }>({ text: null })

  const machine = deskMachine.provide({
    actors: {
      load: call(async (_, signal) => {
        const read = await settings.read('mesa', signal)
        return read.ok ? ok(toStored(read.value)) : read
      }),
      save: call(async ({ version, desks }, signal) => {
        const written = await settings.write('mesa', { version, value: desks }, signal)
        return written.ok ? ok(toStored(written.value)) : written
      }),
    },
    actions: { notifySaved: () => toasts.show(SAVED) },
  })

  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select: (snapshot) => ({
      desks: snapshot.context.draft,
      isLoading: snapshot.matches('loading'),
      isArranging: snapshot.matches('arranging') || snapshot.matches('saving'),
      isChanged: !isSameDesks(snapshot.context.draft, toDesks(snapshot.context.stored)),
      isDragging: snapshot.matches({ arranging: 'dragging' }),
      isSaving: snapshot.matches('saving'),
      failure: snapshot.context.failure,
    }),
  })

  const view = combine(
    { flow, refusal },
    ({ flow: { failure, ...state }, refusal: { text } }): DeskState => ({
      ...state,
      problem: text ?? problemText(failure),
    }),
  )

  /** Describes a panel after its change. */
  function describe(size: DeskSize, { panel, kind }: DeskChange, market: Market): string {
    const name = deskPanelName(panel, market)
    const shown = listShown(flow.getSnapshot().desks[size])
    const index = shown.findIndex((item) => item.panel === panel)
    const item = shown[index]
    if (item === undefined) return `${name}: oculta`
    return kind === 'resize' ? `${name}: ${sizeText(item)}` : `${name}: lugar ${index + 1} de ${shown.length}`
  }

  function send(event: Parameters<typeof flow.send>[0]) {
    refusal.set({ text: null })
    flow.send(event)
  }

  return {
    ...view,
    arrange: () => send({ type: 'ARRANGE' }),
    save: () => send({ type: 'SAVE' }),
    cancel: () => send({ type: 'CANCEL' }),
    reset: (size) => send({ type: 'RESET', size }),

    change(size, change, market) {
      const { panel, kind } = change
      if (kind === 'hide' && isLastShown(flow.getSnapshot().desks[size], panel)) {
        return refusal.set({ text: lastShownText(deskPanelName(panel, market)) })
      }
      send({ type: 'CHANGE', size, change })
      announcer.announce(describe(size, change, market))
    },

    grab: () => send({ type: 'GRAB' }),
    drop: () => send({ type: 'DROP' }),
    putBack() {
      if (!flow.getSnapshot().isDragging) return
      send({ type: 'PUT_BACK' })
      announcer.announce(PUT_BACK)
    },

    exportFile() {
      const file = {
        name: 'mesa-mercado-dolar.json',
        type: 'application/json',
        text: formatDesksFile(flow.getSnapshot().desks),
      }
      if (!downloads.save(file)) refusal.set({ text: NOT_DOWNLOADED })
    },

    importFile(text) {
      const desks = parseDesksFile(text)
      if (!desks.ok) return refusal.set({ text: FILE_REFUSALS[desks.error] })
      send({ type: 'REPLACE', desks: desks.value })
      announcer.announce(LOADED_FILE)
    },
  }
}
