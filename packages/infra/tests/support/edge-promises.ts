import { at, list, put, textOf } from './json.ts'
import { FUNCTIONS, only, type Promised, QUEUES, wrong } from './promises.ts'
import { resources, resourcesOf, type Templates } from './templates.ts'

const STAGE = 'AWS::ApiGatewayV2::Stage'
const DISTRIBUTION = 'AWS::CloudFront::Distribution'
const distribution = (t: Templates) => only(t, DISTRIBUTION)

const ALARMS: readonly string[] = [
  ...FUNCTIONS.flatMap((name) => [`${name}Errors`, `${name}Throttles`]),
  ...QUEUES.flatMap((name) => [`${name}DeadLetterQueue`, `${name}QueueAge`]),
  'StreamAge',
  'DeadLetters',
  'TableConflicts',
  'TableReadThrottles',
  'TableWriteThrottles',
  'TableErrors',
  'ApiServerErrors',
]

/** The id that we gave a resource, without what the CDK appends. */
const givenId = (id: string): string => id.replace(/[0-9A-F]{8}$/, '')

/** What stands before the API promises, and what watches all of it. */
export const EDGE_PROMISES: readonly Promised[] = [
  [
    'the API lets through a bounded number of requests',
    (t) =>
      wrong(
        resources(t, STAGE),
        (p) =>
          at(p, 'DefaultRouteSettings.ThrottlingRateLimit') === 1_000 &&
          at(p, 'DefaultRouteSettings.ThrottlingBurstLimit') === 2_000,
      ),
    (t) => put(only(t, STAGE), 'DefaultRouteSettings'),
  ],
  [
    'the API notes what it is asked without paths, queries and headers, which may hold tokens',
    (t) =>
      wrong(
        resources(t, STAGE),
        (p) =>
          at(p, 'AccessLogSettings.DestinationArn') !== undefined &&
          !/path|query|header/i.test(String(at(p, 'AccessLogSettings.Format'))),
      ),
    (t) => put(only(t, STAGE), 'AccessLogSettings.Format', '$context.path'),
  ],
  [
    'every behaviour of the distribution is HTTPS',
    (t) =>
      wrong(resources(t, DISTRIBUTION), (p) =>
        [
          at(p, 'DistributionConfig.DefaultCacheBehavior'),
          ...list(p, 'DistributionConfig.CacheBehaviors'),
        ].every((one) => at(one, 'ViewerProtocolPolicy') === 'redirect-to-https'),
      ),
    (t) =>
      put(distribution(t), 'DistributionConfig.CacheBehaviors.0.ViewerProtocolPolicy', 'allow-all'),
  ],
  [
    'under a name of its own the distribution speaks TLS 1.2 or later',
    (t) =>
      wrong(
        resources(t, DISTRIBUTION),
        (p) =>
          at(p, 'DistributionConfig.ViewerCertificate.MinimumProtocolVersion') === 'TLSv1.2_2021',
      ),
    (t) =>
      put(
        distribution(t),
        'DistributionConfig.ViewerCertificate.MinimumProtocolVersion',
        'TLSv1_2016',
      ),
  ],
  [
    'the distribution proves itself to the API by a secret that no template shows',
    (t) =>
      wrong(resources(t, DISTRIBUTION), (p) => {
        const headers = list(p, 'DistributionConfig.Origins')
          .flatMap((origin) => list(origin, 'OriginCustomHeaders'))
          .map(textOf)
        return (
          headers.length === 1 &&
          headers[0]?.includes('x-holdfast-edge') === true &&
          headers[0].includes('{{resolve:secretsmanager:')
        )
      }),
    (t) => {
      const origins = list(distribution(t), 'DistributionConfig.Origins')
      put(
        origins.find((origin) => at(origin, 'OriginCustomHeaders') !== undefined),
        'OriginCustomHeaders',
      )
    },
  ],
  [
    'the bucket of the pages is read by the distribution alone',
    (t) => {
      const readers = resources(t, 'AWS::S3::BucketPolicy')
        .filter(({ id }) => id.startsWith('Files'))
        .flatMap(({ properties }) => list(properties, 'PolicyDocument.Statement'))
        .filter((one) => at(one, 'Effect') === 'Allow')
      const isAlone = readers.every(
        (one) =>
          at(one, 'Principal.Service') === 'cloudfront.amazonaws.com' &&
          at(one, 'Condition.StringEquals.AWS:SourceArn') !== undefined,
      )
      return readers.length === 1 && isAlone ? [] : readers.map(textOf)
    },
    (t) =>
      put(only(t, 'AWS::S3::BucketPolicy', /^Files/), 'PolicyDocument.Statement.9', {
        Effect: 'Allow',
        Principal: '*',
        Action: 's3:GetObject',
      }),
  ],
  [
    'dead letters, age, conflicts, errors and throttling raise an alarm that somebody hears',
    (t) => {
      const heard = resources(t, 'AWS::CloudWatch::Alarm')
        .filter(({ properties }) => /"Alarms/.test(textOf(at(properties, 'AlarmActions.0'))))
        .map(({ id }) => givenId(id))
      return ALARMS.filter((name) => !heard.includes(name))
    },
    ({ app }) => {
      const ids = Object.keys(resourcesOf(app))
      put(resourcesOf(app), ids.find((id) => id.startsWith('TableConflicts')) ?? '')
    },
  ],
  [
    'alarms reach who is on call',
    (t) =>
      wrong(resources(t, 'AWS::SNS::Subscription'), (p) => p.Endpoint === 'on-call@example.com'),
    (t) => put(only(t, 'AWS::SNS::Subscription'), 'Endpoint', 'nobody@example.com'),
  ],
  [
    'there is one dashboard, with everything that is watched',
    (t) =>
      wrong(resources(t, 'AWS::CloudWatch::Dashboard'), (p) =>
        ['IteratorAge', 'TransactionConflict', 'WriteThrottleEvents', 'Throttles', '5xx'].every(
          (name) => textOf(p.DashboardBody).includes(name),
        ),
      ),
    (t) => put(only(t, 'AWS::CloudWatch::Dashboard'), 'DashboardBody', '{}'),
  ],
]
