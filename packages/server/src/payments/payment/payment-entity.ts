import { PAYMENT_STATUSES, type Payment } from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Store, Write } from '../../kernel/ports/store.ts'
import { paymentDueKey, paymentIndexKeys, paymentKey } from '../keys.ts'

const STEP_ATTRIBUTES = {
  key: z.string(),
  refundedBefore: z.exactOptional(z.int()),
  expiresAtEpochSeconds: z.exactOptional(z.int()),
}

const STEP = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), amount: z.exactOptional(z.int()), ...STEP_ATTRIBUTES }),
  z.object({ kind: z.literal('close'), checkoutId: z.string(), ...STEP_ATTRIBUTES }),
  z.object({ kind: z.literal('release'), authorizationId: z.string(), ...STEP_ATTRIBUTES }),
  z.object({
    kind: z.enum(['capture', 'refund']),
    authorizationId: z.string(),
    amount: z.int(),
    ...STEP_ATTRIBUTES,
  }),
])

const TRUTH = z.object({
  checkout: z.enum(['open', 'complete', 'expired']),
  authorizationId: z.exactOptional(z.string()),
  status: z.enum(['none', 'processing', 'authorized', 'captured', 'released', 'failed']),
  amountAuthorized: z.int(),
  amountCaptured: z.int(),
  amountRefunded: z.int(),
  isDisputed: z.boolean(),
})

/** The item of a payment. `GSI1`: payments of an account by their creation. */
export const paymentEntity = defineEntity<Payment, 'id'>({
  name: 'payment',
  key: ({ id }) => paymentKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId, createdAtEpochSeconds }) => ({
    GSI1: [
      paymentIndexKeys.paymentsOfAccount(accountId),
      paymentIndexKeys.createdAndId(createdAtEpochSeconds, id),
    ],
  }),
  schema: z.object({
    accountId: z.string(),
    bookingId: z.string(),
    orderId: z.exactOptional(z.string()),
    isOfBooking: z.exactOptional(z.literal(true)),
    isSecurityDeposit: z.exactOptional(z.literal(true)),
    version: z.int(),
    amount: z.int(),
    currency: z.string(),
    title: z.string(),
    terms: z.object({
      onCaptureFailure: z.enum(['keep', 'cancel']),
      captureFailureMinutes: z.int(),
      refunds: z.array(
        z.object({
          untilMinutesBefore: z.int(),
          percent: z.int(),
          keptAmount: z.exactOptional(z.int()),
        }),
      ),
    }),
    desired: z.union([
      z.object({ kind: z.enum(['none', 'void', 'captured']) }),
      z.object({ kind: z.literal('refunded'), amount: z.int() }),
    ]),
    status: z.enum(PAYMENT_STATUSES),
    checkout: z.exactOptional(
      z.object({
        id: z.string(),
        url: z.string(),
        openedAtEpochSeconds: z.int(),
        expiresAtEpochSeconds: z.int(),
        amount: z.exactOptional(z.int()),
      }),
    ),
    strayCheckoutIds: z.exactOptional(z.array(z.string())),
    truth: z.exactOptional(TRUTH),
    step: z.exactOptional(STEP),
    captureRefusalCount: z.exactOptional(z.int()),
    failure: z.exactOptional(z.object({ code: z.string(), message: z.string() })),
    failedAtEpochSeconds: z.exactOptional(z.int()),
    failedCallCount: z.exactOptional(z.int()),
    dueEpochMilliseconds: z.exactOptional(z.number()),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
})

const duePaymentAttributes = z.object({
  version: z.literal(1),
  paymentId: z.string(),
  accountId: z.string(),
  dueEpochMilliseconds: z.number(),
  /** True if the entry only wakes the task. */
  isWakeUp: z.exactOptional(z.boolean()),
})

/**
 * A queue entry: a payment that is due to be looked at. A payment has one at its `dueEpochMilliseconds`; further ones
 * wake the task, and it deletes them.
 */
export type DuePayment = AttributesOf<typeof duePaymentAttributes>

/** The item of a payment in the queue. */
export const duePaymentEntity = defineEntity<DuePayment>({
  name: 'due payment',
  key: ({ paymentId, dueEpochMilliseconds, isWakeUp }) =>
    paymentDueKey(paymentId, dueEpochMilliseconds, isWakeUp),
  inKey: {},
  schema: duePaymentAttributes,
})

/** The queue entry of a payment at a time. */
export const duePaymentOf = (
  { id, accountId }: Pick<Payment, 'id' | 'accountId'>,
  dueEpochMilliseconds: number,
): DuePayment => ({ version: 1, paymentId: id, accountId, dueEpochMilliseconds })

/** Reads a payment; sees every acknowledged write. */
export const readPayment = (
  { store }: { readonly store: Pick<Store, 'get'> },
  paymentId: string,
): Promise<Payment | undefined> => paymentEntity.read(store, paymentKey(paymentId))

/** The name of a write of a payment in its transaction. */
export type PaymentWriteName = 'item' | 'oldDue' | 'newDue'

/**
 * The writes of a change of a payment, on condition that it has not changed: the item, and its entry in the queue.
 * `before` is absent for a new payment.
 */
export function paymentWrites(
  before: Payment | undefined,
  after: Payment,
): Readonly<Partial<Record<PaymentWriteName, Write>>> {
  const had = before?.dueEpochMilliseconds
  const has = after.dueEpochMilliseconds
  return {
    item: paymentEntity.put(before, after),
    ...(had !== undefined &&
      had !== has && { oldDue: duePaymentEntity.discard(duePaymentOf(after, had)) }),
    ...(has !== undefined &&
      had !== has && { newDue: duePaymentEntity.create(duePaymentOf(after, has)) }),
  }
}
