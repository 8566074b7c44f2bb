import type { Store } from '../../src/kernel/ports/store.ts'
import type { KeyedVendor, PaymentVendors } from '../../src/payments/dependencies.ts'

/** Thrown by every call of a process that was killed. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/**
 * A process that is killed at a step, counted from 1: a transaction or a call to a vendor has a moment before it and
 * one after it, at which it is done but nobody knows. From then on nothing that the process calls has an effect, as
 * after a power cut. All state is in the store and at the vendor, so another process can continue.
 */
export function createMortal(killAt: number) {
  let left = killAt
  const pass = (): void => {
    if (left <= 0) throw new Killed()
    left -= 1
    if (left === 0) throw new Killed()
  }
  const alive = (): void => {
    if (left <= 0) throw new Killed()
  }
  const around = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    pass()
    const value = await call()
    pass()
    return value
  }
  const reading = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    alive()
    const value = await call()
    alive()
    return value
  }
  return {
    /** Whether it is still running. */
    isAlive: () => left > 0,
    store: (store: Store): Store => ({
      get: (key, options) => reading(() => store.get(key, options)),
      getMany: (keys, options) => reading(() => store.getMany(keys, options)),
      query: (request) => reading(() => store.query(request)),
      transact: (writes, token) => around(() => store.transact(writes, token)),
      scan: () => store.scan(),
      scanPage: (cursor) => reading(() => store.scanPage(cursor)),
      ping: () => reading(() => store.ping()),
      close: () => store.close(),
    }),
    vendors: (vendors: { readonly stripe: KeyedVendor }): PaymentVendors => ({
      stripe: {
        ...vendors.stripe,
        read: (webhook) => vendors.stripe.read(webhook),
        withKey(key) {
          const vendor = vendors.stripe.withKey(key)
          return {
            kind: vendor.kind,
            openCheckout: (request) => around(() => vendor.openCheckout(request)),
            closeCheckout: (id, by) => around(() => vendor.closeCheckout(id, by)),
            read: (id) => reading(() => vendor.read(id)),
            capture: (id, call) => around(() => vendor.capture(id, call)),
            release: (id, by) => around(() => vendor.release(id, by)),
            refund: (id, call) => around(() => vendor.refund(id, call)),
            findPaymentId: (id) => reading(() => vendor.findPaymentId(id)),
            checkAccess: () => reading(() => vendor.checkAccess()),
          }
        },
      },
    }),
  }
}

/** Whether a failure comes from the end of a process. */
export const isKill = (error: unknown): boolean =>
  error instanceof Killed || (error instanceof AggregateError && error.errors.some(isKill))
