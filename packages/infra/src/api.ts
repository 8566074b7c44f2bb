import type { Stack } from 'aws-cdk-lib'
import { type CfnStage, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { createLogGroup } from './functions.ts'
import type { Settings } from './settings.ts'

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

/** Routes all requests of the API to a function, or to an alias of one. */
export function connectApi(api: HttpApi, fn: IFunction): void {
  api.addRoutes({ path: '/{proxy+}', integration: new HttpLambdaIntegration('Http', fn) })
  api.addRoutes({ path: '/', integration: new HttpLambdaIntegration('HttpRoot', fn) })
}
