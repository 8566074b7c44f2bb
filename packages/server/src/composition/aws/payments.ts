import { systemClock } from '../../adapters/system/clock.ts'
import type { PaymentsDependencies } from '../../payments/dependencies.ts'
import { openKeyedVendors } from '../payment-vendors.ts'
import type { AwsBase } from './base.ts'
import { openSecretBox } from './webhook-sender.ts'

/** Opens the payment vendors, and the box with the keys of accounts. Without vault keys, no account can connect one. */
export const openPayments = (
  base: Pick<AwsBase, 'secretValues'>,
): Pick<PaymentsDependencies, 'paymentVendors' | 'secretBox'> => ({
  paymentVendors: openKeyedVendors(systemClock),
  ...openSecretBox(base),
})
