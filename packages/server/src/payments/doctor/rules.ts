import { orderRule } from './orders.ts'
import { paymentDueRule, paymentRule } from './payments.ts'

/** The rules of the doctor about several items of this context. */
export const PAYMENT_RULES = [paymentRule, paymentDueRule, orderRule] as const
