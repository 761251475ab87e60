import { useSelector } from '@xstate/react'
import { type FormEvent, useRef, useState } from 'react'

import {
  DRAWINGS_FULL,
  DRAWINGS_TITLE,
  type DrawingsView,
  distanceText,
  drawingText,
  INVALID_LEVEL,
  NO_DRAWINGS,
} from '#src/application/market/drawings.ts'
import { createLevel, type Drawing, parsePrice } from '#src/domain/charting/drawings.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { AlertLink } from '#src/ui/market/drawing-actions.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'

interface Props {
  readonly view: DrawingsView
  readonly market: Market
  /** The price to which distances are measured. */
  readonly lastPrice: number
  readonly onClose: () => void
}

/** Adds a level at a typed price. A text that is no price stays in its field. */
function LevelForm({ view }: Pick<Props, 'view'>) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const price = parsePrice(text)
    setError(price === null ? INVALID_LEVEL : null)
    if (price === null) return
    view.send({ type: 'ADD', drawing: createLevel(view.createId(), price) })
    setText('')
  }
  return (
    <form className="flex items-end gap-3" noValidate onSubmit={add}>
      <div className="w-44">
        <TextField
          label="Precio del nivel"
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          value={text}
          error={error}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button type="submit" variant="secondary" className="mb-9">
        Agregar nivel
      </Button>
    </form>
  )
}

/** All drawings of a market as a list, also those out of view: nothing needs a pointer. */
export function DrawingsDialog({ view, market, lastPrice, onClose }: Props) {
  const { drawings, isFull, problem } = useSelector(view, (state) => state)
  const list = useRef<HTMLDivElement>(null)
  const remove = (drawing: Drawing) => {
    view.remove(drawing)
    list.current?.focus()
  }
  return (
    <Dialog title={DRAWINGS_TITLE} size="reader" onClose={onClose} actions={<CloseButton>Cerrar</CloseButton>}>
      {isFull ? <p className="mb-4 text-sm">{DRAWINGS_FULL}</p> : <LevelForm view={view} />}
      {problem !== null && (
        <p className="mb-4 text-sm text-danger" role="alert">
          {problem}{' '}
          <Button variant="text" size="small" onClick={() => view.send({ type: 'RETRY' })}>
            Reintentar
          </Button>
        </p>
      )}
      <div ref={list} tabIndex={-1} className="outline-none">
        {drawings.length === 0 ? (
          <p className="text-sm text-muted">{NO_DRAWINGS}</p>
        ) : (
          <ul>
            {drawings.map((drawing) => (
              <li
                key={drawing.id}
                className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-2 text-sm"
              >
                <span>
                  {drawingText(drawing)}
                  {drawing.kind === 'level' && (
                    <span className="text-muted"> {distanceText(drawing.price, lastPrice)}</span>
                  )}
                </span>
                <span className="flex gap-2">
                  {drawing.kind === 'level' && (
                    <AlertLink
                      market={market}
                      price={drawing.price}
                      lastPrice={lastPrice}
                      name={drawingText(drawing)}
                    />
                  )}
                  <Button
                    variant="row-danger"
                    size="small"
                    aria-label={`Borrar ${drawingText(drawing)}`}
                    onClick={() => remove(drawing)}
                  >
                    Borrar
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
