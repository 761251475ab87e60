import { TOAST_KEY } from '#src/application/platform/notices.ts'
import { CROSSHAIR_KEYS } from '#src/charts/data/crosshair.ts'
import { ZOOM_KEYS } from '#src/charts/plot/zoom.ts'
import { DRAWING_ALERT_KEY, DRAWING_MOVE_KEYS, DRAWING_REMOVE_KEYS } from '#src/domain/charting/drawing-keys.ts'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'

/** Keys of the chart's tools, while the focus is in the chart and not in a field. */
export const CHART_SHORTCUTS = { '?': 'help', f: 'full-screen' } as const
export type ChartShortcut = (typeof CHART_SHORTCUTS)[keyof typeof CHART_SHORTCUTS]

/** The action of a key; null for another key. */
export const findShortcut = (key: string): ChartShortcut | null =>
  new Map<string, ChartShortcut>(Object.entries(CHART_SHORTCUTS)).get(key.toLowerCase()) ?? null

/** The names of the tools, also of their buttons. */
export const SHORTCUT_TEXTS: Readonly<Record<ChartShortcut, string>> = {
  help: 'Ayuda de la gráfica',
  'full-screen': 'Pantalla completa',
}

/** The names of keys on a Spanish keyboard. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Re Pág',
  PageDown: 'Av Pág',
  Home: 'Inicio',
  End: 'Fin',
  Delete: 'Supr',
  Backspace: '⌫',
}

const nameKey = (key: string) => KEY_NAMES[key] ?? key.toUpperCase()

interface HelpRow {
  readonly keys: readonly string[]
  readonly text: string
}

interface HelpGroup {
  readonly title: string
  readonly rows: readonly HelpRow[]
}

/** Everything that a hand can do on a chart. The keys are those of their handlers. */
export const CHART_HELP: readonly HelpGroup[] = [
  {
    title: 'Ratón y dedos',
    rows: [
      { keys: ['Pasar el ratón', 'Arrastrar un dedo'], text: 'Ver el precio de cada momento' },
      { keys: ['Ctrl y rueda', 'Pellizcar'], text: 'Acercar y alejar' },
      { keys: ['Arrastrar'], text: 'Desplazar la gráfica acercada' },
      { keys: ['Doble clic'], text: 'Ver todo' },
      { keys: ['Arrastrar'], text: 'Mover un nivel o una línea' },
      { keys: ['Clic o toque'], text: 'Ver las acciones de un nivel o una línea' },
    ],
  },
  {
    title: 'Teclas en la gráfica',
    rows: [
      { keys: CROSSHAIR_KEYS.map(nameKey), text: 'Mover el cursor; con Mayús, cinco puntos' },
      { keys: ZOOM_KEYS.closer.map(nameKey), text: 'Acercar' },
      { keys: ZOOM_KEYS.farther.map(nameKey), text: 'Alejar' },
      { keys: ZOOM_KEYS.everything.map(nameKey), text: 'Ver todo' },
      ...Object.entries(CHART_SHORTCUTS).map(([key, shortcut]) => ({
        keys: [nameKey(key)],
        text: SHORTCUT_TEXTS[shortcut],
      })),
    ],
  },
  {
    title: 'Teclas en un nivel o una línea',
    rows: [
      { keys: DRAWING_MOVE_KEYS.price.map(nameKey), text: 'Mover el precio; con Mayús, pasos mayores' },
      { keys: DRAWING_MOVE_KEYS.time.map(nameKey), text: 'Mover en el tiempo el extremo de una línea' },
      { keys: [nameKey(DRAWING_ALERT_KEY)], text: 'Crear una alerta en el nivel (clientes)' },
      { keys: DRAWING_REMOVE_KEYS.map(nameKey), text: 'Borrar' },
      { keys: ['Esc'], text: 'Cancelar' },
    ],
  },
  {
    title: 'En toda la página',
    rows: [{ keys: [nameKey(TOAST_KEY)], text: 'Ir al botón de un aviso, como «Deshacer», y volver' }],
  },
]

/** The sheet of gestures and keys. */
export const ChartHelp = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={SHORTCUT_TEXTS.help} size="reader" onClose={onClose} actions={<CloseButton>Cerrar</CloseButton>}>
    {CHART_HELP.map(({ title, rows }) => (
      <section key={title} className="mb-5">
        <h3 className="mb-1 text-sm font-600">{title}</h3>
        <dl>
          {rows.map(({ keys, text }) => (
            <div
              key={text}
              className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line py-2 text-sm"
            >
              <dt>{text}</dt>
              <dd className="flex flex-wrap gap-1.5">
                {keys.map((key) => (
                  <kbd key={key} className="rounded-xs border border-line-strong px-1.5 text-xs/5 text-ink-soft">
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </Dialog>
)
