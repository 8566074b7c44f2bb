import { ArnFormat, Duration, type Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Alias,
  type CfnAlias,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { allow } from './functions.ts'

/** The alias that the API calls. */
const LIVE = 'live'
/** CodeDeploy polls alarms while it shifts traffic, so they must notice a bad version within a step. */
const PERIOD = Duration.minutes(1)
/** The API's 5xx responses within a minute that end a deployment. */
const SERVER_ERRORS = 5

/** What is deployed in steps. */
export interface CanaryParts {
  readonly stack: Stack
  /** A deployment configuration of CodeDeploy, without its prefix. */
  readonly canary: string
  readonly fn: LambdaFunction
  readonly api: HttpApi
  /** The topic of all alarms. */
  readonly topic: ITopic
}

/**
 * Creates the alias of the function's current version. A deployment moves it to a new version in steps, and back
 * if an alarm is raised meanwhile. Written without the CDK's deployment group, whose role has a managed policy
 * for all functions of the account.
 */
export function createCanary(parts: CanaryParts): IFunction {
  const { stack, canary, fn } = parts
  const alarms = createCanaryAlarms(parts)
  const role = new Role(stack, 'CanaryRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
  })
  const application = new CfnApplication(stack, 'CanaryApplication', { computePlatform: 'Lambda' })
  const group = new CfnDeploymentGroup(stack, 'CanaryGroup', {
    applicationName: application.ref,
    serviceRoleArn: role.roleArn,
    deploymentConfigName: `CodeDeployDefault.Lambda${canary}`,
    deploymentStyle: {
      deploymentType: 'BLUE_GREEN',
      deploymentOption: 'WITH_TRAFFIC_CONTROL',
    },
    alarmConfiguration: {
      enabled: true,
      alarms: alarms.map(({ alarmName: name }) => ({ name })),
    },
    autoRollbackConfiguration: {
      enabled: true,
      events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
    },
  })
  for (const statement of [
    allow(
      ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
      [fn.functionArn, `${fn.functionArn}:*`],
    ),
    allow(['cloudwatch:DescribeAlarms'], [everyAlarm(stack)]),
  ]) {
    role.addToPolicy(statement)
  }
  // The types of the CDK conflict with each other under `exactOptionalPropertyTypes`.
  const version: unknown = fn.currentVersion
  const alias = new Alias(stack, 'HttpLive', { aliasName: LIVE, version: version as IVersion })
  // The group is looked up when the alias changes, and its role is used at once.
  alias.node.addDependency(group, role)
  const resource = alias.node.defaultChild as CfnAlias
  resource.cfnOptions.updatePolicy = {
    codeDeployLambdaAliasUpdate: {
      applicationName: application.ref,
      deploymentGroupName: group.ref,
    },
  }
  const entry: unknown = alias
  return entry as IFunction
}

/** The alarms that end a deployment: a version that crashes, and one that answers with 5xx. */
function createCanaryAlarms({ stack, fn, api, topic }: CanaryParts): readonly Alarm[] {
  const errors = new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    // By name, because the alias waits for these alarms.
    dimensionsMap: { FunctionName: fn.functionName, Resource: `${fn.functionName}:${LIVE}` },
    period: PERIOD,
    statistic: 'Sum',
  })
  const action = new SnsAction(topic)
  const alarm = (id: string, metric: IMetric, threshold: number, description: string): Alarm => {
    const made = new Alarm(stack, id, {
      alarmDescription: description,
      metric,
      threshold,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    })
    made.addAlarmAction(action)
    made.addOkAction(action)
    return made
  }
  return [
    alarm('CanaryErrors', errors, 0, 'The http function fails. A deployment in progress ends.'),
    alarm(
      'CanaryServerErrors',
      api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
      SERVER_ERRORS,
      'The API returns 5xx responses. A deployment in progress ends.',
    ),
  ]
}

const everyAlarm = (stack: Stack): string =>
  stack.formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
