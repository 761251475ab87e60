import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import {
  NO_ORDERS,
  NO_ORDERS_ADVICE,
  ORDERS_FAILED,
  ORDERS_INTRO,
  orderTime,
  RECEIPT_TITLES,
  SEE_PRICES,
  STATUS_TITLE,
  STATUS_WORDS,
  TOTAL_TITLE,
  termDatesText,
} from '#src/application/payment/order-messages.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import type { OrderStatus, PaymentOrder } from '#src/domain/payment/order.ts'
import { PLAN_NAMES } from '#src/domain/payment/plans.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { Chip, type ChipDisc, type ChipTone } from '#src/ui/parts/chip.tsx'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { RecordList } from '#src/ui/parts/record-list.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { usePhone } from '#src/ui/parts/use-media-query.ts'
import { usePayment } from '#src/ui/payment/use-payment.ts'

const CHIP_LOOKS: Readonly<Record<OrderStatus, readonly [tone: ChipTone, disc: ChipDisc]>> = {
  approved: ['success', 'full'],
  pending: ['warning', 'half'],
  rejected: ['danger', 'cross'],
  expired: ['muted', 'empty'],
}

function StatusChip({ status }: Pick<PaymentOrder, 'status'>) {
  const [tone, disc] = CHIP_LOOKS[status]
  return (
    <Chip tone={tone} disc={disc}>
      {STATUS_WORDS[status]}
    </Chip>
  )
}

const OrderLink = ({ reference }: Pick<PaymentOrder, 'reference'>) => (
  <Link href={toPath('payment', { reference })}>{reference}</Link>
)

const renderTime = ({ at }: PaymentOrder) => (at === null ? <Missing /> : orderTime(at))

const COLUMNS: readonly TableColumn<PaymentOrder>[] = [
  {
    id: 'reference',
    title: RECEIPT_TITLES.reference,
    isRowHeading: true,
    cell: ({ reference }) => <OrderLink reference={reference} />,
  },
  { id: 'at', title: RECEIPT_TITLES.at, cell: renderTime },
  { id: 'plan', title: RECEIPT_TITLES.plan, cell: ({ plan }) => PLAN_NAMES[plan] },
  {
    id: 'term',
    title: RECEIPT_TITLES.term,
    cell: ({ term }) => (term ? termDatesText(term) : <Missing />),
  },
  { id: 'status', title: STATUS_TITLE, cell: ({ status }) => <StatusChip status={status} /> },
  { id: 'total', title: TOTAL_TITLE, align: 'end', cell: ({ total }) => formatCopTotal(total) },
]

const toReference = ({ reference }: PaymentOrder) => reference
const NO_SELECTION: ReadonlySet<string> = new Set()
const SKELETON_ORDERS = 3

/** The orders as a table, or as records on a phone. */
function OrderTable({ rows }: { readonly rows: readonly PaymentOrder[] | null }) {
  const isPhone = usePhone()
  const commonProps = { rows, skeletonRows: SKELETON_ORDERS, toId: toReference }
  if (!isPhone) return <DataTable caption={SCREENS.payments.title} columns={COLUMNS} {...commonProps} />
  return (
    <RecordList
      name={SCREENS.payments.title}
      selectedIds={NO_SELECTION}
      toRecord={(order) => ({
        title: <OrderLink reference={order.reference} />,
        status: <StatusChip status={order.status} />,
        detail: (
          <>
            {PLAN_NAMES[order.plan]}, {formatCopTotal(order.total)}
            <br />
            {renderTime(order)}
          </>
        ),
      })}
      {...commonProps}
    />
  )
}

const NoOrders = () => (
  <Empty
    lead={NO_ORDERS}
    rest={NO_ORDERS_ADVICE}
    action={
      <Link className={buttonClass({ variant: 'secondary' })} href={SCREENS.pricing.path}>
        {SEE_PRICES}
      </Link>
    }
  />
)

/** The screen Mis pagos: the orders of the signed-in client. */
export function Orders() {
  const { createOrders } = usePayment()
  const [source] = useState(createOrders)
  const orders = useSelector(source, (state) => state)
  return (
    <Main title={SCREENS.payments.title}>
      <div className="pt-9 max-sm:pt-5.5">
        <h1>{SCREENS.payments.title}</h1>
        <p className="mt-1 text-ink-soft">{ORDERS_INTRO}</p>
        <Panel name="Pagos" busy={isBusy(orders)} stale={orders.stale} meta={formatMeta(orders, null)} className="mt-6">
          <ResourceView resource={orders} failureTitle={ORDERS_FAILED} skeleton={<OrderTable rows={null} />}>
            {(rows) => (rows.length === 0 ? <NoOrders /> : <OrderTable rows={rows} />)}
          </ResourceView>
        </Panel>
      </div>
    </Main>
  )
}
