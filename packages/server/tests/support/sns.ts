import { execFileSync } from 'node:child_process'
import { createSign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import type { OutboundHttp } from '../../src/kernel/ports/outbound-http.ts'

const HOST = 'https://sns.eu-central-1.amazonaws.com'

/** The members of a message of Amazon SNS. */
export type SnsFields = Readonly<Record<string, string>>

const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
}

/** A key with its certificate, made by openssl. */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'sns-'))
  const files = ['-keyout', 'sns.key', '-out', 'sns.pem']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=sns', ...files],
    { cwd: folder, stdio: 'ignore' },
  )
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const made = { key: read('sns.key'), certificate: read('sns.pem') }
  rmSync(folder, { recursive: true })
  return made
}

/**
 * Starts Amazon SNS on a real socket of this machine, with a certificate of its own. `outbound` takes requests to Amazon SNS there, and
 * answers requests to other hosts as a server that is down.
 */
export async function startSns(topicArn: string) {
  const { key, certificate } = makeCertificate()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200).end(request.url?.endsWith('.pem') ? certificate : '<Confirmed/>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const real = createOutboundHttp({ allowPrivateNetwork: true })
  const outbound: Pick<OutboundHttp, 'send'> = {
    send: (request) => real.send({ ...request, url: request.url.replace(HOST, local) }),
  }
  const signed = (fields: SnsFields): string => {
    const all: SnsFields = {
      MessageId: 'b8a3f0a4-0000-5000-8000-000000000001',
      TopicArn: topicArn,
      Timestamp: '2026-04-20T08:00:01.000Z',
      SignatureVersion: '2',
      SigningCertURL: `${HOST}/SimpleNotificationService-0123456789abcdef.pem`,
      ...fields,
    }
    const sign = createSign(all.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    for (const name of SIGNED[all.Type ?? ''] ?? []) {
      if (all[name] !== undefined) sign.update(`${name}\n${all[name]}\n`)
    }
    return JSON.stringify({ ...all, Signature: sign.sign(key, 'base64') })
  }
  return {
    outbound,
    /** The paths that were asked for. */
    asked,
    /** A message with its signature. */
    signed,
    /** A notification of Amazon SES about an email. */
    notified: (about: { readonly mark: string; readonly messageId: string }, event: object) =>
      signed({
        Type: 'Notification',
        Subject: 'Amazon SES Email Event Notification',
        Message: JSON.stringify({
          mail: {
            messageId: '0102018f',
            headers: [
              { name: 'From', value: 'mail@example.com' },
              { name: 'Message-ID', value: `<${about.messageId}@example.com>` },
              { name: 'X-Holdfast-Mark', value: about.mark },
            ],
          },
          ...event,
        }),
      }),
    async close() {
      await real.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
