import { use } from 'react'

import type { Payment } from '#src/application/payment/payment.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Returns the area of payment; suspends while it loads. */
export const usePayment = (): Payment => use(useUseCases().loadPayment())
