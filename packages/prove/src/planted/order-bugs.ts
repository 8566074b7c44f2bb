import type { PlantedBug } from './planted-bug.ts'

/** Bugs of orders of several charges, whose price changes. */
export const ORDER_BUGS: readonly PlantedBug[] = [
  {
    name: 'moved-stay-keeps-price',
    what: 'A stay that moves to more or fewer nights keeps its price.',
    change: {
      file: 'packages/server/src/booking/bookings/price-of-move.ts',
      find: 'amountOf: (amount) => amount + online - onlineBefore',
      replace: 'amountOf: (amount) => amount',
    },
    shapes: ['orders', 'begun'],
  },
  {
    name: 'earlier-page-forgotten',
    what: 'Nobody looks after the page to pay on that a hold had before it became dearer.',
    change: {
      file: 'packages/server/src/payments/payment/reprice-hold.ts',
      find: '{ ...left, strayCheckoutIds: [...strayCheckoutIds, checkout.id] }',
      replace: 'left',
    },
    shapes: ['orders'],
  },
  {
    name: 'asked-for-too-much',
    what: 'A charge goes on asking for what is no longer due.',
    change: {
      file: 'packages/engine/src/payments/shared-order.ts',
      find: 'const amount = isOver || left <= 0 ? 0 : Math.min(charge.amount, payable(left, charge))',
      replace:
        'const amount = isOver ? 0 : Math.min(charge.amount, payable(charge.amount, charge))',
    },
    shapes: ['orders', 'balances'],
  },
  {
    name: 'held-deposit-keeps-price',
    what: 'The order of a hold with a deposit keeps the price of its first nights.',
    change: {
      file: 'packages/server/src/payments/payment/reprice-hold.ts',
      find: '    amount: rules.amount,\n    depositAmount: charge.amount,\n',
      replace: '    depositAmount: charge.amount,\n',
    },
    shapes: ['balances'],
  },
  {
    name: 'balance-kept',
    what: 'A stay that is cancelled gets back nothing of its charges.',
    change: {
      file: 'packages/engine/src/payments/shared-order.ts',
      find: 'return giveBack(next, Math.min(Math.max(0, before - keptAmount), overpaid))',
      replace: 'return giveBack(next, Math.min(0, before - keptAmount, overpaid))',
    },
    shapes: ['balances'],
  },
]
