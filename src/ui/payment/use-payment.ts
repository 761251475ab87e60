import { use } from 'react'

import type { PaymentUseCases } from '#src/application/payment/load-payment.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Returns the use-cases of payment; suspends while they load. */
export const usePayment = (): PaymentUseCases => use(useUseCases().loadPayment())
