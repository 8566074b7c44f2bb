import { join } from 'node:path'
import { createIcalPool, type WorkerPool } from '../adapters/ical/worker-pool.ts'
import { createMailbox, type Mailbox } from '../adapters/mail/mailbox.ts'
import { createSmtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { createOutboundHttp } from '../adapters/outbound/outbound-http.ts'
import { type ClosablePhotoMaker, createPhotoMaker } from '../adapters/photos/photo-maker.ts'
import { createWebhookSender } from '../adapters/webhooks/sender.ts'
import type { Mailer } from '../delivery/ports/mailer.ts'
import type { WebhookSender } from '../delivery/ports/webhook-sender.ts'
import { createPublications, type Publications } from '../kernel/events/publications.ts'
import type { OutboundHttp } from '../kernel/ports/outbound-http.ts'
import type { Store } from '../kernel/ports/store.ts'
import type { Config } from './config.ts'
import type { CrashPoints } from './crash-points.ts'
import { type OpenedVault, openVault } from './open-vault.ts'

/** The server's connections to other systems, except its store. */
export interface Integrations {
  readonly mailer: Mailer
  /** Present if emails are stored instead of sent. */
  readonly mailbox: Mailbox | undefined
  readonly outbound: OutboundHttp
  readonly webhookSender: WebhookSender
  /** Threads that parse calendar files. */
  readonly icalPool: WorkerPool
  /** Makes the sizes of photos, in threads. */
  readonly photoMaker: ClosablePhotoMaker
  /** Stores the secrets of connected calendars. */
  readonly vault: OpenedVault
  /** Wakes event streams when this process publishes events. */
  readonly publications: Publications
}

/** Opens the integrations of a server. */
export function openIntegrations(
  config: Config,
  version: string,
  crashPoints: CrashPoints,
  store: Store,
): Integrations {
  const { mailer, mailbox } = openMailer(config)
  const outbound = createOutboundHttp({ allowPrivateNetwork: config.allowPrivateNetwork })
  const webhookSender = createWebhookSender({
    outbound,
    userAgent: `Holdfast/${version}`,
    timeoutMilliseconds: milliseconds(config.webhookTimeoutSeconds),
  })
  return {
    mailer: crashPoints.mailer(mailer),
    mailbox,
    outbound,
    webhookSender: crashPoints.webhookSender(webhookSender),
    vault: openVault(config, store),
    icalPool: createIcalPool(),
    photoMaker: createPhotoMaker(),
    publications: createPublications(),
  }
}

/** Opens the SMTP server of the settings, or a mailbox that stores emails if there is none. */
function openMailer(config: Config): {
  readonly mailer: Mailer
  readonly mailbox: Mailbox | undefined
} {
  const { smtpUrl, mailFrom: fromAddress } = config
  if (smtpUrl === undefined) {
    const mailbox = createMailbox(join(config.dataDir, 'mails'), { fromAddress })
    return { mailer: mailbox, mailbox }
  }
  const timeoutMilliseconds = milliseconds(config.smtpTimeoutSeconds)
  return {
    mailer: createSmtpMailer(smtpUrl, { fromAddress, timeoutMilliseconds }),
    mailbox: undefined,
  }
}

/** Closes the integrations. */
export async function closeIntegrations({
  mailer,
  outbound,
  vault,
  icalPool,
  photoMaker,
}: Integrations): Promise<void> {
  await Promise.all([mailer, outbound, vault, icalPool, photoMaker].map((each) => each.close()))
}

const milliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000
