import { type RefObject, useEffect, useId, useState } from 'react'
import { REFUSED_TITLE } from '#src/application/imc/messages.ts'
import {
  FEWER,
  MORE,
  NO_OFFERS,
  OFFER_COLUMN_TITLES,
  OFFERS_FAILED,
  OFFERS_NAME,
  ORDER_CHANGED_TITLE,
  type OrderState,
  type OrderView,
  QUANTITY_LABEL,
  quantityHint,
  STOP_TITLE,
} from '#src/application/imc/packages/order.ts'
import { PACKAGE_ROWS } from '#src/application/imc/packages/packages.ts'
import { MAX_QUANTITY, MIN_QUANTITY } from '#src/domain/imc/packages/package-order.ts'
import type { PackageOffer } from '#src/domain/imc/packages/packages.ts'
import { formatCopTotal, formatUsd } from '#src/domain/money.ts'
import { ErrorDialog } from '#src/ui/imc/error-dialog.tsx'
import { toListFailure } from '#src/ui/imc/list-panel.tsx'
import { PickTable } from '#src/ui/imc/screens/pick-table.tsx'
import { IconButton } from '#src/ui/parts/button.tsx'
import type { TableColumn } from '#src/ui/parts/data-table.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { CurrencySign, Missing, Unit } from '#src/ui/parts/figures.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Pairs, PairsTotal } from '#src/ui/parts/pairs.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'

interface QuantityProps {
  readonly value: string
  readonly error: string | null
  readonly onType: (text: string) => void
  readonly onStep: (change: number) => void
}

/** The number of packages, between two buttons (D33). */
function QuantityField({ value, error, onType, onStep }: QuantityProps) {
  const id = useId()
  return (
    <div>
      <label className="mb-1.25 block text-sm font-560" htmlFor={id}>
        {QUANTITY_LABEL}
      </label>
      <div className="flex">
        <IconButton variant="secondary" edge="left" label={FEWER} icon="minus" onClick={() => onStep(-1)} />
        <input
          id={id}
          className={`min-h-control w-21 bg-raised px-2 text-center font-560 focus:z-1 focus:outline-2 focus:outline-offset-0 focus:outline-focus ${error === null ? 'border-y border-line-strong' : 'border border-danger inset-ring inset-ring-danger'}`}
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
        <IconButton variant="secondary" edge="right" label={MORE} icon="plus" onClick={() => onStep(1)} />
      </div>
      <span className={`mt-1.25 block text-xs ${error === null ? 'text-muted' : 'text-danger'}`} id={`${id}-note`}>
        {error === null
          ? quantityHint(MIN_QUANTITY, MAX_QUANTITY)
          : `${error} ${quantityHint(MIN_QUANTITY, MAX_QUANTITY)}.`}
      </span>
    </div>
  )
}

const OFFER_COLUMNS: readonly TableColumn<PackageOffer>[] = [
  {
    id: 'code',
    title: OFFER_COLUMN_TITLES.code,
    cell: ({ code, name }) => (
      <>
        {code}
        <span className="block font-400 text-muted sm:hidden">{name}</span>
      </>
    ),
  },
  { id: 'name', title: OFFER_COLUMN_TITLES.name, className: 'max-sm:hidden', cell: ({ name }) => name },
  {
    id: 'price',
    title: OFFER_COLUMN_TITLES.price,
    align: 'end',
    cell: ({ price }) => formatCopTotal(price),
  },
]

/** Screen readers announce the total this long after its last change. */
const TOTAL_PAUSE_MS = 500

/** Announces the total after a pause: each press on a button of the quantity changes it. */
function TotalAnnouncement({ total }: Pick<OrderState, 'total'>) {
  const [announcedTotal, setAnnouncedTotal] = useState(total)
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncedTotal(total), TOTAL_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [total])
  return (
    <span className="sr-only" role="status">
      {announcedTotal !== null && `TOTAL ${formatCopTotal(announcedTotal)}`}
    </span>
  )
}

/** The order with its total, next to the table. */
const OrderSummary = ({ chosenOffer, quantity, total }: Pick<OrderState, 'chosenOffer' | 'quantity' | 'total'>) => (
  <div className="mt-5 border-t-2 border-rule">
    <Pairs>
      <div>
        <dt>Paquete</dt>
        <dd>{chosenOffer?.code ?? <Missing />}</dd>
      </div>
      <div>
        <dt>{OFFER_COLUMN_TITLES.price}</dt>
        <dd>{chosenOffer ? formatCopTotal(chosenOffer.price) : <Missing />}</dd>
      </div>
      <div>
        <dt>Cantidad</dt>
        <dd>{quantity.trim() === '' ? <Missing /> : quantity}</dd>
      </div>
    </Pairs>
    <PairsTotal name="TOTAL">
      {total === null ? (
        <Missing />
      ) : (
        <>
          <CurrencySign />
          {formatUsd(total)}
          <Unit text="COP" />
        </>
      )}
    </PairsTotal>
    <TotalAnnouncement total={total} />
  </div>
)

interface OfferTableProps {
  readonly view: OrderView
  readonly state: OrderState
}

function OfferTable({ view, state: { offers, chosenOffer, errors } }: OfferTableProps) {
  const errorId = useId()
  const failure = toListFailure(offers, OFFERS_FAILED)
  return (
    <div>
      {errors.offer !== null && (
        <div className="mb-3.5" id={errorId}>
          <Notice icon="warning" tone="err" lead={STOP_TITLE} announced={false}>
            {errors.offer}
          </Notice>
        </div>
      )}
      {failure ? (
        <Failed {...failure} />
      ) : (
        <PickTable
          list={view.list}
          caption={OFFERS_NAME}
          names={PACKAGE_ROWS}
          columns={OFFER_COLUMNS}
          toId={({ id }) => id}
          chosenId={chosenOffer?.id ?? null}
          onChoose={view.choose}
          errorId={errors.offer === null ? null : errorId}
          empty={<Empty {...NO_OFFERS} />}
        />
      )}
    </div>
  )
}

interface FormProps extends OfferTableProps {
  readonly form: RefObject<HTMLDivElement | null>
}

/** The packages on offer, the quantity and the total; above them why an order was not sent. */
export function OrderForm({ view, state, form }: FormProps) {
  const { errors, failure, mayExist, offerChange } = state
  return (
    <div className="grid gap-x-10 gap-y-6 pt-1.5 md:grid-cols-[7fr_5fr]" ref={form}>
      {failure !== null && (
        <div className="col-span-full">
          <Notice icon="warning" tone="err" lead={REFUSED_TITLE} announced={false}>
            {failure}
          </Notice>
          <ErrorDialog message={failure} form={form} />
        </div>
      )}
      {offerChange !== null && (
        <div className="col-span-full">
          <Notice icon="warning" tone="err" lead={ORDER_CHANGED_TITLE}>
            {offerChange}
          </Notice>
        </div>
      )}
      <fieldset className="contents" disabled={mayExist}>
        <OfferTable view={view} state={state} />
        <div>
          {errors.quantity !== null && (
            <div className="mb-3.5">
              <Notice icon="warning" tone="err" lead={STOP_TITLE} announced={false}>
                {errors.quantity}
              </Notice>
            </div>
          )}
          <QuantityField value={state.quantity} error={errors.quantity} onType={view.typeQuantity} onStep={view.step} />
          <OrderSummary {...state} />
        </div>
      </fieldset>
    </div>
  )
}
