import { useId } from 'react'

import { FEWER, MORE, QUANTITY_LABEL, quantityHint } from '#src/application/imc/packages/order-messages.ts'
import { MAX_QUANTITY, MIN_QUANTITY } from '#src/domain/imc/packages/package-order.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import '#src/ui/styles/quantity.css'

interface Props {
  readonly value: string
  readonly error: string | null
  readonly onType: (text: string) => void
  readonly onStep: (change: number) => void
}

/** The number of packages, between two buttons (D33). */
export function QuantityField({ value, error, onType, onStep }: Props) {
  const id = useId()
  return (
    <div className={error === null ? 'quantity' : 'quantity quantity-bad'}>
      <label htmlFor={id}>{QUANTITY_LABEL}</label>
      <div className="quantity-row">
        <button type="button" className="btn sec" aria-label={FEWER} onClick={() => onStep(-1)}>
          <Icon name="minus" />
        </button>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={value}
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowUp') onStep(1)
            if (key === 'ArrowDown') onStep(-1)
          }}
        />
        <button type="button" className="btn sec" aria-label={MORE} onClick={() => onStep(1)}>
          <Icon name="plus" />
        </button>
      </div>
      <span className="quantity-note" id={`${id}-note`}>
        {error === null
          ? quantityHint(MIN_QUANTITY, MAX_QUANTITY)
          : `${error} ${quantityHint(MIN_QUANTITY, MAX_QUANTITY)}.`}
      </span>
    </div>
  )
}
