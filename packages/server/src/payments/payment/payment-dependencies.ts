import type { PaymentsOfBookings } from '../../booking/ports/payments.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { PaymentsDependencies } from '../dependencies.ts'

/** What use cases need that call a payment vendor. */
export interface PaymentTaskDependencies extends PaymentsDependencies, PaymentsOfBookings {
  /** The address of this server, for the pages on which bookers pay. */
  readonly publicUrl: string
  /** A number in `[0, 1)`, for the jitter of retries. */
  readonly random: () => number
}

/** The page of this server on which a booker pays. */
export const payPageUrl = (publicUrl: string, paymentId: string): string =>
  `${publicUrl}/pay/${paymentId}`

/** What recording a payment needs. */
export type RecordDependencies = Dependencies & Pick<PaymentTaskDependencies, 'publicUrl'>
