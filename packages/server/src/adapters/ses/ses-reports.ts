import { z } from 'zod'
import {
  MARK_HEADER,
  type MailReportReader,
  type MessageReport,
} from '../../delivery/ports/message-reports.ts'
import type { OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import { createSnsCheck, isOfSns, SnsMessage } from './sns-message.ts'

/** Which notifications of Amazon SES are taken. */
export interface SesReportSettings {
  /** The ARN of the topic: anybody can have Amazon SNS sign messages of a topic of their own. */
  readonly topicArn: string
}

const SesNotification = z.object({
  /** Of a configuration set. */
  eventType: z.string().optional(),
  /** Of an identity. */
  notificationType: z.string().optional(),
  mail: z.object({
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: z.array(z.object({ status: z.string().optional() })).optional(),
    })
    .optional(),
  complaint: z.object({ complaintFeedbackType: z.string().nullish() }).optional(),
})
type SesNotification = z.infer<typeof SesNotification>

const TIMEOUT_MILLISECONDS = 10_000
const ANSWER_BYTES = 65_536
const MARK = /^[0-9a-f]{64}$/

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The mark and the id of the email that a notification is about. Undefined: another program sent it. */
function subjectOf({ mail: { headers = [] } }: SesNotification) {
  const header = (wanted: string) =>
    headers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.value
  const mark = header(MARK_HEADER)
  const [, messageId] = /^<?([^@<>\s]+)@/.exec(header('Message-ID') ?? '') ?? []
  if (mark === undefined || !MARK.test(mark) || messageId === undefined) return undefined
  return { mark, messageId }
}

function reportIn(notification: SesNotification): MessageReport | undefined {
  const subject = subjectOf(notification)
  if (subject === undefined) return undefined
  const { bounce, complaint } = notification
  switch (notification.eventType ?? notification.notificationType) {
    case 'Delivery':
      return { ...subject, state: 'delivered' }
    case 'Complaint':
      // Somebody took the email out of their spam.
      if (complaint?.complaintFeedbackType === 'not-spam') return undefined
      return { ...subject, state: 'complained', suppresses: 'complained' }
    case 'Bounce': {
      const status = bounce?.bouncedRecipients?.[0]?.status
      const words = [bounce?.bounceType, bounce?.bounceSubType, status].filter(Boolean).join(' ')
      const isPermanent = bounce?.bounceType === 'Permanent'
      return {
        ...subject,
        state: 'bounced',
        reason: words.slice(0, 200),
        ...(isPermanent && { suppresses: 'bounced' }),
      }
    }
    default:
      return undefined
  }
}

/** Creates a reader of notifications of Amazon SES that come through Amazon SNS. It confirms the subscription of its topic by itself. */
export function createSesReports(
  outbound: Pick<OutboundHttp, 'send'>,
  { topicArn }: SesReportSettings,
): MailReportReader {
  const isSigned = createSnsCheck(outbound)
  const confirm = async (url: string | undefined): Promise<void> => {
    if (!isOfSns(url)) return
    const answer = await outbound.send({
      method: 'GET',
      url,
      headers: {},
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
      bodyBytes: ANSWER_BYTES,
      bodyTaken: 'beginning',
    })
    if (!answer.ok) throw new Error(`the subscription at Amazon SNS: ${answer.refusal.detail}`)
  }
  return {
    async read(body) {
      const read = SnsMessage.safeParse(parsed(Buffer.from(body).toString('utf8')))
      if (!read.success || read.data.TopicArn !== topicArn) return undefined
      const message = read.data
      if (!(await isSigned(message))) return undefined
      if (message.Type === 'SubscriptionConfirmation') await confirm(message.SubscribeURL)
      if (message.Type !== 'Notification') return []
      const notification = SesNotification.safeParse(parsed(message.Message))
      const report = notification.success ? reportIn(notification.data) : undefined
      return report ? [report] : []
    },
  }
}
