import { use } from 'react'

import type { PaymentUseCases } from '#src/application/payment/load-payment.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** The use-cases of payment; suspends until they are loaded. */
export const usePayment = (): PaymentUseCases => use(useUseCases().loadPayment())
