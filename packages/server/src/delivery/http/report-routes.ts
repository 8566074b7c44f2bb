import { NoInput } from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import type { ReportDependencies } from '../ports/message-reports.ts'
import { receiveReports } from '../sent/receive-report.ts'
import { SMS_REPORT_PATH } from '../sms/report-url.ts'

const endpoint = endpointOf('Messages')

/** The largest report that is read. Amazon SNS sends at most 256 KiB. */
const REPORT_BYTES = 300 * 1024

const received = {
  200: { description: 'The report was received.', schema: NoInput },
} as const
const answer = () => ({
  status: 200,
  body: '{}',
  headers: { 'content-type': 'application/json' },
})

/** Endpoints to which mail services and gateways report what became of messages. */
export const reportEndpoints = ({
  deps,
}: HttpContext<ReportDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/messages/ses-notifications',
    operationId: 'receiveSesNotification',
    summary: 'Receive a notification of Amazon SES',
    description:
      'Amazon SNS calls this with bounces, complaints and deliveries, signed. Only the topic of `HOLDFAST_SES_TOPIC_ARN` is taken; its subscription is confirmed by itself.',
    access: 'public',
    file: { mediaTypes: ['text/plain'], bytes: REPORT_BYTES },
    answers: received,
    problems: ['signature_invalid'],
    perform: async ({ file }) => receiveReports(deps, await deps.mailReports?.read(file)),
    answer,
  }),
  endpoint({
    method: 'post',
    path: SMS_REPORT_PATH,
    operationId: 'receiveSmsReport',
    summary: 'Receive a delivery report of the SMS gateway',
    description:
      'The gateway calls this with what became of an SMS, signed with `X-Twilio-Signature`. The server gave it the address with the SMS.',
    access: 'public',
    query: z.strictObject({
      mark: z
        .string()
        .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' })
        .openapi({ description: 'The mark of the receiver.', example: '0'.repeat(64) }),
      message: z
        .string()
        .regex(/^[A-Za-z0-9_.]{1,120}$/, { error: 'must be the id of an SMS' })
        .openapi({
          description: 'The id of the SMS.',
          example: 'evn_01kqs3v7m8e2f4g6h8j0k2m4n6.sms',
        }),
    }),
    headers: z.object({
      'x-twilio-signature': z.string().max(200).optional().describe('The signature.'),
    }),
    file: { mediaTypes: ['application/x-www-form-urlencoded'], bytes: REPORT_BYTES },
    answers: received,
    problems: ['signature_invalid'],
    perform: async ({ query: { mark, message: messageId }, headers, file: body }) => {
      const signature = headers['x-twilio-signature'] ?? ''
      const report = deps.smsReports?.read({ mark, messageId, body, signature })
      return await receiveReports(deps, report)
    },
    answer,
  }),
]
