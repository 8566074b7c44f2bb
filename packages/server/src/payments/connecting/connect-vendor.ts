import type { Payment } from '@holdfast/engine'
import { ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { SecretBox } from '../../kernel/ports/secret-box.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commit } from '../../kernel/transaction.ts'
import {
  type PaymentConnection,
  paymentConnectionEntity,
  paymentConnectionId,
  readPaymentConnection,
} from '../connection/payment-connection.ts'
import { openSecret } from '../connection/sealed-secrets.ts'
import {
  isKeyed,
  type KeyedVendor,
  type KeylessVendor,
  type PaymentsDependencies,
} from '../dependencies.ts'
import { paymentsOfAccountRange } from '../keys.ts'
import { paymentEntity } from '../payment/payment-entity.ts'
import type { PaymentVendor, PaymentVendorKind, VendorFailure } from '../ports/payment-vendor.ts'

/** How many open payments are looked for at most. */
const MOST_NAMED = 20

/**
 * The payments of an account on which the task still has work to do, oldest first, at most 20. It reads all payments
 * of the account.
 */
async function findOpenPayments(
  { store }: { readonly store: Pick<Store, 'query'> },
  accountId: string,
): Promise<readonly Payment[]> {
  const open: Payment[] = []
  let cursor: string | undefined
  do {
    const page = await store.query({
      ...paymentsOfAccountRange(accountId),
      limit: 100,
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    })
    for (const item of page.items) {
      const payment = paymentEntity.decode(item)
      if (payment.dueEpochMilliseconds !== undefined) open.push(payment)
    }
    cursor = page.cursor
  } while (cursor !== undefined && open.length < MOST_NAMED)
  return open.slice(0, MOST_NAMED)
}

/** What an account sends to connect its payment vendor. */
export interface VendorInput {
  readonly kind: PaymentVendorKind
  /** Absent: the stored key stays. */
  readonly restrictedKey?: string | undefined
  /** Absent: the stored secret stays. Null removes it. */
  readonly webhookSecret?: string | null | undefined
}

type Answer = Result<PaymentConnection, Refusal>

/** Reads the connection of the caller's account. */
export async function getPaymentConnection(
  deps: PaymentsDependencies,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<Answer> {
  const connection = await readPaymentConnection(deps, accountId)
  return connection ? ok(connection) : notFound('payment_connection', accountId)
}

/**
 * Connects the account to a vendor, or changes the key. The key is checked at the vendor before. While payments are
 * open, the vendor stays the same, and a new key must see them.
 */
export function connectVendor(
  deps: PaymentsDependencies,
  caller: Caller<PaymentConnection>,
  input: VendorInput,
): Promise<Answer> {
  return retryOnConflict(`payment connection of ${caller.accountId}`, async () => {
    const before = await readPaymentConnection(deps, caller.accountId)
    const stale = before && versionMismatch(caller, before.version)
    if (stale) return stale
    const adapter = deps.paymentVendors?.[input.kind]
    if (adapter === undefined) return refuse({ code: 'payment_kind_unavailable', kind: input.kind })
    const decided = isKeyed(adapter)
      ? await withSecrets(deps, adapter, caller.accountId, before, input)
      : withoutSecrets(adapter, caller.accountId, input)
    if (!decided.ok) return decided
    const { vendor, secrets } = decided.value
    const reachable = await checkVendor(deps, caller.accountId, vendor, before)
    if (!reachable.ok) return reachable
    const now = epochSeconds(deps.clock)
    const after: PaymentConnection = {
      accountId: caller.accountId,
      version: (before?.version ?? 0) + 1,
      kind: input.kind,
      ...secrets,
      createdAtEpochSeconds: before?.createdAtEpochSeconds ?? now,
      updatedAtEpochSeconds: now,
    }
    const connection = paymentConnectionEntity.put(before, after)
    const named = { ...after, id: paymentConnectionId(caller.accountId) }
    const committed = await commit(deps, caller, { connection }, named)
    return answerOf(committed, after)
  })
}

/** A vendor to check, and what is stored of it. */
interface Decided {
  readonly vendor: PaymentVendor
  readonly secrets: Pick<PaymentConnection, 'isLive' | 'sealedKey' | 'sealedWebhookSecret'>
}

function withoutSecrets(
  vendor: KeylessVendor,
  accountId: string,
  { restrictedKey, webhookSecret }: VendorInput,
): Result<Decided, Refusal> {
  if (restrictedKey !== undefined)
    return invalid('/restrictedKey', 'Simulated payments have no key.')
  if (typeof webhookSecret === 'string') {
    return invalid('/webhookSecret', 'Simulated payments have no webhook.')
  }
  return ok({ vendor: vendor.forAccount(accountId), secrets: { isLive: false } })
}

async function withSecrets(
  { secretBox }: PaymentsDependencies,
  vendor: KeyedVendor,
  accountId: string,
  before: PaymentConnection | undefined,
  input: VendorInput,
): Promise<Result<Decided, Refusal>> {
  if (secretBox === undefined) return refuse({ code: 'payment_kind_unavailable', kind: input.kind })
  const stored = before?.kind === input.kind ? before : undefined
  const seal = (secret: string) => secretBox.seal(secret, paymentConnectionId(accountId))
  const key = input.restrictedKey ?? (await storedKey({ secretBox }, stored))
  if (key === undefined) {
    return invalid('/restrictedKey', `is required to connect ${vendor.title}`)
  }
  const { webhookSecret } = input
  const keptSecret = webhookSecret === undefined ? stored?.sealedWebhookSecret : undefined
  const sealedWebhookSecret =
    typeof webhookSecret === 'string' ? await seal(webhookSecret) : keptSecret
  return ok({
    vendor: vendor.withKey(key),
    secrets: {
      isLive: vendor.isLive(key),
      sealedKey: await seal(key),
      ...(sealedWebhookSecret !== undefined && { sealedWebhookSecret }),
    },
  })
}

/** The stored key; undefined if there is none, or the vault keys do not open it, so that a new one replaces it. */
async function storedKey(
  box: { readonly secretBox: SecretBox },
  stored: PaymentConnection | undefined,
): Promise<string | undefined> {
  if (stored?.sealedKey === undefined) return undefined
  return await openSecret(box, stored, stored.sealedKey).catch(() => undefined)
}

function refusalOf(failure: VendorFailure): Refusal {
  return failure.kind === 'denied'
    ? {
        code: 'validation_failed',
        errors: [{ pointer: '/restrictedKey', message: failure.message }],
      }
    : { code: 'payment_unavailable' }
}

/** Checks the key at the vendor, and that it sees the payments that are open. */
async function checkVendor(
  deps: PaymentsDependencies,
  accountId: string,
  vendor: PaymentVendor,
  before: PaymentConnection | undefined,
): Promise<Result<void, Refusal>> {
  const access = await vendor.checkAccess()
  if (!access.ok) return refuse(refusalOf(access.failure))
  if (before === undefined) return ok(undefined)
  const open = await findOpenPayments(deps, accountId)
  const inUse = open.filter(({ checkout }) => checkout !== undefined)
  const paymentIds = open.map(({ id }) => id)
  if (before.kind !== vendor.kind) {
    return inUse.length === 0 ? ok(undefined) : refuse({ code: 'payments_open', paymentIds })
  }
  const [payment] = inUse
  if (payment?.checkout === undefined) return ok(undefined)
  const seen = await vendor.read(payment.checkout.id)
  if (seen.ok) return ok(undefined)
  if (seen.failure.kind !== 'refused') return refuse(refusalOf(seen.failure))
  return refuse({ code: 'payments_open', paymentIds })
}

/** Disconnects the vendor and deletes its key. Refused while payments are open. */
export function disconnectVendor(
  deps: PaymentsDependencies,
  caller: Caller<PaymentConnection>,
): Promise<Answer> {
  return retryOnConflict(`payment connection of ${caller.accountId}`, async () => {
    const before = await readPaymentConnection(deps, caller.accountId)
    if (before === undefined) return notFound('payment_connection', caller.accountId)
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const open = await findOpenPayments(deps, caller.accountId)
    if (open.length > 0) {
      return refuse({ code: 'payments_open', paymentIds: open.map(({ id }) => id) })
    }
    const named = { ...before, id: paymentConnectionId(caller.accountId) }
    const writes = { connection: paymentConnectionEntity.remove(before) }
    const committed = await commit(deps, caller, writes, named)
    return answerOf(committed, before)
  })
}
