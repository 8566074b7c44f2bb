import { Duration, Fn, type Stack } from 'aws-cdk-lib'
import { type CfnStage, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
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
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { createLogGroup } from './functions.ts'
import type { Settings } from './settings.ts'
import type { StatefulStack } from './stateful-stack.ts'

/** The header that the API knows its own distribution by. */
const EDGE_HEADER = 'x-holdfast-edge'

/** What API Gateway notes of each request: no query, which may hold a token, and no header. */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTime',
  method: '$context.httpMethod',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  integrationError: '$context.integrationErrorMessage',
})

/** The HTTP API, without what answers behind it. */
export function createApi(stack: Stack, settings: Settings): HttpApi {
  const api = new HttpApi(stack, 'Api', { apiName: `holdfast-${settings.stage}` })
  const logGroup = createLogGroup(stack, 'ApiLog')
  const stage = api.defaultStage?.node.defaultChild as CfnStage
  stage.accessLogSettings = { destinationArn: logGroup.logGroupArn, format: ACCESS_LOG }
  stage.defaultRouteSettings = {
    throttlingRateLimit: settings.requestsPerSecond,
    throttlingBurstLimit: settings.requestBurst,
  }
  return api
}

/** Has a function answer everything that the API is asked. */
export function connectApi(api: HttpApi, fn: LambdaFunction): void {
  api.addRoutes({ path: '/{proxy+}', integration: new HttpLambdaIntegration('Http', fn) })
  api.addRoutes({ path: '/', integration: new HttpLambdaIntegration('HttpRoot', fn) })
}

/** Paths whose files lie in the bucket; all others are answered by the API. */
export const FILE_PATHS = ['/assets/*', '/embed.js', '/favicon.svg'] as const

/**
 * One name for pages and API, so that the pages' cookie and their calls are of one origin. Scripts,
 * styles and pictures come from the bucket and are cached; the pages themselves come from the API,
 * which gives each its own security headers, as it does on any other host.
 */
export function createDistribution(
  stack: Stack,
  settings: Settings,
  parts: { readonly api: HttpApi; readonly files: IBucket; readonly stateful: StatefulStack },
): Distribution {
  const { api, files, stateful } = parts
  const { domain, certificateArn } = settings
  const apiOrigin = new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    // Longer than the API takes at most, so that its own answer comes through.
    readTimeout: Duration.seconds(31),
    customHeaders: { [EDGE_HEADER]: stateful.secrets.edge.secretValue.unsafeUnwrap() },
  })
  const fileOrigin = S3BucketOrigin.withOriginAccessControl(files)
  const secure = {
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    compress: true,
  }
  const fileBehavior = {
    ...secure,
    origin: fileOrigin,
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
  }
  return new Distribution(stack, 'Distribution', {
    comment: `Holdfast ${settings.stage}`,
    defaultBehavior: {
      ...secure,
      origin: apiOrigin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: asTheApiSays(stack),
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    },
    additionalBehaviors: Object.fromEntries(FILE_PATHS.map((path) => [path, fileBehavior])),
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_100,
    ...(domain !== undefined &&
      certificateArn !== undefined && {
        domainNames: [domain],
        // Without a certificate of our own it is CloudFront's, and so is the policy.
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(stack, 'Certificate', certificateArn),
      }),
  })
}

/**
 * Caches nothing unless the API says so: nearly every answer is `no-store`. Not the managed policy
 * that disables caching, since with that one nothing is compressed.
 */
const asTheApiSays = (stack: Stack): CachePolicy =>
  new CachePolicy(stack, 'AsTheApiSays', {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(1),
    queryStringBehavior: CacheQueryStringBehavior.all(),
    headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'Origin'),
    cookieBehavior: CacheCookieBehavior.all(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  })
