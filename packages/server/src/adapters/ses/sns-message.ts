import { createVerify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { OutboundHttp } from '../../kernel/ports/outbound-http.ts'

/** A message of Amazon SNS with its signature, as an HTTPS subscription receives it. */
export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.string().optional(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
})
export type SnsMessage = z.infer<typeof SnsMessage>

const HOST = /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(?:\.cn)?$/
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-zA-Z]{1,80}\.pem$/

const CERTIFICATE_BYTES = 16_384
const TIMEOUT_MILLISECONDS = 10_000
/** One topic is signed with one certificate at a time. */
const CERTIFICATES_KEPT = 8

/** Whether a URL is one of Amazon SNS itself. */
export function isOfSns(url: string | undefined): url is string {
  if (url === undefined || !URL.canParse(url)) return false
  const { protocol, hostname, port, username } = new URL(url)
  return protocol === 'https:' && port === '' && username === '' && HOST.test(hostname)
}

/** The signed text: these members in this order, each as its name and its value on lines of their own. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : ([
          'Message',
          'MessageId',
          'SubscribeURL',
          'Timestamp',
          'Token',
          'TopicArn',
          'Type',
        ] as const)
  return names
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('')
}

/**
 * Creates a check of the signatures of Amazon SNS. Certificates come from hosts of Amazon SNS alone, over TLS, which is what
 * makes them Amazon's. Rejects if a certificate cannot be read at the moment.
 */
export function createSnsCheck(outbound: Pick<OutboundHttp, 'send'>) {
  const certificates = new Map<string, X509Certificate>()
  const read = async (url: string): Promise<X509Certificate | undefined> => {
    const answer = await outbound.send({
      method: 'GET',
      url,
      headers: {},
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
      bodyBytes: CERTIFICATE_BYTES,
      bodyTaken: 'whole',
    })
    if (!answer.ok) throw new Error(`the certificate of Amazon SNS: ${answer.refusal.detail}`)
    if (answer.value.status !== 200) return undefined
    try {
      return new X509Certificate(answer.value.body)
    } catch {
      return undefined
    }
  }
  const certificateOf = async (url: string): Promise<X509Certificate | undefined> => {
    const known = certificates.get(url)
    if (known) return known
    const found = await read(url)
    if (found === undefined) return undefined
    if (certificates.size >= CERTIFICATES_KEPT) certificates.clear()
    certificates.set(url, found)
    return found
  }
  return async (message: SnsMessage): Promise<boolean> => {
    const { SigningCertURL: url, Signature, SignatureVersion } = message
    if (!isOfSns(url) || !CERTIFICATE_PATH.test(new URL(url).pathname)) return false
    const certificate = await certificateOf(url)
    if (certificate === undefined) return false
    const verify = createVerify(SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    verify.update(signedText(message), 'utf8')
    return verify.verify(certificate.publicKey, Signature, 'base64')
  }
}
