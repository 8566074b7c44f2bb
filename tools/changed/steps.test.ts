import { expect, test } from 'vitest'
import { nearestFirst } from './steps.ts'

const at = (path: string): string => `packages/server/src/${path}`

test('the tests of the changed context come first, then the nearest of the others', () => {
  const steps = new Map([
    [at('booking/slots/slots.ts'), 0],
    [at('payments/orders/order.test.ts'), 1],
    [at('booking/http/routes.test.ts'), 5],
    [at('delivery/mails/mail.test.ts'), 3],
    [at('booking/slots/slots.test.ts'), 1],
  ])
  expect(nearestFirst(steps, [at('booking/slots/slots.ts')])).toEqual([
    at('booking/slots/slots.test.ts'),
    at('booking/http/routes.test.ts'),
    at('payments/orders/order.test.ts'),
    at('delivery/mails/mail.test.ts'),
  ])
})
