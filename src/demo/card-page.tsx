import { useSelector } from '@xstate/react'
import { type FormEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { CLOSED_UNPAID_QUERY } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Demo } from '#src/composition/demo.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import type { CheckoutOrder, TransactionState } from '#src/domain/payment/order.ts'
import { findPlan, PLAN_NAMES, TAX_PERCENT } from '#src/domain/payment/plans.ts'
import {
  type CardField,
  type CardForm,
  createCardForm,
  findCardErrors,
  findTestCard,
  TEST_CARDS,
} from '#src/simulator/test-cards.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Chip, type ChipDisc, type ChipTone } from '#src/ui/parts/chip.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Pairs } from '#src/ui/parts/pairs.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'

const RESULTS: Readonly<
  Record<TransactionState, { readonly name: string; readonly tone: ChipTone; readonly disc: ChipDisc }>
> = {
  approved: { name: 'Aprobado', tone: 'success', disc: 'full' },
  pending: { name: 'Pendiente', tone: 'warning', disc: 'half' },
  rejected: { name: 'Rechazado', tone: 'danger', disc: 'cross' },
}

interface FieldText {
  readonly name: CardField
  readonly label: string
  readonly autoComplete: string
  readonly hint?: string
}

const FIELDS: readonly FieldText[] = [
  { name: 'number', label: 'Número de tarjeta', autoComplete: 'cc-number' },
  { name: 'name', label: 'Nombre en la tarjeta', autoComplete: 'cc-name' },
  { name: 'expiry', label: 'Vencimiento', autoComplete: 'cc-exp', hint: 'MM/AA' },
  { name: 'code', label: 'Código de seguridad', autoComplete: 'cc-csc', hint: '3 dígitos al respaldo' },
]

interface TestCardsProps {
  readonly onUse: (number: string) => void
}

const TestCards = ({ onUse }: TestCardsProps) => (
  <ul className="mt-5" aria-label="Tarjetas de prueba">
    {TEST_CARDS.map(({ number, result }) => {
      const { name, ...look } = RESULTS[result]
      return (
        <li key={number} className="flex min-h-11 flex-wrap items-center gap-x-3 border-t border-line text-sm">
          <span className="grow wdth-table">{number}</span>
          <Chip {...look}>{name}</Chip>
          <Button variant="text" size="small" aria-label={`Usar ${number}`} onClick={() => onUse(number)}>
            Usar
          </Button>
        </li>
      )
    })}
  </ul>
)

interface OrderProps {
  readonly order: CheckoutOrder
  readonly now: number
  readonly onPay: (card: CardForm) => void
  readonly onCancel: () => void
}

/** The card page of the simulated provider, for one order (D78). */
function CardDialog({ order, now, onPay, onCancel }: OrderProps) {
  const formId = useId()
  const [card, setCard] = useState(() => createCardForm(now))
  const [errors, setErrors] = useState<ReturnType<typeof findCardErrors>>({})

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = findCardErrors(card, now)
    if (Object.keys(found).length === 0) onPay(card)
    else setErrors(found)
  }

  return (
    <Dialog
      title="Pasarela de pruebas"
      context="Pago con tarjeta"
      size="form"
      onClose={onCancel}
      actions={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Cancelar y volver
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            // The second click of a double click on what opened this page must not pay.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            Pagar {formatCopTotal(order.total)}
          </Button>
        </>
      }
    >
      <Notice icon="warning" tone="warn" lead="Entorno de pruebas.">
        No se cobra dinero y no se guardan tarjetas. No escriba una tarjeta real.
      </Notice>
      <div className="mt-5 grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <form id={formId} noValidate onSubmit={submit}>
          {FIELDS.map(({ name, ...field }) => (
            <TextField
              key={name}
              inputMode={name === 'name' ? 'text' : 'numeric'}
              value={card[name]}
              onChange={({ target }) => setCard({ ...card, [name]: target.value })}
              error={errors[name]}
              {...field}
            />
          ))}
        </form>
        <div>
          <Pairs>
            <div>
              <dt>Plan</dt>
              <dd>
                {PLAN_NAMES[order.plan]}, {findPlan(order.plan).months} meses
              </dd>
            </div>
            <div>
              <dt>Referencia</dt>
              <dd>{order.reference}</dd>
            </div>
            <div>
              <dt>IVA ({TAX_PERCENT}%) incluido</dt>
              <dd>{formatCopTotal(order.tax)}</dd>
            </div>
            <div>
              <dt>Total</dt>
              <dd>
                <b>{formatCopTotal(order.total)}</b>
              </dd>
            </div>
          </Pairs>
          <TestCards onUse={(number) => setCard({ ...card, number })} />
        </div>
      </div>
    </Dialog>
  )
}

const LAST_DIGITS = 4

interface Props {
  readonly demo: Demo
}

/** Shows the card page over the portal while a payment is open. */
export function CardPage({ demo }: Props) {
  const { portal, control } = demo
  const { cardPage } = control
  const order = useSelector(cardPage, (state) => state.order)
  const [, navigate] = useLocation()
  if (order === null) return null

  function pay({ number }: CardForm) {
    const result = findTestCard(number)?.result ?? 'rejected'
    cardPage.choose(result, { card: `Visa ${number.replace(/\D/g, '').slice(-LAST_DIGITS)}` })
  }

  // Without the navigation, the prices would wait for a confirmation of the payment first.
  function cancel() {
    cardPage.choose('cancelled')
    navigate(`${SCREENS.pricing.path}?${CLOSED_UNPAID_QUERY}`)
  }

  return <CardDialog key={order.reference} order={order} now={portal.now()} onPay={pay} onCancel={cancel} />
}
