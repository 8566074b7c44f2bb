import { BookingSmsList, BookingSmsListQuery } from '@holdfast/contracts'
import { page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { listSms, smsRepresentation } from '../sms/list-sms.ts'

/** The endpoint for the SMS about a booking. */
export const smsEndpoint = ({ deps }: HttpContext): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: '/v1/bookings/{id}/sms',
    operationId: 'listBookingSms',
    tag: 'Messages',
    summary: 'List the SMS about a booking, the oldest first',
    description:
      'What a booker without an email address was told by SMS, until 30 days after the booking. Without numbers and texts, which are not stored.',
    access: 'account',
    params: idParam('booking'),
    query: BookingSmsListQuery,
    answers: { 200: { description: 'A page of SMS.', schema: BookingSmsList } },
    perform: ({ caller, params, query }) => listSms(deps, caller, params.id, pageOf(query)),
    answer: (listed) => page(listed, smsRepresentation),
  })
