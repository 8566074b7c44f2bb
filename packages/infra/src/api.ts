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

/** The header that authenticates the distribution to the API. */
const EDGE_HEADER = 'x-holdfast-edge'

/** The access log format of API Gateway. It excludes queries and headers, which may contain tokens. */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTime',
  method: '$context.httpMethod',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  integrationError: '$context.integrationErrorMessage',
})

/** Creates the HTTP API without its integrations. */
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

/** Routes all requests of the API to a function. */
export function connectApi(api: HttpApi, fn: LambdaFunction): void {
  api.addRoutes({ path: '/{proxy+}', integration: new HttpLambdaIntegration('Http', fn) })
  api.addRoutes({ path: '/', integration: new HttpLambdaIntegration('HttpRoot', fn) })
}

/** The paths that the bucket serves. The API serves all others. */
export const FILE_PATHS = ['/assets/*', '/embed.js', '/favicon.svg'] as const

/**
 * Creates the distribution: one host name for pages and API, so that cookies and calls of the pages are
 * same-origin. Scripts, styles and images come from the bucket and are cached. The API serves the pages
 * themselves, because it sets the security headers of each page.
 */
export function createDistribution(
  stack: Stack,
  settings: Settings,
  parts: { readonly api: HttpApi; readonly files: IBucket; readonly stateful: StatefulStack },
): Distribution {
  const { api, files, stateful } = parts
  const { domain, certificateArn, webAclArn } = settings
  const apiOrigin = new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    // Longer than the timeout of the API, so that its own error response is delivered.
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
      cachePolicy: cachePolicyOfApi(stack),
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    },
    additionalBehaviors: Object.fromEntries(FILE_PATHS.map((path) => [path, fileBehavior])),
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_100,
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
    headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'Origin'),
    cookieBehavior: CacheCookieBehavior.all(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  })
