import { Registry } from 'prom-client'
import manifest from '../../../package.json' with { type: 'json' }
import { createCalendarParser } from '../../adapters/ical/calendar-parser.ts'
import {
  createHttpHandler,
  type HttpApiAnswer,
  type HttpApiEvent,
} from '../../adapters/lambda/http-event.ts'
import { createTemplateEngine } from '../../adapters/liquid/template-engine.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { createPhoneNumbers } from '../../adapters/phone/phone-numbers.ts'
import { createPhotoMaker } from '../../adapters/photos/photo-maker.ts'
import { createSesReports } from '../../adapters/ses/ses-reports.ts'
import { createConflictReporter } from '../../delivery/events/report-conflicts.ts'
import { createConnectedCalendars } from '../../external-calendars/connections/connected-calendars.ts'
import { callerLimits } from '../config.ts'
import { createApp } from '../http/app.ts'
import { readPageFiles } from '../http/pages/page-files.ts'
import { createPages } from '../http/pages/pages.ts'
import { openBase } from './base.ts'
import { openConnections } from './connections.ts'
import { openEdge } from './edge.ts'
import { openPayments } from './payments.ts'
import { publicUrlOf } from './settings.ts'
import { openWebhookSender } from './webhook-sender.ts'

// The program is next to the bundle.
const PHOTO_THREAD = new URL('./photo-worker.mjs', import.meta.url)

// API Gateway buffers a response and waits 30 s for it, so a stream ends after this long.
const STREAM_MILLISECONDS = 20_000

/** Opens the function that serves HTTP, with the same app as the Node server. */
export async function openHttpFunction(
  env: Readonly<Record<string, string | undefined>>,
): Promise<(event: HttpApiEvent) => Promise<HttpApiAnswer>> {
  const base = await openBase(env)
  const { settings, secretValues, logger } = base
  const connections = openConnections(base)
  const plain = {
    ...base.deps,
    ...connections.deps,
    ...openPayments(base),
    phoneNumbers: createPhoneNumbers(),
    templateEngine: createTemplateEngine(),
    publicUrl: publicUrlOf(settings),
    webhookSender: openWebhookSender(settings, manifest.version),
  }
  const { sesTopicArn, allowPrivateNetwork } = settings
  const mailReports =
    sesTopicArn === undefined
      ? undefined
      : createSesReports(createOutboundHttp({ allowPrivateNetwork }), { topicArn: sesTopicArn })
  const conflicts = createConflictReporter(plain, (err) =>
    logger.error({ err, work: 'conflicts' }, 'background work failed'),
  )
  const pages =
    settings.pagesDir === undefined
      ? undefined
      : createPages(await readPageFiles(settings.pagesDir))
  const app = createApp({
    deps: {
      ...plain,
      connectedCalendars: createConnectedCalendars(plain),
      reportConflict: conflicts.record,
      mailReports,
    },
    logger,
    metrics: new Registry(),
    calendarParser: createCalendarParser(connections.icalPool),
    photoMaker: createPhotoMaker({ program: PHOTO_THREAD }),
    ...(pages && { pages }),
    settings: {
      version: manifest.version,
      storeEngine: 'dynamodb',
      trustedProxies: 0,
      mailFrom: settings.mailFrom,
      publicUrl: publicUrlOf(settings),
      collectedStreamMilliseconds: STREAM_MILLISECONDS,
      keySignIn: settings.keySignIn,
      ...callerLimits(env),
      ...(secretValues.operatorKey && { operatorKey: secretValues.operatorKey }),
      ...(secretValues.rapidApiProxySecret && {
        rapidApiProxySecret: secretValues.rapidApiProxySecret,
      }),
    },
  })
  return createHttpHandler({
    fetch: (request, environment) => app.fetch(request, environment),
    ...openEdge(env, base),
    flush: conflicts.publishDue,
  })
}
