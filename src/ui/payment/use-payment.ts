import { use } from 'react'

import type { Payment } from '#src/application/payment/payment.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

/** Returns the area of payment; suspends while it loads. */
export const usePayment = (): Payment => use(usePortal().loadPayment())
