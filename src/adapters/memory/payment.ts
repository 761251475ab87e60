import type { MemoryAccounts, MemoryClient } from '#src/adapters/memory/accounts.ts'
import type { MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import { createMemoryNetwork, type MemoryNetwork } from '#src/adapters/memory/network.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { Checkout, PaymentPorts, PaymentsGateway } from '#src/application/payment/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import { isSameKey } from '#src/domain/identity/account.ts'
import { toExpiry } from '#src/domain/identity/account-expiry.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import type { CheckoutOutcome } from '#src/domain/payment/checkout-machine.ts'
import {
  type CheckoutOrder,
  type NewOrder,
  nextOrderStatus,
  type OrderKey,
  type OrderProgress,
  type OrderRequest,
  orderStateAt,
  type PaymentOrder,
  type TransactionState,
} from '#src/domain/payment/order.ts'
import { findPlan } from '#src/domain/payment/plans.ts'
import { previewTerm, termAfter } from '#src/domain/payment/term.ts'
import { ok } from '#src/domain/result.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

/** The card data that the provider sends. */
export interface MemoryCard {
  readonly card?: string
  readonly authorization?: string
  readonly reason?: string
}

export interface StoredOrder {
  readonly order: Omit<PaymentOrder, keyof OrderProgress> & OrderProgress
  readonly access: string
  readonly clientId: string | null
}

/** A simulated payment service. All browsers share its orders. */
interface MemoryPaymentService {
  /** Creates the ports of a browser; `findClient` returns the client of the session. */
  browser(findClient: () => MemoryClient | null): MemoryPaymentPorts
}

interface MemoryPayments extends PaymentsGateway {
  /** Applies a transaction as the provider does. Ignores an unknown or approved order. */
  settle(reference: string, transaction: TransactionState, card?: MemoryCard): void
}

export interface MemoryPaymentPorts extends PaymentPorts {
  readonly payments: MemoryPayments
  readonly checkout: MemoryCheckout
}

interface MemoryPaymentDeps {
  readonly accounts: Pick<MemoryAccounts, 'findByEmail' | 'findById' | 'change'>
  readonly humanCheck: Pick<MemoryHumanCheck, 'accepts'>
  /** The real clock. */
  readonly clock: Clock
  readonly network?: MemoryNetwork
  /** The orders, oldest first. */
  readonly state?: State<readonly StoredOrder[]>
}

const REFERENCE_DIGITS = 6

/** Creates a payment service without orders (D78). */
export function createMemoryPayment({
  accounts,
  humanCheck,
  clock,
  network = createMemoryNetwork(),
  state = createState<readonly StoredOrder[]>([]),
}: MemoryPaymentDeps): MemoryPaymentService {
  const { replyOk, replyWith } = network
  const orders = state.getSnapshot
  const findStored = (reference: string) => orders().find(({ order }) => order.reference === reference)
  let lastKey = 0
  /** The requests and their orders by idempotency key. */
  const createdOrders = new Map<string, OrderRequest & { readonly order: NewOrder }>()

  function createReference(): string {
    const number = String(orders().length + 1).padStart(REFERENCE_DIGITS, '0')
    return `MD-${toDate(clock.now()).slice(0, 4)}-${number}`
  }

  /** Finds the end of the account; without one, the end of the last paid order, or null. */
  function findEnd({ email }: Pick<PaymentOrder, 'email'>, client: MemoryClient | null): Instant | null {
    if (client?.expiresAt) return client.expiresAt
    const ownOrders = orders().filter(({ clientId, order }) =>
      client === null ? clientId === null && isSameKey(order.email, email) : clientId === client.id,
    )
    const ends = ownOrders.flatMap(({ order: { term } }) => (term === null ? [] : [toExpiry(term.until)]))
    return ends.length === 0 ? null : Math.max(...ends)
  }

  function approve(stored: StoredOrder): StoredOrder {
    const { order } = stored
    const client = stored.clientId === null ? accounts.findByEmail(order.email) : accounts.findById(stored.clientId)
    const term = termAfter(findEnd(order, client), toDate(clock.now()), findPlan(order.plan).months)
    if (client !== null && client.expiresAt !== null) accounts.change(client.id, { expiresAt: toExpiry(term.until) })
    return { ...stored, order: { ...order, term }, clientId: client?.id ?? null }
  }

  function settle(reference: string, transaction: TransactionState, card: MemoryCard = {}) {
    const stored = findStored(reference)
    if (!stored || stored.order.status === 'approved') return
    const status = nextOrderStatus(stored.order.status, transaction)
    const current = status === 'approved' ? approve(stored) : stored
    const order = {
      ...current.order,
      status,
      at: clock.now(),
      isAttempted: true,
      card: card.card ?? null,
      authorization: card.authorization ?? null,
      reason: status === 'rejected' ? (card.reason ?? null) : null,
    }
    state.set(orders().map((one) => (one === stored ? { ...current, order } : one)))
  }

  /** Returns the order with its current status. */
  function toOrder({ order: { createdAt, isAttempted, status, at, ...order } }: StoredOrder): PaymentOrder {
    return { ...order, ...orderStateAt({ createdAt, isAttempted, status, at }, clock.now()) }
  }

  function findOrder({ reference, access }: OrderKey, client: MemoryClient | null): PaymentOrder | null {
    const stored = findStored(reference)
    if (!stored) return null
    const order = toOrder(stored)
    if (client !== null && stored.clientId === client.id) return order
    if (access !== stored.access) return null
    // Only the client may see the term of an account.
    return stored.clientId === null ? order : { ...order, term: null }
  }

  function addOrder({ plan, email }: OrderRequest, key: string, client: MemoryClient | null, mailAddress: string) {
    const { base, tax, total } = findPlan(plan)
    const reference = createReference()
    const access = `ac-${orders().length + 1}`
    const order: StoredOrder['order'] = {
      reference,
      plan,
      base,
      tax,
      total,
      status: 'pending',
      at: clock.now(),
      createdAt: clock.now(),
      isAttempted: false,
      email: mailAddress,
      term: null,
      card: null,
      authorization: null,
      reason: null,
    }
    state.set([...orders(), { order, access, clientId: client?.id ?? null }])
    const newOrder = { reference, access, plan, base, tax, total }
    createdOrders.set(key, { plan, email, order: newOrder })
    return ok(newOrder)
  }

  /** Replies to a repeated request; null to a new one. */
  function repeatOrder({ plan, email }: OrderRequest, key: string) {
    const repeated = createdOrders.get(key)
    if (repeated === undefined) return null
    return repeated.plan === plan && repeated.email === email ? ok(repeated.order) : rejectWith(409)
  }

  const createPayments = (findClient: () => MemoryClient | null): MemoryPayments => ({
    settle,

    createOrder: (request, proof, key, signal) =>
      replyWith(signal, () => {
        const client = findClient()
        const mailAddress = normalizeText(request.email ?? '') || (client?.email ?? '')
        if (!isEmail(mailAddress) || !humanCheck.accepts(proof)) return rejectWith(400)
        return repeatOrder(request, key) ?? addOrder(request, key, client, mailAddress)
      }),

    findOrder: (key, signal) => replyOk(signal, () => findOrder(key, findClient())),

    listOrders: (signal) =>
      replyWith(signal, () => {
        const client = findClient()
        if (client === null) return rejectWith(401)
        const ownOrders = orders().filter(({ clientId }) => clientId === client.id)
        return ok(ownOrders.map(toOrder).toReversed())
      }),

    previewTerm: (plan, signal) =>
      replyWith(signal, () => {
        const client = findClient()
        if (client === null) return rejectWith(401)
        return ok(previewTerm(findEnd(client, client), toDate(clock.now()), findPlan(plan).months))
      }),
  })

  return {
    browser: (findClient) => ({
      payments: createPayments(findClient),
      checkout: createMemoryCheckout(),
      newKey() {
        lastKey += 1
        return `payment-key-${lastKey}`
      },
    }),
  }
}

/**
 * The outcome that a test sets. With `open` the provider's window is open until the attempt is
 * aborted.
 */
export type MemoryOutcome = CheckoutOutcome | 'open'

/** A checkout with an outcome that the test sets; `leaving` by default. */
interface MemoryCheckout extends Checkout {
  /** The orders passed to `open`. */
  openedOrders(): readonly CheckoutOrder[]
  setOutcome(outcome: MemoryOutcome): void
  /** Number of calls of `prepare` without an aborted signal. */
  prepareCount(): number
  /** Delays the load of the provider's script until `finishLoading`. */
  blockLoading(): void
  finishLoading(): void
}

export function createMemoryCheckout(kind: Checkout['kind'] = 'sandbox'): MemoryCheckout {
  const passedOrders: CheckoutOrder[] = []
  let outcome: MemoryOutcome = 'leaving'
  let preparations = 0
  let loading = Promise.resolve(true)
  let finishLoading = () => {}
  return {
    kind,
    isOverPage: kind === 'epayco',
    async prepare(signal) {
      if (!signal.aborted) preparations += 1
    },
    load: () => loading,
    async open(order, signal) {
      if (signal.aborted) return 'closed'
      passedOrders.push(order)
      if (outcome !== 'open') return outcome
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('closed'), { once: true }))
    },
    openedOrders: () => [...passedOrders],
    setOutcome: (next) => {
      outcome = next
    },
    prepareCount: () => preparations,
    blockLoading: () => {
      loading = new Promise((resolve) => {
        finishLoading = () => resolve(true)
      })
    },
    finishLoading: () => finishLoading(),
  }
}
