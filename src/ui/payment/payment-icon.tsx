import type { OrderStatus } from '#src/domain/payment/order.ts'

const ICON_PATHS = {
  print: 'M4 6V2h8v4M4 11.5H2V6h12v5.5h-2M4 9.5h8V14H4z',
  person: 'M8 2.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4M2.8 14c.4-3 2.4-4.5 5.2-4.5s4.8 1.5 5.2 4.5',
  link: 'M6.5 9.5l3-3M7.5 4.5l1.6-1.6a2.8 2.8 0 0 1 4 4L11.5 8.5M8.5 11.5l-1.6 1.6a2.8 2.8 0 0 1-4-4L4.5 7.5',
  mail: 'M1.5 3.5h13v9h-13zM2 4l6 5 6-5',
} as const

/** An icon that only the screens of payment use. */
export const PaymentIcon = ({ name }: { readonly name: keyof typeof ICON_PATHS }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={ICON_PATHS[name]} />
  </svg>
)

const CHECK_MARK = 'm2.9 5.2 1.5 1.5 2.8-3'
const CROSS = 'm3.4 3.4 3.2 3.2m0-3.2-3.2 3.2'

/** The disc of a status, readable without colour: half-filled, clock, check mark or cross. */
export const ResultDisc = ({ status }: { readonly status: OrderStatus }) => (
  <svg viewBox="0 0 10 10" aria-hidden="true">
    {status === 'pending' && (
      <>
        <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" />
        <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />
      </>
    )}
    {status === 'expired' && (
      <>
        <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" />
        <path d="M5 2.6V5l1.7 1.2" fill="none" stroke="currentColor" />
      </>
    )}
    {(status === 'approved' || status === 'rejected') && (
      <>
        <circle cx="5" cy="5" r="4.5" fill="currentColor" />
        <path className="receipt-cut" d={status === 'approved' ? CHECK_MARK : CROSS} />
      </>
    )}
  </svg>
)
