import { useEffect, useRef } from 'react'
import { ARRANGE_DESK, DESK_HELP, type DeskState, type DeskView, deskPanelName } from '#src/application/market/desk.ts'
import type { DeskPanel, DeskSize } from '#src/domain/desk/desk.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Menu } from '#src/ui/parts/menu.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'

interface Props {
  readonly view: DeskView
  readonly state: DeskState
  readonly size: DeskSize
  readonly market: Market
}

/** Reads the desks of a file that the user chooses. */
function ImportButton({ view }: Pick<Props, 'view'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="secondary" size="compact" onClick={() => input.current?.click()}>
        Importar
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="sr-only"
        tabIndex={-1}
        aria-label="Archivo de la mesa"
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) view.importFile(await file.text())
        }}
      />
    </>
  )
}

/** Moves the focus to a panel that was shown when the menu of hidden panels is gone with its last one. */
function useShownPanelFocus(hiddenCount: number) {
  const shown = useRef<DeskPanel>(null)
  useEffect(() => {
    const panel = shown.current
    shown.current = null
    if (hiddenCount === 0 && panel) document.querySelector<HTMLElement>(`[data-panel=${panel}] button`)?.focus()
  }, [hiddenCount])
  return (panel: DeskPanel) => {
    shown.current = panel
  }
}

function ArrangingTools({ view, state, size, market }: Props) {
  const hidden = state.desks[size].filter(({ isHidden }) => isHidden)
  const focusShown = useShownPanelFocus(hidden.length)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {hidden.length > 0 && (
        <Menu
          name="Mostrar panel"
          button={
            <>
              Mostrar panel <Icon name="down" size={12} />
            </>
          }
          actions={hidden.map(({ panel }) => ({
            id: panel,
            text: deskPanelName(panel, market),
            onChoose: () => {
              focusShown(panel)
              view.change(size, { kind: 'show', panel }, market)
            },
          }))}
        />
      )}
      <Button variant="text" size="compact" onClick={() => view.reset(size)}>
        Restablecer
      </Button>
      <Button variant="secondary" size="compact" onClick={view.exportFile}>
        Exportar
      </Button>
      <ImportButton view={view} />
      <Button variant="secondary" size="compact" onClick={view.cancel} disabled={state.isSaving}>
        Cancelar
      </Button>
      <Button variant="primary" size="compact" onClick={view.save} disabled={state.isSaving}>
        {state.isSaving ? 'Guardando…' : 'Guardar mesa'}
      </Button>
    </div>
  )
}

/** The button that starts to arrange the desk. */
export const ArrangeButton = ({ view, state }: Pick<Props, 'view' | 'state'>) => (
  <Button
    variant="secondary"
    size="compact"
    onClick={view.arrange}
    disabled={state.isLoading}
    aria-pressed={state.isArranging}
  >
    {ARRANGE_DESK}
  </Button>
)

/** The actions while the client arranges the desk, and why the last change was not stored. */
export function DeskTools(props: Props) {
  const { state } = props
  return (
    <section className="print:hidden" aria-label="Mesa">
      {state.isArranging && (
        <div className="flex flex-wrap items-center justify-between gap-3 pb-5">
          <p className="max-w-[70ch] text-sm text-muted">{DESK_HELP}</p>
          <ArrangingTools {...props} />
        </div>
      )}
      <div role="alert">
        {state.problem !== null && (
          <div className="pb-5">
            <Notice icon="warning" tone="warn" lead={state.problem} />
          </div>
        )}
      </div>
    </section>
  )
}
