import type { Sample } from './sample.ts'

/** The calls of an order that would succeed as they stand. */
export const orderSamples = (path: string): readonly Sample[] => [
  { operationId: 'getOrder', method: 'GET', path },
  {
    operationId: 'createOrderPayment',
    method: 'POST',
    path: `${path}/payments`,
    body: { method: 'cash', amount: 1000 },
  },
  {
    operationId: 'createOrderLine',
    method: 'POST',
    path: `${path}/lines`,
    body: { reason: 'Late checkout', amount: 1500 },
  },
]
