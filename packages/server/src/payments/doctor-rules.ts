import { orderRule } from './orders/doctor-orders.ts'
import { paymentDueRule, paymentRule } from './payment/doctor-payments.ts'

/** The rules of the doctor about several items of this context. */
export const PAYMENT_RULES = [paymentRule, paymentDueRule, orderRule] as const
