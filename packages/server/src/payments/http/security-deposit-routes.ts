import { Booking, NoInput, SecurityDepositCapture } from '@holdfast/contracts'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import type { PaymentTaskDependencies } from '../payment/payment-dependencies.ts'
import { captureDeposit, releaseDeposit } from '../security/decide-deposit.ts'

const endpoint = accountEndpointOf('Payments')
const common = {
  method: 'post',
  params: idParam('booking'),
  honoursIfMatch: true,
} as const
const path = '/v1/bookings/{id}/security-deposit'

/** Endpoints by which staff decide about the security deposit of a stay. */
export const securityDepositEndpoints = ({
  deps,
}: HttpContext<PaymentTaskDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    ...common,
    path: `${path}/capture`,
    operationId: 'captureSecurityDeposit',
    summary: 'Take a part or all of a security deposit',
    description:
      'Only while it is `authorized`, and once; the rest is released. The booker reads the reason. The money is taken in the background; `security_deposit.updated` reports it. Repeating the call changes nothing.',
    body: SecurityDepositCapture,
    answers: {
      202: {
        description: 'The booking, before the money is taken.',
        schema: Booking,
        isNowhere: true,
      },
    },
    problems: ['security_deposit_not_held', 'payment_unavailable'],
    perform: ({ caller, params: { id }, body }) => captureDeposit(deps, caller, id, body),
    answer: (booking) => resource(bookingRepresentation(booking), 202),
  }),
  endpoint({
    ...common,
    path: `${path}/release`,
    operationId: 'releaseSecurityDeposit',
    summary: 'Release a security deposit',
    description:
      'What is reserved on the card is given back in the background, and what is due is no longer asked for. By itself, a deposit is released two days after the departure, and when the stay is cancelled. Repeating the call changes nothing.',
    body: NoInput,
    answers: {
      202: {
        description: 'The booking, before the money is released.',
        schema: Booking,
        isNowhere: true,
      },
    },
    problems: ['security_deposit_not_held'],
    perform: ({ caller, params: { id } }) => releaseDeposit(deps, caller, id),
    answer: (booking) => resource(bookingRepresentation(booking), 202),
  }),
]
