import { Duration, Fn, SecretValue, type Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { PHOTO_PATH, SLOT_QUERIES, UNSHARED_PATHS } from './cached-paths.ts'
import { createLogBucket } from './files.ts'
import type { Settings } from './settings.ts'
import type { StatefulStack } from './stateful-stack.ts'

/** The header that authenticates the distribution to the API. */
const EDGE_HEADER = 'x-holdfast-edge'

/** The paths that the bucket serves. The API serves all others. */
const FILE_PATHS = ['/assets/*', '/favicon.svg'] as const
/** The script of the bucket that other sites load. */
const EMBED_PATH = '/embed.js'

/** Errors that CloudFront would keep for ten seconds whatever their headers say. They allow a retry after one. */
const RETRIED_ERRORS = [500, 502, 503, 504] as const

const PRICE_CLASSES = {
  '100': PriceClass.PRICE_CLASS_100,
  '200': PriceClass.PRICE_CLASS_200,
  all: PriceClass.PRICE_CLASS_ALL,
} as const

/** What the distribution stands in front of. */
interface Origins {
  readonly api: HttpApi
  readonly files: IBucket
  readonly stateful: StatefulStack
}

/**
 * Creates the distribution: one host name for pages and API, so that cookies and calls of the pages are
 * same-origin. Scripts, styles and images come from the bucket and are cached. The API serves the pages
 * themselves, because it sets the security headers of each page.
 */
export function createDistribution(
  stack: Stack,
  settings: Settings,
  origins: Origins,
): Distribution {
  const { domain, certificateArn, webAclArn, accessLogDays } = settings
  const { api, slots, soonestSlots, photos, files } = behaviorsOf(stack, settings, origins)
  const each = (paths: readonly string[], behavior: BehaviorOptions) =>
    Object.fromEntries(paths.map((path) => [path, behavior]))
  return new Distribution(stack, 'Distribution', {
    comment: `Holdfast ${settings.stage}`,
    defaultBehavior: api,
    // CloudFront takes the first pattern that matches.
    additionalBehaviors: {
      ...each(FILE_PATHS, files),
      [EMBED_PATH]: { ...files, responseHeadersPolicy: headersOfEmbed(stack) },
      ...each(UNSHARED_PATHS, api),
      '/v1/public/slots': soonestSlots,
      '/v1/public/*/*': slots,
      [PHOTO_PATH]: photos,
    },
    errorResponses: RETRIED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PRICE_CLASSES[settings.priceClass],
    ...(accessLogDays !== undefined && {
      logBucket: createLogBucket(stack, accessLogDays),
      logFilePrefix: 'distribution/',
    }),
    ...(webAclArn !== undefined && { webAclId: webAclArn }),
    ...(domain !== undefined &&
      certificateArn !== undefined && {
        domainNames: [domain],
        // Without our own certificate, CloudFront uses its certificate and its TLS policy.
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(stack, 'Certificate', certificateArn),
      }),
  })
}

function behaviorsOf(stack: Stack, settings: Settings, { api, files, stateful }: Origins) {
  const secure = {
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    compress: true,
  }
  const ofApi = {
    ...secure,
    origin: new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      // Longer than the timeout of the API, so that its own error response is delivered.
      readTimeout: Duration.seconds(31),
      customHeaders: { [EDGE_HEADER]: edgeSecret(settings, stateful).unsafeUnwrap() },
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
  }
  return {
    api: {
      ...ofApi,
      cachePolicy: cachePolicyOfApi(stack),
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    },
    // Without an origin request policy, so that the API sees only what is in the key.
    soonestSlots: {
      ...ofApi,
      cachePolicy: sharedPolicy(stack, 'PublicSoonestSlots', SLOT_QUERIES['/v1/public/slots']),
    },
    slots: {
      ...ofApi,
      cachePolicy: sharedPolicy(stack, 'PublicSlots', SLOT_QUERIES['/v1/public/*/*']),
    },
    // A year, as the API says. Without query, cookies and other headers: a photo depends on its address alone.
    photos: { ...ofApi, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
    files: {
      ...secure,
      origin: S3BucketOrigin.withOriginAccessControl(files),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
    },
  } satisfies Record<string, BehaviorOptions>
}

/** Lets pages with `Cross-Origin-Embedder-Policy: require-corp` load the script. No managed policy has this header. */
const headersOfEmbed = (stack: Stack): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(stack, 'EmbedHeaders', {
    securityHeadersBehavior: {
      contentTypeOptions: { override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: false },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'Cross-Origin-Resource-Policy', value: 'cross-origin', override: true },
      ],
    },
  })

/** CloudFormation reads a secret anew only if its reference changes, so a rotation names the version. */
const edgeSecret = ({ edgeSecretVersion: versionId }: Settings, { secrets }: StatefulStack) =>
  versionId === undefined
    ? secrets.edge.secretValue
    : SecretValue.secretsManager(secrets.edge.secretArn, { versionId })

/**
 * Caches only what the API allows. Nearly every response is `no-store`. The managed policy that disables
 * caching would also disable compression.
 */
const cachePolicyOfApi = (stack: Stack): CachePolicy =>
  new CachePolicy(stack, 'AsTheApiSays', {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(1),
    queryStringBehavior: CacheQueryStringBehavior.all(),
    headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'Origin', 'X-Api-Key'),
    cookieBehavior: CacheCookieBehavior.all(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  })

/**
 * Shares public slots between all callers for the second that the API allows. They depend on nothing else, but for a booker
 * who signed in: kinds of customers have windows of their own.
 */
const sharedPolicy = (stack: Stack, name: string, query: readonly string[]): CachePolicy =>
  new CachePolicy(stack, name, {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.seconds(1),
    queryStringBehavior: CacheQueryStringBehavior.allowList(...query),
    headerBehavior: CacheHeaderBehavior.allowList('Authorization'),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  })
